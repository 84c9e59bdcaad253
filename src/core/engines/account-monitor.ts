import type { AnyEngine } from '../../engines/contract/any-engine.ts'
import { asFailure, EngineFailure } from '../../engines/contract/failure.ts'
import { type EngineEvent, minimalTurn } from '../../engines/contract/text.ts'
import { deadline } from '../../platform/deadline.ts'
import type { Log } from '../../platform/log.ts'
import type { AccountState } from './account-state.ts'
import type { Accounts, ProbeRequester } from './accounts.ts'
import type { ModelProbe, RunModelProbe } from './probe.ts'

/** Every account is probed this often. */
export const PROBE_INTERVAL_MS = 30 * 60_000
/** How long an account is not probed again after a probe that says nothing about it. */
export const RETRY_INTERVAL_MS = 5 * 60_000
/** How often the monitor checks which accounts are due. */
const TICK_MS = 10_000
/** Time limit of a status check. */
export const STATUS_CHECK_TIMEOUT_MS = 30_000
/** How long a stop waits for probes to end. */
const STOP_TIMEOUT_MS = 5_000

interface AccountMonitorOptions {
  accounts: Accounts
  log: Log
  /** UTC milliseconds. */
  now: () => number
  statusCheckTimeoutMs?: number
  /** Runs the probes that need an answer of a model; by default at once. */
  runModelProbe?: RunModelProbe
}

/** A probe under way. */
interface PendingProbe {
  ended: Promise<void>
  abort: AbortController
}

/**
 * Probes the accounts and re-admits those that could answer. Status checks run beside the queue; a
 * probe that asks a model goes through `runModelProbe`.
 */
export class AccountMonitor {
  readonly #accounts: Accounts
  readonly #log: Log
  readonly #now: () => number
  readonly #statusCheckTimeoutMs: number
  readonly #runModelProbe: RunModelProbe
  readonly #startedAt: number
  /** Probes under way; a second request for one gets the same probe. */
  readonly #probes = new Map<AccountState, PendingProbe>()
  /** Status checks that an adapter still runs, also after their time limit. */
  readonly #statusChecks = new Map<AccountState, Promise<void>>()
  /** Of accounts whose last probe was inconclusive: when the next one may start. */
  readonly #retryAt = new Map<AccountState, number>()
  readonly #stop = new AbortController()
  #timer: Timer | undefined

  constructor({
    accounts,
    log,
    now,
    statusCheckTimeoutMs = STATUS_CHECK_TIMEOUT_MS,
    runModelProbe = requestMinimalAnswer,
  }: AccountMonitorOptions) {
    this.#accounts = accounts
    this.#log = log
    this.#now = now
    this.#statusCheckTimeoutMs = statusCheckTimeoutMs
    this.#runModelProbe = runModelProbe
    this.#startedAt = now()
  }

  start(): void {
    const tick = () =>
      this.tick().catch((err) => this.#log.error({ err }, 'Cannot probe the accounts'))
    this.#timer = setInterval(() => void tick(), TICK_MS)
  }

  /** Aborts the probes and waits up to 5 s for them to end. No result is recorded afterwards. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stop.abort(new Error('The service is stopping'))
    const ended = [...this.#probes.values()].map((probe) => probe.ended)
    await deadline(
      Promise.allSettled([...ended, ...this.#statusChecks.values()]),
      STOP_TIMEOUT_MS,
      {
        onTimeout: () => undefined,
      },
    )
  }

  /**
   * Probes the accounts that are due. Engines are probed in parallel and the accounts of one engine
   * in turn, so that a small machine does not start every tool at once.
   *
   * @returns Resolves when the probes have ended
   */
  async tick(): Promise<void> {
    // A scan that began before the stop may end after it, when nothing can be read any more.
    if (this.#stop.signal.aborted) return
    await Promise.all(this.#accounts.engines.map((engine) => this.#probeDueAccounts(engine)))
  }

  /**
   * Probes one account, whatever its state, and records the result in that state. A status check
   * takes 30 seconds at most. A probe that asks a model takes as long as `runModelProbe`: the wait
   * in the queue and then the engine's own time limit. A busy account is not probed.
   *
   * @returns Never rejects
   */
  probe(accountState: AccountState, by: ProbeRequester): Promise<void> {
    const known = this.#probes.get(accountState)
    if (known !== undefined) return known.ended
    const abort = new AbortController()
    const signal = AbortSignal.any([this.#stop.signal, abort.signal])
    const ended = this.#probe(accountState, by, signal).finally(() =>
      this.#probes.delete(accountState),
    )
    this.#probes.set(accountState, { ended, abort })
    return ended
  }

  /** Aborts the probe of an account that was disabled, also while it waits in the queue. */
  cancel(accountState: AccountState): void {
    this.#probes.get(accountState)?.abort.abort(new Error('The account is disabled'))
  }

  async #probeDueAccounts(engine: AnyEngine): Promise<void> {
    for (const accountState of this.#accounts.of(engine))
      if (this.#isDue(accountState) && !this.#stop.signal.aborted)
        await this.probe(accountState, 'watcher')
  }

  #isDue(accountState: AccountState): boolean {
    const { disabledSince, probedAt, answeredAt = 0, verdicts } = accountState
    const now = this.#now()
    if (disabledSince !== undefined) return false
    if (now < (this.#retryAt.get(accountState) ?? 0)) return false
    // A recent answer makes a probe that asks a model unnecessary.
    const isUnneeded = accountState.probeKind === 'answer' && now - answeredAt < PROBE_INTERVAL_MS
    // A verdict of the last run keeps its time: only accounts without one are probed at the start.
    const isFirst = probedAt === undefined && verdicts.size === 0
    if (!isUnneeded && (isFirst || now - (probedAt ?? this.#startedAt) >= PROBE_INTERVAL_MS))
      return true
    return [...verdicts.values()].some(
      ({ until }) => until !== null && until <= now && (probedAt ?? 0) < until,
    )
  }

  async #probe(accountState: AccountState, by: ProbeRequester, signal: AbortSignal): Promise<void> {
    const { engine, account, probeKind } = accountState
    // `probedAt` is left as it is, so that the next tick tries again.
    if (engine.isBusy?.(account) === true) return
    const defaultModel = accountState.models[0]
    const hasSucceeded =
      probeKind === 'answer' && defaultModel !== undefined
        ? await this.#probeModel(accountState, defaultModel, by, signal)
        : await this.#probeStatus(accountState, by, signal)
    const unverifiedModel = accountState.modelToVerify
    if (hasSucceeded && unverifiedModel !== undefined)
      await this.#probeModel(accountState, unverifiedModel, by, signal)
  }

  #probeStatus(
    accountState: AccountState,
    by: ProbeRequester,
    signal: AbortSignal,
  ): Promise<boolean> {
    return this.#record(accountState, by, undefined, () => this.#checkStatus(accountState, signal))
  }

  #probeModel(
    accountState: AccountState,
    model: string,
    by: ProbeRequester,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { engine, account } = accountState
    return this.#record(accountState, by, model, async () => {
      signal.throwIfAborted()
      if (engine.type !== 'text') throw new Error(`No model of ${engine.id} can be asked`)
      await this.#runModelProbe({ engine, account, model, signal })
    })
  }

  /**
   * Records a probe's result. Only an `EngineFailure` is a verdict on the account.
   *
   * @returns Whether the probe succeeded
   */
  async #record(
    accountState: AccountState,
    by: ProbeRequester,
    model: string | undefined,
    run: () => Promise<void>,
  ): Promise<boolean> {
    const failure = await run().then(() => undefined, asError)
    if (this.#stop.signal.aborted || accountState.disabledSince !== undefined) return false
    if (failure !== undefined && !(failure instanceof EngineFailure)) {
      // Such as a full disk: the service has failed, and `probedAt` keeps the last real result.
      this.#log.warn({ account: accountState.name, model, err: failure }, 'A probe has no result')
      this.#retryAt.set(accountState, this.#now() + RETRY_INTERVAL_MS)
      return false
    }
    this.#retryAt.delete(accountState)
    const fields = { account: accountState.name, model, verdict: failure?.verdict ?? 'ok' }
    this.#log.debug(fields, 'Probed an account')
    if (failure === undefined) this.#accounts.probeSucceeded(accountState, { by, model })
    else this.#accounts.probeFailed(accountState, failure, { by, model })
    return failure === undefined
  }

  /** Ends at its time limit also when the adapter ignores its signal. */
  async #checkStatus(accountState: AccountState, signal: AbortSignal): Promise<void> {
    if (this.#statusChecks.has(accountState))
      throw new EngineFailure('timeout', 'The status check before this one has not ended yet')
    signal.throwIfAborted()
    const { engine, account } = accountState
    const ms = this.#statusCheckTimeoutMs
    const limit = new AbortController()
    const check = engine
      .checkStatus(AbortSignal.any([signal, limit.signal]), account)
      .catch((error: unknown) => {
        throw asFailure(error)
      })
    const forget = () => void this.#statusChecks.delete(accountState)
    this.#statusChecks.set(accountState, check.then(forget, forget))
    await deadline(check, ms, {
      signal,
      onTimeout: () => {
        const text = `The status check did not end within ${ms / 1000} seconds`
        const failure = new EngineFailure('timeout', text)
        limit.abort(failure)
        throw failure
      },
    })
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('Not an error', { cause: reason })
}

/**
 * Requests the shortest answer of a model: the only proof that its account can answer. The run is
 * aborted after the engine's time limit.
 *
 * @throws {EngineFailure} also `empty` for an answer without content, and `timeout`
 */
export async function requestMinimalAnswer({
  engine,
  account,
  model,
  signal,
}: ModelProbe): Promise<void> {
  const limit = new AbortController()
  const timer = setTimeout(() => limit.abort(), engine.timeoutMs)
  let answered = false
  try {
    const runSignal = AbortSignal.any([signal, limit.signal])
    for await (const batch of engine.run(minimalTurn(model), account, runSignal))
      answered ||= batch.some(hasContent)
    signal.throwIfAborted()
  } catch (cause) {
    signal.throwIfAborted()
    if (!limit.signal.aborted) throw asFailure(cause)
    const seconds = engine.timeoutMs / 1000
    throw new EngineFailure('timeout', `The engine did not answer within ${seconds} seconds`, {
      cause,
    })
  } finally {
    clearTimeout(timer)
  }
  if (!answered) throw new EngineFailure('empty', 'The engine ended without an answer')
}

function hasContent(event: EngineEvent): boolean {
  return event.type === 'delta' || (event.type === 'text' && event.text !== '')
}
