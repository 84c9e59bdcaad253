import { EngineFailure } from '../../engines/contract/failure.ts'
import type { AccountState } from './account-state.ts'
import { type Accounts, AVAILABILITY_RANKS } from './accounts.ts'
import type { EngineList } from './engine-registry.ts'
import { sidelinedAccount } from './no-engine-error.ts'

const MINUTE_MS = 60_000
/**
 * How long an engine is passed over after a failure; twice as long after each further one.
 * @limit media-pause minutes
 */
export const FIRST_PAUSE_MS = MINUTE_MS
/** The longest pause. @limit media-pause-max minutes */
export const MAX_PAUSE_MS = 32 * MINUTE_MS
/**
 * Failures in a row after which the owner is alerted. A failed probe alerts at once.
 * @limit media-alert count
 */
export const ALERTING_FAILURES = 3

/** Which engines of one type to ask, and how those that were asked have done. */
export interface EngineHealth {
  /**
   * The engines to ask, the best first: those that work, then those whose pause is over, then those
   * that have just failed, each in the order given. Without those that are disabled, do not accept
   * the key or cannot be started.
   */
  usable<engine extends { readonly id: string }>(engines: readonly engine[]): engine[]
  /** Why an engine is not asked until its owner acts, for them; undefined where it is asked. */
  closedReason(engineId: string): string | undefined
  /** Whether another engine should be asked, if there is one. */
  isParked(engineId: string): boolean
  /**
   * Records how an engine has done. A failure that is the fault of the request changes nothing.
   *
   * @param failure Undefined when it has succeeded
   */
  report(engineId: string, failure?: EngineFailure): void
}

interface EngineHealthOptions {
  accounts: Accounts
  engines: EngineList
  /** UTC milliseconds. */
  now: () => number
}

/** The health of the engines of one type, kept as the states of their accounts. */
export function engineHealth({ accounts, engines, now }: EngineHealthOptions): EngineHealth {
  /** Failures of each engine since it last succeeded. */
  const failures = new Map<string, number>()

  function stateOf(id: string): AccountState | undefined {
    const engine = engines.offered.find((one) => one.id === id)
    return engine && accounts.of(engine)[0]
  }

  function rankOf(id: string): number {
    return AVAILABILITY_RANKS[stateOf(id)?.availability('', now()) ?? 'ready']
  }

  return {
    usable(given) {
      return given
        .map((engine) => ({ engine, rank: rankOf(engine.id) }))
        .filter(({ rank }) => rank < AVAILABILITY_RANKS.closed)
        .toSorted((a, b) => a.rank - b.rank)
        .map(({ engine }) => engine)
    },
    closedReason(id) {
      const state = stateOf(id)
      const problem = state && sidelinedAccount(state, '', now())
      return problem?.kind === 'disabled' ? 'it is disabled' : problem?.evidence
    },
    isParked: (id) => rankOf(id) >= AVAILABILITY_RANKS.last_resort,
    report(id, failure) {
      const state = stateOf(id)
      if (state === undefined) return
      if (failure === undefined) {
        failures.delete(id)
        accounts.succeeded(state, '')
        return
      }
      if (failure.verdict === 'request') return
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (count - 1), MAX_PAUSE_MS)
      accounts.failed(state, '', pausing(failure), {
        until: now() + pauseMs,
        isRepeated: count >= ALERTING_FAILURES,
      })
    },
  }
}

/**
 * A failure whose class does not park. Of one account there is no other to ask, so that the engine
 * itself is passed over for a while, as after a broken connection.
 */
function pausing(failure: EngineFailure): EngineFailure {
  const { verdict, message } = failure
  if (verdict !== 'timeout' && verdict !== 'empty' && verdict !== 'unknown') return failure
  return new EngineFailure('transient', message, { cause: failure, raw: failure.raw })
}
