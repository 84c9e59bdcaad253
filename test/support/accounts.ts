import type { AlertText } from '../../src/core/alert-texts.ts'
import { AccountMonitor, requestMinimalAnswer } from '../../src/core/engines/account-monitor.ts'
import type { AccountState } from '../../src/core/engines/account-state.ts'
import { AccountStore } from '../../src/core/engines/account-store.ts'
import { Accounts } from '../../src/core/engines/accounts.ts'
import { EngineRegistry } from '../../src/core/engines/engine-registry.ts'
import type { RunModelProbe } from '../../src/core/engines/probe.ts'
import { Rotation } from '../../src/core/engines/rotation.ts'
import { openDatabase } from '../../src/db/open.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import { createLog } from '../../src/platform/log.ts'
import { failing, fakeEngine, saying } from './engines.ts'

export const NOON = Date.UTC(2026, 10, 20, 12)
export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
const OWNER = 'Primary Key'

/**
 * An engine with several accounts. Probes and answers succeed unless the test sets a failure.
 */
export function poolEngine(ids: readonly string[], options: Partial<Engine> = {}) {
  const probed: string[] = []
  const failures = new Map<string, Error>()
  const answerFailures = new Map<string, Error>()
  const respond: Parameters<typeof fakeEngine>[1] = (turn, signal, account) => {
    const failure = answerFailures.get(account.id)
    return (failure === undefined ? saying('Hello') : failing(failure))(turn, signal)
  }
  const engine = fakeEngine('pool', respond, {
    accounts: ids.map((id) => ({ id })),
    async checkStatus(_signal, { id }) {
      probed.push(id)
      const failure = failures.get(id)
      if (failure !== undefined) throw failure
    },
    ...options,
  })
  return { engine, probed, failures, answerFailures }
}

/** Creates the accounts of engines over a real database, with a clock that the test advances. */
export function createAccounts(
  engines: readonly Engine[],
  {
    path = ':memory:',
    start = NOON,
    statusCheckTimeoutMs = 20,
    runModelProbe = requestMinimalAnswer,
  }: {
    path?: string
    start?: number
    statusCheckTimeoutMs?: number
    runModelProbe?: RunModelProbe
  } = {},
) {
  const db = openDatabase(path)
  const log = createLog('silent')
  const alerts: AlertText[] = []
  let now = start
  const clock = () => now
  const sink = { raise: (alert: AlertText) => void alerts.push(alert) }
  const accounts = new Accounts({
    registry: new EngineRegistry({ engines, now: clock }),
    ...{ store: new AccountStore(db), alerts: sink, log, now: clock },
  })
  const accountMonitor = new AccountMonitor({
    ...{ accounts, log, now: clock, statusCheckTimeoutMs, runModelProbe },
  })
  const commit = (write: () => void) => db.transaction(write)
  const rotation = () =>
    new Rotation(
      accounts,
      engines.map((engine) => ({ engine, model: engine.models[0] ?? '' })),
    )
  return {
    accounts,
    accountMonitor,
    alerts,
    /** The alerts so far, as `kind subject`. */
    alertNames: () => alerts.map(({ kind, subject }) => `${kind} ${subject}`),
    advance(ms: number) {
      now += ms
    },
    /** What the owner does. */
    clear: (account: AccountState) => accounts.clear(account, OWNER, commit),
    disable: (account: AccountState) => accounts.disable(account, OWNER, commit),
    enable: (account: AccountState) => accounts.enable(account, OWNER, commit),
    rotation,
    /**
     * Fails the attempts of one question with these failures in turn. @returns The accounts of the
     * attempts
     */
    attempts(...failures: EngineFailure[]): string[] {
      const attempt = rotation()
      const names: string[] = []
      for (let choice = attempt.next(); choice !== undefined; choice = attempt.next()) {
        names.push(`${choice.engine.id}/${choice.account.id}`)
        const failure = failures[names.length - 1]
        if (failure === undefined) break
        attempt.failed(choice, failure)
      }
      return names
    },
    [Symbol.dispose]: () => db[Symbol.dispose](),
  }
}

export function failure(
  verdict: EngineFailure['verdict'],
  facts: { until?: number; family?: string } = {},
): EngineFailure {
  return new EngineFailure(verdict, `It said ${verdict}`, facts)
}
