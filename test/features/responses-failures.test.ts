import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { createDevice } from '../support/devices.ts'
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

test('programs of the code surface get failures of the model and of its choice in the stream', async () => {
  const engine = fakeEngine('local', failing(new EngineFailure('transient', 'reset')))
  await using service = createTestApp({ engines: [engine], limits: { headersGraceMs: 60_000 } })
  const { headers } = createDevice(service)
  const ask = async (path: string, body: object) => {
    const answer = await service.request(`/api/code/v1/${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ stream: true, ...body }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const responses = await ask('responses', { model: 'auto', input: 'hi' })
  expect(responses.status).toBe(200)
  expect(responses.text).toMatch(/response\.failed[\s\S]*"code":"invalid_prompt"/)
  expect(engine.turns.length).toBe(1)
  const unknown = await ask('responses', { model: 'local/none', input: 'hi' })
  expect([unknown.status, engine.turns.length]).toEqual([200, 1])
  expect(unknown.text).toContain('response.failed')
  const turn = { model: 'auto', max_tokens: 9, messages: [{ role: 'user', content: 'hi' }] }
  const messages = await ask('messages', turn)
  expect(messages.status).toBe(200)
  expect(messages.text).toContain('event: error')
  const whole = await ask('messages', { ...turn, stream: false })
  expect(whole.status).toBe(503)
})
