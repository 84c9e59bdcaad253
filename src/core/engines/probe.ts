import { type Static, Type } from '@sinclair/typebox'
import type { Account } from '../../engines/contract/account.ts'
import { asFailure, EngineFailure, type Verdict } from '../../engines/contract/failure.ts'
import { type Engine, minimalTurn } from '../../engines/contract/text.ts'
import type { Caller } from '../caller.ts'
import { defineTask } from '../tasks/define-task.ts'
import type { Runs } from '../tasks/runs.ts'
import { Attempt } from './attempt.ts'
import { type EngineLanes, SHARED_LANE } from './engine-lanes.ts'
import type { EngineRegistry } from './engine-registry.ts'

/** The service itself, as the caller of its probes. */
const PROBE_CALLER: Caller = {
  owner: 'service',
  actor: 'Hearth',
  keyId: null,
  project: null,
  product: null,
  engines: null,
  requestId: 'probe',
}

const ProbeInput = Type.Object({
  engine: Type.String(),
  account: Type.String(),
  model: Type.String(),
})

const ProbeResult = Type.Object({
  failure: Type.Optional(
    Type.Object({
      verdict: Type.Unsafe<Verdict>(Type.String()),
      message: Type.String(),
      until: Type.Optional(Type.Number()),
      family: Type.Optional(Type.String()),
    }),
  ),
})

/**
 * Requests the shortest answer of a model from one account, as a task of the engine's lane. The
 * failure of an engine is a result.
 */
export function probeTask(registry: EngineRegistry, engineLanes: EngineLanes) {
  return defineTask({
    kind: 'probe',
    idPrefix: 'prb_',
    lanes: [SHARED_LANE],
    firstLane: (_caller, { engine }) => engineLanes.of(engine),
    admission: undefined,
    input: ProbeInput,
    result: ProbeResult,
    durationKey: ({ engine }) => engine,
    async run({ engine: engineId, account: accountId, model }, context) {
      const engine = registry.find(engineId)
      const account = engine?.accounts.find(({ id }) => id === accountId)
      if (engine === undefined || account === undefined) throw new Error('No such account')
      using _place = await engine.reserve?.(account, context.signal)
      const attempt = new Attempt({ engine, account, model }, context)
      let failure: EngineFailure | undefined
      try {
        await attempt.run(minimalTurn(model), () => undefined)
      } catch (error) {
        context.signal.throwIfAborted()
        failure = asFailure(error)
      } finally {
        context.record({
          type: 'model_call',
          surface: 'probe',
          engine: engine.id,
          account: account.id,
          model,
          queueMs: context.queueMs,
          charactersIn: 0,
          ...attempt.result(failure),
        })
      }
      return failure === undefined ? {} : { failure: factsOf(failure) }
    },
  })
}
export type ProbeTask = ReturnType<typeof probeTask>

/** Makes the function that runs the account monitor's model probes through the queue. */
export function queuedProbes(runs: Runs, task: ProbeTask): RunModelProbe {
  return async ({ engine, account, model, signal }: ModelProbe) => {
    const input = { engine: engine.id, account: account.id, model }
    const { failure } = await runs.result(task, PROBE_CALLER, input, { signal })
    if (failure !== undefined) throw new EngineFailure(failure.verdict, failure.message, failure)
  }
}

function factsOf({
  verdict,
  message,
  until,
  family,
}: EngineFailure): NonNullable<Static<typeof ProbeResult>['failure']> {
  return {
    verdict,
    message,
    ...(until === undefined ? {} : { until }),
    ...(family === undefined ? {} : { family }),
  }
}

/** One minimal answer of a model, needed to probe an account. */
export interface ModelProbe {
  engine: Engine
  account: Account
  model: string
  /** Aborts the probe, in the queue and while it runs. */
  signal: AbortSignal
}

/**
 * Runs a model probe: at once, or as a heavy task of the queue. The time limit is the engine's and
 * counts from the start of the run.
 *
 * @throws {EngineFailure} the same verdicts as any answer; any other error is the service's own and
 * says nothing about the account
 */
export type RunModelProbe = (probe: ModelProbe) => Promise<void>
