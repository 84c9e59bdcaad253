import { expect, test } from 'bun:test'
import { head, openRaw } from '../support/raw-client.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'
import { handStream, startUpstream, wholeAnswer } from '../support/upstream.ts'

const KEEPALIVE = ': keepalive\n\n'
const KEEPALIVE_MS = 1_000
/** More than the idle bound, which the server counts in steps of 4 s. */
const KEEPALIVES = 18

function ask(stream: boolean): string {
  const messages = [{ role: 'user', content: 'Talk' }]
  const body = JSON.stringify({ model: 'auto', stream, messages })
  const key = `Authorization: Bearer ${PRIMARY_KEY}`
  return head('POST /v1/chat/completions HTTP/1.1', key, `Content-Length: ${body.length}`) + body
}

test.concurrent('POST /v1/chat/completions keeps a silent stream alive beyond the idle bound', async () => {
  const stream = handStream()
  await using upstream = startUpstream(() => stream.response)
  const limits = { idleSeconds: 12, keepaliveMs: KEEPALIVE_MS }
  await using service = startService({ limits, upstream: upstream.url })
  const asked = performance.now()
  using client = openRaw(service.port, ask(true))
  const silent = await client.until((text) => text.split(KEEPALIVE).length > KEEPALIVES)
  expect(performance.now() - asked).toBeGreaterThan((KEEPALIVES - 1) * KEEPALIVE_MS)
  // The role comes at once, not with the first words of the engine.
  expect(silent.split(KEEPALIVE)[0]).toContain('"role":"assistant"')
  await stream.say('Still here')
  await stream.finish()
  const text = await client.until((so) => so.includes('[DONE]'))
  expect(text).toContain('Still here')
  expect(text).toContain('"finish_reason":"stop"')
})

test.concurrent('POST /v1/chat/completions answers whole after a wait beyond the idle bound', async () => {
  await using upstream = startUpstream(async () => {
    await Bun.sleep(10_000)
    return wholeAnswer('At last')
  })
  await using service = startService({ limits: { idleSeconds: 4 }, upstream: upstream.url })
  using client = openRaw(service.port, ask(false))
  const answer = await client.answer()
  expect(answer.status).toBe(200)
  expect(answer.body).toContain('At last')
})
