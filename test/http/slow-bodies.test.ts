import { expect, test } from 'bun:test'
import { head, openRaw, piece, sendRaw } from '../support/raw-client.ts'
import { startService } from '../support/service.ts'
import { CHUNKED, drip, post, sendSlowBodies } from '../support/slow-bodies.ts'

const GRACE_MS = 100

test('a body that arrives byte by byte is refused with 408 after the grace, and its lease is free', async () => {
  await using service = startService({ limits: { bodyGraceMs: GRACE_MS } })
  const { admissions } = service.services
  for (const { status, code, ms } of await sendSlowBodies(service, GRACE_MS / 10)) {
    expect({ status, code }).toEqual({ status: 408, code: 'request_timeout' })
    expect(ms).toBeGreaterThan(GRACE_MS)
  }
  expect(admissions.of('model').state()).toMatchObject({ admitted: 0, owners: {} })
  await expectAlive(service.port)
})

test('a body that keeps the least rate may take longer than the grace', async () => {
  await using service = startService({ limits: { bodyGraceMs: 20, bodyBytesPerSecond: 1 } })
  const bytes = piece('[        ')
  // The first bytes with the head, as the grace of a busy machine may end before they are sent.
  using client = openRaw(service.port, post(service, '/api/ai/generate', CHUNKED) + bytes)
  const started = performance.now()
  const dripping = drip(client, bytes, 5)
  while (performance.now() - started < 60) await expectAlive(service.port)
  expect(client.text).toBe('')
  await client.send('0\r\n\r\n')
  expect((await client.answer()).status).toBe(400)
  await dripping
})

async function expectAlive(port: number): Promise<void> {
  expect((await sendRaw(port, head('GET /health HTTP/1.1'))).status).toBe(200)
}
