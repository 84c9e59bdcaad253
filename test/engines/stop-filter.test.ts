import { expect, test } from 'bun:test'
import { shapeTurn } from '../../src/engines/cli/cli-engine.ts'
import type { EngineEvent } from '../../src/engines/contract/text.ts'
import { answer, isAlive, lines, startTool, textOf, turnOf } from '../support/cli-double.ts'
import { thrown } from '../support/thrown.ts'

const ABLE = { images: true, structured: true, tools: true }
const FINISH: EngineEvent = { type: 'finish', reason: 'stop' }

function filterFor(stop: unknown) {
  return shapeTurn(turnOf('hi', { options: { stop } }), ABLE).filters.at(-1)
}

/** The output of a filter for each piece, and after the end. */
function passed(stop: unknown, ...pieces: readonly string[]) {
  const filter = filterFor(stop)
  const early = pieces.map((text) => filter?.apply([{ type: 'text', text }]) ?? [])
  const events = [...early.flat(), ...(filter?.apply([FINISH]) ?? [])]
  return { early: early.map(textOf), events, isDone: filter?.isDone }
}

test.each([
  ['in one piece', ['one END two']],
  ['across pieces', ['one E', 'N', 'D two']],
  ['behind a start that was none', ['one ', 'EN', 'END two']],
])('an answer ends before a stop sequence %s', (_, pieces) => {
  const { events, isDone } = passed(['STOP', 'END'], ...pieces)
  expect(textOf(events)).toBe(pieces.join('').slice(0, pieces.join('').indexOf('END')))
  expect(events.at(-1)).toEqual({ ...FINISH, stopSequence: 'END' })
  expect(isDone).toBe(true)
})

test('what is no stop sequence after all is passed on, and nothing is lost at the end', () => {
  const { early, events } = passed('\n\nUser:', 'a\n', '\nb\n\nUs', 'ers\n\nUser')
  expect(early).toEqual(['a', '\n\nb', '\n\nUsers'])
  expect(textOf(events)).toBe('a\n\nb\n\nUsers\n\nUser')
  expect(events.at(-1)).toEqual(FINISH)
})

test('of several stop sequences the first in the answer ends it', () => {
  const { events } = passed(['later', 'b'], 'a b later')
  expect(events).toEqual([
    { type: 'text', text: 'a ' },
    { ...FINISH, stopSequence: 'b' },
  ])
})

test('without a stop sequence nothing is looked for', () => {
  for (const stop of [undefined, null, '', [], ['']]) expect(filterFor(stop)).toBeUndefined()
})

test.each([
  ['seventeen stop sequences', Array.from({ length: 17 }, (_, index) => `${index}`)],
  ['one of 257 characters', 'x'.repeat(257)],
])('%s: left to another engine', async (_, stop) => {
  const refusal = await thrown(Promise.try(filterFor, stop))
  expect(refusal).toMatchObject({ verdict: 'request', retryableElsewhere: true })
})

test('a tool is ended at a stop sequence, before it has written the rest', async () => {
  const text = (delta: string) => {
    const step = { step_index: 2, state: 'ACTIVE', step_type: 'agent_response' }
    return lines({ event: 'step_update', step_update: { ...step, text_delta: delta } })
  }
  using tool = startTool('agy', {
    steps: [text('Thought: easy.\nObs'), text('ervation: none'), { pause: 60_000 }, text('more')],
  })
  const events = await answer(tool, turnOf('hi', { options: { stop: ['\nObservation:'] } }))
  expect(textOf(events)).toBe('Thought: easy.')
  expect(events.at(-1)).toEqual({ ...FINISH, stopSequence: '\nObservation:' })
  expect(isAlive(tool.calls()[0]?.pid ?? 0)).toBe(false)
})
