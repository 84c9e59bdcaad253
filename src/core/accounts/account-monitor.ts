import { EngineFailure } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { deadline } from '../../platform/deadline.ts'
import type { Log } from '../../platform/log.ts'
import type { AccountState } from './account-state.ts'
import type { Accounts, Probe, ProbeAsker } from './accounts.ts'
import { requestMinimalAnswer } from './minimal-answer.ts'
import { asFailure } from './verdict-policy.ts'

/** Every account is probed this often. */
export const ROUND_MS = 30 * 60_000
/** How often the watcher looks whose time is over. */
const TICK_MS = 10_000
/** For a look; an answer has the engine's own limit. */
const PROBE_TIMEOUT_MS = 30_000
/** How long a stop waits for what a probe has started. */
const STOP_MS = 5_000

/** A look or an answer, to be ended by the signal. */
type ProbeWork = (signal: AbortSignal) => Promise<void>

interface AccountMonitorOptions {
  accounts: Accounts
  log: Log
  /** UTC milliseconds. */
  now: () => number
  probeTimeoutMs?: number
}

/** Probes the accounts beside the work, never in its line, and re-admits those that could answer. */
export class AccountMonitor {
  readonly #accounts: Accounts
  readonly #log: Log
  readonly #now: () => number
  readonly #probeTimeoutMs: number
  readonly #startedAt: number
  /** Probes under way; a second asker waits for the first one's. */
  readonly #probes = new Map<AccountState, Promise<void>>()
  /** What adapters have running, also after its time limit. */
  readonly #running = new Map<AccountState, Promise<void>>()
  readonly #stop = new AbortController()
  #timer: Timer | undefined

  constructor({ accounts, log, now, probeTimeoutMs = PROBE_TIMEOUT_MS }: AccountMonitorOptions) {
    this.#accounts = accounts
    this.#log = log
    this.#now = now
    this.#probeTimeoutMs = probeTimeoutMs
    this.#startedAt = now()
  }

  start(): void {
    this.#timer = setInterval(() => void this.tick(), TICK_MS)
  }

  /** Stops the probes at their source; nothing is written down after it. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    this.#stop.abort(new Error('The service is stopping'))
    await deadline(Promise.allSettled(this.#running.values()), STOP_MS, {
      onTimeout: () => undefined,
    })
  }

  /**
   * Probes the accounts whose turn it is at this moment, the engines side by side, the accounts of
   * one engine in turn, so that a small machine does not start every tool at once.
   *
   * @returns When they are done
   */
  async tick(): Promise<void> {
    await Promise.all(this.#accounts.engines.map((engine) => this.#visit(engine)))
  }

  /**
   * Probes one account, however it stands; what came of it is in its standing. A look takes 30 seconds
   * at most, an answer as long as the engine may take for one. An account at work is left alone: what it
   * is doing tells more.
   *
   * @returns Never rejects
   */
  probe(accountState: AccountState, by: ProbeAsker): Promise<void> {
    const known = this.#probes.get(accountState)
    if (known !== undefined) return known
    const probe = this.#probe(accountState, by).finally(() => this.#probes.delete(accountState))
    this.#probes.set(accountState, probe)
    return probe
  }

  async #visit(engine: Engine): Promise<void> {
    for (const accountState of this.#accounts.of(engine))
      if (this.#isDue(accountState) && !this.#stop.signal.aborted)
        await this.probe(accountState, 'watcher')
  }

  #isDue(accountState: AccountState): boolean {
    const { disabledSince, probedAt, answeredAt = 0, verdicts } = accountState
    const now = this.#now()
    if (disabledSince !== undefined) return false
    // Where a probe is an answer, one that somebody had use for is as good.
    const isSpared = accountState.probeKind === 'answer' && now - answeredAt < ROUND_MS
    // The first look soon after the start, but not at what the last run has parked: that has its time.
    const isFirst = probedAt === undefined && verdicts.size === 0
    if (!isSpared && (isFirst || now - (probedAt ?? this.#startedAt) >= ROUND_MS)) return true
    return [...verdicts.values()].some(
      ({ until }) => until !== null && until <= now && (probedAt ?? 0) < until,
    )
  }

  async #probe(accountState: AccountState, by: ProbeAsker): Promise<void> {
    const { engine, account } = accountState
    // Not noted as a probe, so that the next tick looks again.
    if (engine.isBusy?.(account) === true) return
    const asked = accountState.probeKind === 'answer' ? engine.models[0] : undefined
    const isWell = await this.#try(accountState, { by, asked }, (signal) =>
      engine.probe(account, signal),
    )
    const doubted = accountState.doubtedModel
    if (!isWell || doubted === undefined) return
    await this.#try(accountState, { by, asked: doubted }, (signal) =>
      requestMinimalAnswer(engine, account, doubted, signal),
    )
  }

  /** @returns Whether all was well */
  async #try(accountState: AccountState, probe: Probe, work: ProbeWork): Promise<boolean> {
    let failure: EngineFailure | undefined
    try {
      await this.#bounded(accountState, this.#limitMs(accountState, probe), work)
    } catch (error) {
      failure = asFailure(error)
    }
    if (this.#stop.signal.aborted || accountState.disabledSince !== undefined) return false
    const fields = {
      account: accountState.name,
      asked: probe.asked,
      verdict: failure?.verdict ?? 'ok',
    }
    this.#log.debug(fields, 'Probed')
    if (failure === undefined) this.#accounts.probeSucceeded(accountState, probe)
    else this.#accounts.probeFailed(accountState, failure, probe)
    return failure === undefined
  }

  /** An answer may take as long as the engine's answers do. */
  #limitMs({ engine }: AccountState, { asked }: Probe): number {
    return asked === undefined ? this.#probeTimeoutMs : engine.timeoutMs
  }

  /** Ends in time even when the adapter does not listen to its signal. */
  async #bounded(accountState: AccountState, limitMs: number, work: ProbeWork): Promise<void> {
    if (this.#running.has(accountState))
      throw new EngineFailure('timeout', 'The probe before this one has not ended yet')
    const ending = Promise.withResolvers<never>()
    const abort = new AbortController()
    const end = (reason: Error) => {
      abort.abort(reason)
      ending.reject(reason)
    }
    const seconds = limitMs / 1000
    const timer = setTimeout(
      () => end(new EngineFailure('timeout', `The probe did not end within ${seconds} seconds`)),
      limitMs,
    )
    const stop = () => end(new Error('The service is stopping'))
    this.#stop.signal.addEventListener('abort', stop, { once: true })
    try {
      this.#stop.signal.throwIfAborted()
      const working = work(abort.signal)
      const forget = () => void this.#running.delete(accountState)
      this.#running.set(accountState, working.then(forget, forget))
      await Promise.race([working, ending.promise])
    } finally {
      clearTimeout(timer)
      this.#stop.signal.removeEventListener('abort', stop)
    }
  }
}
