import { expect } from 'bun:test'
import type { Turn } from '../../src/engines/contract/text.ts'
import { fakeEngine } from './engines.ts'
import { pickEvents } from './pick.ts'
import { createTestApp, jsonInit, PRIMARY_KEY, type TestOptions } from './service.ts'
import { fakeSandbox, type ScriptedCall, toolCalls } from './workers.ts'

export const WORKER_PATH = '/api/ai/worker'
export const WORKER_BODY = { profile: 'read_docs', brief: 'Add the numbers' }
export const FINISH: ScriptedCall[] = [['finish', { answer: 'It is 3' }]]

type Answer = ScriptedCall[] | ((turn: Turn) => ScriptedCall[] | Promise<ScriptedCall[]>)

/** An engine that answers each turn of a worker with calls, the last ones again and again. */
function callingEngine(...script: Answer[]) {
  let turns = 0
  return fakeEngine('local', async function* (turn) {
    const next = script[Math.min(turns++, script.length - 1)] ?? []
    const calls = typeof next === 'function' ? await next(turn) : next
    const tool_calls = toolCalls(calls, (index) => `${turns}_${index}`)
    yield [
      { type: 'delta', delta: { tool_calls } },
      { type: 'finish', reason: 'tool_calls' },
    ]
  })
}

/** The service with an engine that answers workers by a script, and a sandbox that runs nothing. */
export function workerService(
  script: Answer[],
  { sandbox = fakeSandbox(), engines, ...options }: TestOptions = {},
) {
  const engine = callingEngine(...script)
  const app = createTestApp({ engines: engines ?? [engine], sandbox, ...options })
  const owner = { authorization: `Bearer ${PRIMARY_KEY}` }
  return {
    ...app,
    engine,
    ask: (body: object, headers: Record<string, string> = owner) =>
      app.request(WORKER_PATH, jsonInit('POST', body, headers)),
    /** Asks for a job and follows it to its end. */
    async finished(body: object = WORKER_BODY, headers: Record<string, string> = owner) {
      const made = await app.request(WORKER_PATH, jsonInit('POST', body, headers))
      expect(made.status).toBe(202)
      const location = made.headers.get('location') ?? ''
      const records = await pickEvents(await app.request(`${location}/events`, { headers }))
      const job: unknown = await (await app.request(location, { headers })).json()
      return { location, records, job }
    },
  }
}
