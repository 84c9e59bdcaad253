import type { Verdict } from '../../src/engines/contract/failure.ts'
import type { Behaviour } from '../support/contract-upstream.ts'
import type { Plan, RealTool } from './tools.ts'

/** The expected result of one run of a tool. */
export interface ContractCase {
  name: string
  model: string
  behaviour: Behaviour
  stream: boolean
  plan: Plan
  expected: 'answer' | Verdict
  /** Time limit of the engine. */
  timeoutSeconds: number
}

const PATIENT_SECONDS = 60
/** Enough for a tool to start on a busy machine; gemini is a large program. */
const HANG_SECONDS = { claude: 10, codex: 10, gemini: 30 } as const

/** The cases of a tool. */
export function casesOf({ adapter, live, offered }: RealTool): readonly ContractCase[] {
  const [model = '', ...otherModels] = Object.keys(offered)
  const plain = { model, stream: false, plan: 'key', timeoutSeconds: PATIENT_SECONDS } as const
  const answers = { behaviour: 'answer', plan: 'subscription', expected: 'answer' } as const
  // Where a tool call is a turn of its own, the run ends after it.
  const calls = {
    behaviour: 'call',
    expected: adapter === 'claude' ? 'unknown' : 'answer',
  } as const
  const cases: ContractCase[] = [
    { ...plain, ...answers, name: 'answer' },
    { ...plain, ...answers, name: 'stream', behaviour: live ? 'wait' : 'answer', stream: true },
    { ...plain, ...calls, name: 'tool call' },
    ...otherModels.flatMap((other) => [
      { ...plain, ...answers, name: `answer, ${other}`, model: other },
      { ...plain, ...calls, name: `tool call, ${other}`, model: other },
    ]),
    { ...plain, name: 'quota', behaviour: 'quota', plan: 'subscription', expected: 'quota' },
    { ...plain, name: 'bad credential', behaviour: 'credential', expected: 'signed_out' },
    { ...plain, name: 'overloaded', behaviour: 'overload', expected: 'transient' },
    { ...plain, name: 'cut off', behaviour: 'cut', stream: true, expected: 'transient' },
    {
      ...plain,
      name: 'hang',
      behaviour: 'hang',
      expected: 'timeout',
      timeoutSeconds: HANG_SECONDS[adapter],
    },
  ]
  if (adapter !== 'claude') return cases
  return [
    ...cases,
    // With a key the same error reports a rate limit, not the limit of a subscription.
    { ...plain, name: 'rate limit', behaviour: 'quota', expected: 'transient' },
    {
      ...plain,
      name: 'bad login',
      behaviour: 'credential',
      plan: 'subscription',
      expected: 'signed_out',
    },
  ]
}
