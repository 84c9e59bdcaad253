import { expect, test } from 'bun:test'
import { buildOutlets } from '../../src/core/alerts/outlets.ts'

test('buildOutlets() makes what is configured', () => {
  expect(buildOutlets({})).toEqual([])
  const outlets = buildOutlets({
    webhook: 'https://hook.example/x',
    ntfy: 'https://ntfy.sh/topic',
    smtp: { url: 'smtp://127.0.0.1', from: 'a@x.example', to: ['b@x.example'] },
  })
  expect(outlets.map(({ name }) => name)).toEqual(['webhook', 'ntfy', 'smtp'])
})

test('an outlet shows none of its secrets when it is printed', () => {
  const outlets = buildOutlets({
    webhook: 'https://hook.example/x',
    webhook_secret: 'topsecret1',
    ntfy: 'https://ntfy.sh/topic',
    ntfy_token: 'topsecret2',
  })
  expect(Bun.inspect(outlets) + JSON.stringify(outlets)).not.toContain('topsecret')
})
