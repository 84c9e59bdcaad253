import { expect, test } from 'bun:test'
import { createAlertChannels } from '../../../src/core/alerts/create-channels.ts'

test('createAlertChannels() makes the configured channels', () => {
  expect(createAlertChannels({})).toEqual([])
  const channels = createAlertChannels({
    webhook: 'https://hook.example/x',
    ntfy: 'https://ntfy.sh/topic',
    smtp: { url: 'smtp://127.0.0.1', from: 'a@x.example', to: ['b@x.example'] },
  })
  expect(channels.map(({ name }) => name)).toEqual(['webhook', 'ntfy', 'smtp'])
})

test('a channel shows none of its secrets when it is printed', () => {
  const channels = createAlertChannels({
    webhook: 'https://hook.example/x',
    webhook_secret: 'topsecret1',
    ntfy: 'https://ntfy.sh/topic',
    ntfy_token: 'topsecret2',
  })
  expect(Bun.inspect(channels) + JSON.stringify(channels)).not.toContain('topsecret')
})
