import { expect, test } from 'bun:test'
import {
  answer,
  failure,
  isAlive,
  lines,
  startTool,
  textOf,
  turnOf,
} from '../support/cli-double.ts'

const ANSWER = lines(
  { event: 'init', conversation_id: 'c', init: { cwd: '/w', tools: [] } },
  {
    event: 'step_update',
    step_update: { step_index: 2, state: 'DONE', step_type: 'agent_response', text_delta: 'pong' },
  },
  { event: 'result', result: { status: 'SUCCESS', response: 'pong' } },
)

test('agy answers through a real process, which gets the longest prompt as one argument', async () => {
  using tool = startTool('agy', { steps: [{ ...ANSWER, cut: 20 }] })
  const prompt = 'a'.repeat(131_071)
  expect(textOf(await answer(tool, turnOf(prompt)))).toBe('pong')
  const [call] = tool.calls()
  expect(call?.args.slice(-2)).toEqual(['-p', prompt])
  expect(call?.env).toMatchObject({ HOME: `${tool.folder}/one`, TZ: 'UTC' })
  expect(call?.files).toEqual([])
})

test('agy refuses a longer prompt before it starts, so that another engine is asked', async () => {
  using tool = startTool('agy', { steps: [ANSWER] })
  const { verdict, retryableElsewhere } = await failure(answer(tool, turnOf('a'.repeat(131_072))))
  expect({ verdict, retryableElsewhere }).toEqual({ verdict: 'request', retryableElsewhere: true })
  expect(tool.calls()).toEqual([])
})

test('agy reports a used-up quota as quota, although it exits with 0', async () => {
  const err =
    'Error: Individual quota reached. Please upgrade your subscription to increase your limits. Resets in 37h50m21s.\n'
  const out = lines({ event: 'result', result: { status: 'SUCCESS', response: '' } })
  using tool = startTool('agy', { steps: [out, { err }], exit: 0 })
  const { verdict, until, family } = await failure(
    answer(tool, turnOf('ping', { model: 'claude-sonnet-4-6' })),
  )
  expect({ verdict, family }).toEqual({ verdict: 'quota', family: 'claude-gpt' })
  expect((until ?? 0) - Date.now()).toBeWithin(37 * 3_600_000, 38 * 3_600_000)
})

test('agy’s process is ended when it uses a tool, before it reports the result', async () => {
  const used = { step_index: 1, state: 'ACTIVE', step_type: 'tool', tool_name: 'view_file' }
  const out = lines({ event: 'step_update', step_update: used })
  using tool = startTool('agy', { steps: [out, { pause: 60_000 }, ANSWER] })
  const { verdict, message } = await failure(answer(tool, turnOf('ping')))
  expect(verdict).toBe('unknown')
  expect(message).toContain('view_file')
  expect(isAlive(tool.calls()[0]?.pid ?? 0)).toBe(false)
})
