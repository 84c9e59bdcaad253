import { type Engine, EngineFailure } from '../../engines/contract.ts'
import type { Log } from '../../platform/log.ts'
import type { Accounts, Probe, ProbeAsker } from './accounts.ts'
import { askTiny } from './ask-tiny.ts'
import { asFailure } from './effects.ts'
import type { Standing } from './standing.ts'

/** Every account is probed this often. Spec: What the service does, 5. */
export const ROUND_MS = 30 * 60_000
/** How often the watcher looks whose time is over. */
const TICK_MS = 10_000
/** For a look; an answer has the engine's own limit. */
const PROBE_TIMEOUT_MS = 30_000
/** How long a stop waits for what a probe has started. */
const STOP_MS = 5_000

/** A look or an answer, to be ended by the signal. */
type ProbeWork = (signal: AbortSignal) => Promise<void>

interface WatcherOptions {
  accounts: Accounts
  log: Log
  /** UTC milliseconds. */
  now: () => number
  probeTimeoutMs?: number
}

/** Probes the accounts beside the work, never in its line, and re-admits those that could answer. */
export class Watcher {
  readonly #accounts: Accounts
  readonly #log: Log
  readonly #now: () => number
  readonly #probeTimeoutMs: number
  readonly #startedAt: number
  /** Probes under way; a second asker waits for the first one's. */
  readonly #probes = new Map<Standing, Promise<void>>()
  /** What adapters have running, also after its time limit. */
  readonly #running = new Map<Standing, Promise<void>>()
  readonly #stop = new AbortController()
  #timer: Timer | undefined

  constructor({ accounts, log, now, probeTimeoutMs = PROBE_TIMEOUT_MS }: WatcherOptions) {
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
    const limit = Promise.withResolvers<void>()
    const timer = setTimeout(() => limit.resolve(), STOP_MS)
    await Promise.race([Promise.allSettled(this.#running.values()), limit.promise])
    clearTimeout(timer)
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
  probe(standing: Standing, by: ProbeAsker): Promise<void> {
    const known = this.#probes.get(standing)
    if (known !== undefined) return known
    const probe = this.#probe(standing, by).finally(() => this.#probes.delete(standing))
    this.#probes.set(standing, probe)
    return probe
  }

  async #visit(engine: Engine): Promise<void> {
    for (const standing of this.#accounts.of(engine))
      if (this.#isDue(standing) && !this.#stop.signal.aborted) await this.probe(standing, 'watcher')
  }

  #isDue(standing: Standing): boolean {
    const { disabledSince, probedAt, answeredAt = 0, verdicts } = standing
    const now = this.#now()
    if (disabledSince !== undefined) return false
    // Where a probe is an answer, one that somebody had use for is as good.
    const isSpared = standing.probeKind === 'answer' && now - answeredAt < ROUND_MS
    // The first look soon after the start, but not at what the last run has parked: that has its time.
    const isFirst = probedAt === undefined && verdicts.size === 0
    if (!isSpared && (isFirst || now - (probedAt ?? this.#startedAt) >= ROUND_MS)) return true
    return [...verdicts.values()].some(
      ({ until }) => until !== null && until <= now && (probedAt ?? 0) < until,
    )
  }

  async #probe(standing: Standing, by: ProbeAsker): Promise<void> {
    const { engine, account } = standing
    // Not noted as a probe, so that the next tick looks again.
    if (engine.isBusy?.(account) === true) return
    const asked = standing.probeKind === 'answer' ? engine.models[0] : undefined
    const isWell = await this.#try(standing, { by, asked }, (signal) =>
      engine.probe(account, signal),
    )
    const doubted = standing.doubtedModel
    if (!isWell || doubted === undefined) return
    await this.#try(standing, { by, asked: doubted }, (signal) =>
      askTiny(engine, account, doubted, signal),
    )
  }

  /** @returns Whether all was well */
  async #try(standing: Standing, probe: Probe, work: ProbeWork): Promise<boolean> {
    let failure: EngineFailure | undefined
    try {
      await this.#bounded(standing, this.#limitMs(standing, probe), work)
    } catch (error) {
      failure = asFailure(error)
    }
    if (this.#stop.signal.aborted || standing.disabledSince !== undefined) return false
    const fields = { account: standing.name, asked: probe.asked, verdict: failure?.verdict ?? 'ok' }
    this.#log.debug(fields, 'Probed')
    if (failure === undefined) this.#accounts.probeSucceeded(standing, probe)
    else this.#accounts.probeFailed(standing, failure, probe)
    return failure === undefined
  }

  /** An answer may take as long as the engine's answers do. */
  #limitMs({ engine }: Standing, { asked }: Probe): number {
    return asked === undefined ? this.#probeTimeoutMs : engine.timeoutMs
  }

  /** Ends in time even when the adapter does not listen to its signal. */
  async #bounded(standing: Standing, limitMs: number, work: ProbeWork): Promise<void> {
    if (this.#running.has(standing))
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
      const forget = () => void this.#running.delete(standing)
      this.#running.set(standing, working.then(forget, forget))
      await Promise.race([working, ending.promise])
    } finally {
      clearTimeout(timer)
      this.#stop.signal.removeEventListener('abort', stop)
    }
  }
}
