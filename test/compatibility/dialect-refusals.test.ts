import { expect, test } from 'bun:test'
import { closedUpstreamUrl, failureOf, holdBothLeases, ollamaClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'

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
