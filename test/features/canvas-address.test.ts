import { expect, test } from 'bun:test'
import { head, piece, sendRaw } from '../support/raw-client.ts'
import { jsonInit, startService } from '../support/service.ts'

const LIMIT = 30
/** What a proxy in front of the service needs, so that users can sign in behind it. */
const BASE_URL = 'https://hearth.example'

/** How many of 31 starts were taken when each claims another address. */
async function takenOf(env: Record<string, string>): Promise<number> {
  await using service = startService({ env: { BASE_URL, ...env } })
  const start = async (forwarded: string) => {
    const init = jsonInit('POST', {}, { 'x-forwarded-for': forwarded })
    return (await fetch(`${service.url}/api/canvas/device/start`, init)).status
  }
  const statuses = []
  for (let count = 0; count <= LIMIT; count += 1) {
    statuses.push(await start(`203.0.113.${count}`))
  }
  return statuses.filter((status) => status === 200).length
}

test('a forged X-Forwarded-For does not evade a rate limit', async () => {
  expect(await takenOf({})).toBe(LIMIT)
  expect(await takenOf({ TRUSTED_PROXIES: '192.0.2.1' })).toBe(LIMIT)
})

test('behind a trusted proxy each client has its own rate limit, by the address that the proxy adds', async () => {
  expect(await takenOf({ TRUSTED_PROXIES: '127.0.0.1' })).toBe(LIMIT + 1)
  await using service = startService({ env: { BASE_URL, TRUSTED_PROXIES: '127.0.0.1' } })
  const start = async (forwarded: string) => {
    const init = jsonInit('POST', {}, { 'x-forwarded-for': forwarded })
    return (await fetch(`${service.url}/api/canvas/device/start`, init)).status
  }
  // What stands before the proxy's own word is the client's invention.
  for (let count = 0; count < LIMIT; count += 1) {
    expect(await start(`198.51.100.${count}, 203.0.113.7`)).toBe(200)
  }
  expect(await start('198.51.100.99, 203.0.113.7')).toBe(429)
  // The addresses of one IPv6 network count together.
  for (let count = 0; count < LIMIT; count += 1) {
    expect(await start(`2001:db8:1:2::${count.toString(16)}`)).toBe(200)
  }
  expect(await start('2001:db8:1:2:ffff::1')).toBe(429)
  expect(await start('2001:db8:1:3::1')).toBe(200)
})

test('a chunked body of the device flow is refused while it arrives', async () => {
  await using service = startService()
  for (const path of ['device/start', 'device/poll', 'token/refresh']) {
    const request = head(
      `POST /api/canvas/${path} HTTP/1.1`,
      'Content-Type: application/json',
      'Transfer-Encoding: chunked',
    )
    // The last piece never comes.
    const { status } = await sendRaw(service.port, request + piece('a'.repeat(4097)))
    expect(status).toBe(413)
  }
})
