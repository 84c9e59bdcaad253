import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { failing, fakeEngine } from '../support/engines.ts'
import { pick } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

/** The failure of a stream whose headers were sent before the engine has failed. */
async function failureOf(error: Error): Promise<unknown> {
  const headersSent = Promise.withResolvers<void>()
  const engine = fakeEngine('local', async function* fail(turn, signal) {
    await headersSent.promise
    yield* failing(error)(turn, signal)
  })
  await using service = createTestApp({ engines: [engine], limits: { headersGraceMs: 1 } })
  const body = { model: 'auto', input: 'hi', stream: true }
  const answer = await service.asOwner('POST', '/v1/responses', body)
  expect(answer.status).toBe(200)
  headersSent.resolve()
  const text = await answer.text()
  const [, data = ''] =
    /^event: response\.failed\ndata: (.*)\n\ndata: \[DONE\]\n\n$/m.exec(text) ?? []
  expect(engine.turns.length).toBe(1)
  return pick(JSON.parse(data), 'response.error.code')
}

test('a failure in a stream has a code at which codex does not ask again', async () => {
  expect(await failureOf(new EngineFailure('quota', 'limit'))).toBe('insufficient_quota')
  expect(await failureOf(new EngineFailure('signed_out', 'no'))).toBe('server_is_overloaded')
  expect(await failureOf(new EngineFailure('request', 'bad'))).toBe('invalid_prompt')
})
