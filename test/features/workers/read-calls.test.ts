import { expect, test } from 'bun:test'
import { callsOf, MAX_CALLS } from '../../../src/features/workers/worker-loop.ts'
import { runLoop, type ScriptedCall, scriptedModel, toldResults } from '../../support/workers.ts'

function read(calls: unknown) {
  return callsOf({
    ...{ engine: 'e', model: 'm', text: '', finishReason: 'tool_calls', logprobs: null },
    extra: { tool_calls: calls },
  })
}

const CALL = { function: { name: 'list_files', arguments: {} } }

test('calls have short ids, each only once, whatever the server has written', () => {
  const ids = ['a', 'a', 7, null, '', 'x'.repeat(201), undefined]
  const { calls, left } = read(ids.map((id) => ({ ...CALL, id })))
  expect(calls.map(({ name, arguments: text }) => [name, text])).toEqual(
    ids.map(() => ['list_files', '{}']),
  )
  expect(calls[0]?.id).toBe('a')
  expect(new Set(calls.map(({ id }) => id)).size).toBe(ids.length)
  expect(calls.every(({ id }) => id.length > 0 && id.length <= 200)).toBe(true)
  expect(left).toBe(0)
  for (const odd of ['calls', {}, null]) expect(read(odd)).toEqual({ calls: [], left: 0 })
  expect(read([null, 1, {}, { function: { name: 5 } }, CALL]).calls).toHaveLength(1)
})

test('of a thousand calls of an answer the first are made, and the model is told of the others', async () => {
  const many = Array.from({ length: 1_000 }, (): ScriptedCall => ['list_files', {}])
  const model = scriptedModel(many, [['finish', { answer: 'ok' }]])
  using job = await runLoop({ model })
  expect(job.steps).toHaveLength(MAX_CALLS + 1)
  const told = model.turns[1] && toldResults(model.turns[1])
  expect(told?.at(-1)).toEndWith(
    `[${1_000 - MAX_CALLS} further calls of your answer were not made: at most ${MAX_CALLS} are made at a time]`,
  )
})

test('what a model writes at length neither ends its job nor fills the answer', async () => {
  const text = 'long '.repeat(38_000)
  const model = scriptedModel(
    [['write_artifact', { name: 'report.md', text }]],
    () => [['list_files', '['.repeat(500_000)]],
    'end '.repeat(1_000_000),
  )
  using job = await runLoop({ model })
  expect(job.result?.answer).toHaveLength(100_000)
  expect(job.artifacts).toMatchObject([{ name: 'report.md', bytes: text.length }])
  // The bound of what an engine is asked.
  for (const { messages } of model.turns)
    expect(JSON.stringify(messages).length).toBeLessThan(100_000)
})
