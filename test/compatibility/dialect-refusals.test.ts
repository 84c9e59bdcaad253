import { expect, test } from 'bun:test'
import {
  anthropicClient,
  closedUpstreamUrl,
  failureOf,
  holdBothLeases,
  ollamaClient,
} from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

const MAX_CHAT_BYTES = 60 * 1024 * 1024

test('anthropic and ollama: a body over 60 MiB is refused with 413, without an engine', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const messages = [{ role: 'user' as const, content: 'x'.repeat(MAX_CHAT_BYTES + 1) }]
  const anthropic = anthropicClient(service, { retries: 0 }).messages
  const failure = await failureOf(anthropic.create({ model: 'auto', max_tokens: 9, messages }))
  expect(failure).toMatchObject({ status: 413, error: { error: { type: 'request_too_large' } } })
  const other = await failureOf(ollamaClient(service).chat({ model: 'auto', messages }))
  expect(other).toMatchObject({ status_code: 413, error: expect.stringContaining('larger than') })
  expect(upstream.requests).toEqual([])
})

test('ollama: 429 and 503 are texts', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const leases = await holdBothLeases(service, upstream)
  const ask = { model: 'auto', messages: [{ role: 'user', content: 'Hi' }] }
  expect(await failureOf(ollamaClient(service).chat(ask))).toMatchObject({
    ...{ status_code: 429, error: expect.stringContaining('Try again in 5 seconds') },
  })
  leases.free()
  const closed = await closedUpstreamUrl()
  await using broken = startService({ speechEngines: [], upstream: closed })
  expect(await failureOf(ollamaClient(broken).chat(ask))).toMatchObject({
    ...{ status_code: 503, error: expect.stringContaining('No engine could answer') },
  })
})
