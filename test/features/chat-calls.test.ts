import { expect, test } from 'bun:test'
import type { EngineEvent } from '../../src/engines/contract/text.ts'
import { fakeEngine } from '../support/engines.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

const MESSAGES = [{ role: 'user', content: 'hi' }]

/** A service whose engine sends these lists of pieces of calls. */
function serviceCalling(...pieces: readonly (readonly object[])[]) {
  const events = pieces.map(
    (calls): EngineEvent => ({ type: 'delta', delta: { tool_calls: calls } }),
  )
  const local = fakeEngine('local', async function* call() {
    for (const event of events) yield [event]
    yield [{ type: 'finish', reason: 'tool_calls' }]
  })
  return createTestApp({ engines: [local] })
}

/** The names and arguments of the calls of one answer, in each dialect. */
async function callsOf(service: ReturnType<typeof createTestApp>) {
  const stream = await service.asOwner('POST', '/v1/responses', {
    ...{ model: 'auto', input: 'hi', stream: true },
  })
  const last = /event: response\.completed\ndata: (.*)\n/.exec(await stream.text())?.[1] ?? '{}'
  const output: unknown = pick(JSON.parse(last), 'response.output')
  const message = await service.asOwner('POST', '/v1/messages', {
    ...{ model: 'auto', messages: MESSAGES, max_tokens: 9 },
  })
  const content: unknown = await pickFrom(message, 'content')
  const items = (value: unknown) => (Array.isArray(value) ? value : [])
  return {
    streamed: items(output).map((item) => [
      pick(item, 'name'),
      JSON.parse(String(pick(item, 'arguments'))),
    ]),
    whole: items(content).map((block) => [pick(block, 'name'), pick(block, 'input')]),
  }
}

test('calls stay apart that a server numbers alike, and arguments may be an object', async () => {
  await using service = serviceCalling(
    [{ index: 0, id: 'a', function: { name: 'f', arguments: '{"x":' } }],
    [{ index: 0, function: { arguments: '1}' } }],
    [{ index: 0, id: 'b', function: { name: 'g', arguments: { y: 2 } } }],
  )
  const calls = [
    ['f', { x: 1 }],
    ['g', { y: 2 }],
  ]
  expect((await callsOf(service)).streamed).toEqual(calls)
})

test('calls stay apart that have neither a number nor an id', async () => {
  await using service = serviceCalling([
    { function: { name: 'f', arguments: '{"x":1}' } },
    { function: { name: 'g', arguments: '{}' } },
  ])
  const calls = [
    ['f', { x: 1 }],
    ['g', {}],
  ]
  expect(await callsOf(service)).toEqual({ streamed: calls, whole: calls })
})
