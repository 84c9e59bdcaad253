import { expect, test } from 'bun:test'
import { fakeEngine, saying } from '../support/engines.ts'
import { pickFrom } from '../support/pick.ts'
import { doublingSchema, SLOW_SCHEMA, slowItems } from '../support/schemas.ts'
import {
  createTestApp,
  jsonInit,
  PRIMARY_KEY,
  startService,
  type TestService,
} from '../support/service.ts'

/** A service whose thread is held up answers what came before, and what it finds when it is free again. */
const HELD_UP = 3

test('a hostile response_schema is refused while GET /health answers at once', async () => {
  const engine = fakeEngine('one', saying('"text"'))
  await using service = startService({ engines: [engine] })
  const anyOf = Array.from({ length: 15_000 }, (_, i) => ({ const: i }))
  for (const schema of [doublingSchema(), SLOW_SCHEMA, { anyOf }, { $ref: '#' }]) {
    const { response, answers } = await underWatch(service, schema)
    expect(response.status).toBe(422)
    expect(await pickFrom(response, 'detail')).toContain('/response_schema: ')
    if (schema === SLOW_SCHEMA) expect(answers).toBeGreaterThan(HELD_UP)
  }
  expect(engine.turns).toEqual([])
})

test('an answer that takes too long to check is a failure while GET /health answers at once', async () => {
  const engine = fakeEngine('one', saying(JSON.stringify(slowItems())))
  await using service = startService({ engines: [engine] })
  const { response, answers } = await underWatch(service, { uniqueItems: true })
  expect(response.status).toBe(502)
  expect(await pickFrom(response, 'detail')).toContain('takes too long to check')
  expect(answers).toBeGreaterThan(HELD_UP)
})

test('a hostile response_schema does not fail the requests behind it', async () => {
  await using service = createTestApp({ engines: [fakeEngine('one', saying('"text"'))] })
  const ask = (response_schema: object) =>
    service.asOwner('POST', '/api/ai/generate', { prompt: 'who', response_schema })
  const hostile = ask(SLOW_SCHEMA)
  const honest = ask({ type: 'string' })
  expect(await (await honest).json()).toMatchObject({ structured: 'text' })
  expect((await hostile).status).toBe(422)
})

/** Asks with a schema over a socket, and counts what GET /health answers meanwhile. */
async function underWatch(service: TestService, response_schema: object) {
  let response: Response | undefined
  let answers = 0
  const asking = fetch(
    `${service.url}/api/ai/generate`,
    jsonInit(
      'POST',
      { prompt: 'who', response_schema },
      { authorization: `Bearer ${PRIMARY_KEY}` },
    ),
  ).then((answer) => {
    response = answer
    return answer
  })
  while (response === undefined) {
    expect((await fetch(`${service.url}/health`)).status).toBe(200)
    answers += 1
  }
  return { response: await asking, answers }
}
