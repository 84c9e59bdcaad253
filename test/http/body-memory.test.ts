import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { jsonInit, PRIMARY_KEY, startService } from '../support/service.ts'

const PATH = '/v1/chat/completions'

test('bodies over the memory for all bodies get 429 before they are read, and it is given back', async () => {
  await using service = startService({ env: { BODY_MEMORY_BYTES: '1048576' } })
  const authorization = `Bearer ${PRIMARY_KEY}`
  const headers = { authorization }
  const { hostname, port } = new URL(service.url)
  const post = (characters: number) =>
    fetch(service.url + PATH, jsonInit('POST', { nothing: 'a'.repeat(characters) }, headers))
  const used = async () => {
    const text = await (await fetch(`${service.url}/metrics`, { headers })).text()
    return /hearth_request_body_bytes (\d+)/.exec(text)?.[1]
  }
  // Never sent to its end: what it declares is taken for as long as it is waited for.
  const sender = connect(Number(port), hostname)
  const closed = Promise.withResolvers<void>()
  sender.on('close', () => closed.resolve())
  sender.write(
    `POST ${PATH} HTTP/1.1\r\nhost: ${hostname}:${port}\r\nauthorization: ${authorization}\r\ncontent-length: 900000\r\n\r\n{`,
  )
  // Nothing else may hold memory when it arrives, or it is refused itself.
  while ((await used()) !== '900000') await setTimeout(10)
  const refused = await post(500_000)
  expect(refused.status).toBe(429)
  expect(refused.headers.get('retry-after')).toBe('5')
  expect(await refused.json()).toMatchObject({ code: 'busy' })
  expect((await post(100)).status).toBe(422)
  sender.destroy()
  await closed.promise
  let after = await post(500_000)
  while (after.status === 429) after = await post(500_000)
  expect(after.status).toBe(422)
  expect((await post(1_100_000)).status).toBe(429)
  expect(await used()).toBe('0')
})
