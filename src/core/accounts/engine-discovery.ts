import type { EngineSource, ScanResult } from '../../engines/contract/finder.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { deadline } from '../../platform/deadline.ts'
import type { Log } from '../../platform/log.ts'
import type { EngineChanges, EngineRegistry } from './engine-registry.ts'
import { ScanTarget } from './scan-target.ts'
import { asFailure } from './verdict-policy.ts'

/** Durations of discovery, in milliseconds. See Limits. */
export interface DiscoveryLimits {
  /** Between two rounds while no server answers, or one that did does not. */
  engineSearchMs: number
  /** Between two rounds while all servers answer. */
  engineRefreshMs: number
  /** Shortest time between two rounds that requests or failures ask for. */
  engineScanPauseMs: number
  /** Time limit of one scan of a server. */
  engineScanMs: number
  /** How long a request waits for a round. */
  engineScanWaitMs: number
}

export const DISCOVERY_LIMITS: DiscoveryLimits = {
  engineSearchMs: 3_000,
  engineRefreshMs: 30_000,
  engineScanPauseMs: 1_000,
  engineScanMs: 2_000,
  engineScanWaitMs: 300,
}

interface EngineDiscoveryOptions {
  registry: EngineRegistry
  /** Where servers are searched, in order of preference; none where engines are configured. */
  sources: readonly EngineSource[]
  /** Called for each engine whose server answers again after it had not. */
  onReturn: (engine: Engine) => void
  log: Log
  limits: DiscoveryLimits
}

/**
 * Scans the model servers at intervals: reads the models of the configured ones, and finds
 * others where none is configured. Nothing that knows its model waits for it.
 */
export class EngineDiscovery {
  readonly #registry: EngineRegistry
  readonly #onReturn: (engine: Engine) => void
  readonly #log: Log
  readonly #limits: DiscoveryLimits
  readonly #targets: readonly ScanTarget[]
  readonly #stop = new AbortController()
  #timer: Timer | undefined
  /** When the timer fires. */
  #nextAt = Number.POSITIVE_INFINITY

  constructor({ registry, sources, onReturn, log, limits }: EngineDiscoveryOptions) {
    this.#registry = registry
    this.#onReturn = onReturn
    this.#log = log
    this.#limits = limits
    const servers = registry.entries
      .map(({ engine }) => engine)
      .filter(({ readModels }) => readModels !== undefined)
    this.#targets = [
      ...servers.map((engine) => this.#target((signal) => readModels(engine, signal), 0)),
      ...sources.map((source, rank) => this.#target((signal) => source.scan(signal), rank)),
    ]
  }

  /** Whether there is a server to scan, or an address to search. */
  get isActive(): boolean {
    return this.#targets.length > 0
  }

  /** Starts with a scan at once. */
  start(): void {
    if (this.isActive) this.#tick()
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('The service is stopping'))
    clearTimeout(this.#timer)
    await Promise.all(this.#targets.map((target) => target.pending))
  }

  /**
   * Scans every server that was not scanned within the last second. Calls at the same time
   * share their scans.
   *
   * @returns Resolves when each server has answered, or has had its time; never rejects
   */
  async scan(): Promise<void> {
    if (this.#stop.signal.aborted) return
    await Promise.all(this.#targets.map((target) => target.scan()))
  }

  /** Scans as {@link scan} does, but waits only as long as a request may. */
  async scanBriefly(): Promise<void> {
    await deadline(this.scan(), this.#limits.engineScanWaitMs, { onTimeout: () => undefined })
  }

  #target(run: (signal: AbortSignal) => Promise<readonly ScanResult[]>, rank: number): ScanTarget {
    return new ScanTarget({
      // Each result is used at once, so that a server that hangs holds up no other.
      run: async () => {
        const limit = AbortSignal.timeout(this.#limits.engineScanMs)
        try {
          const results = await run(AbortSignal.any([this.#stop.signal, limit]))
          if (!this.#stop.signal.aborted) this.take(results, rank)
        } catch (err) {
          this.#log.error({ err }, 'A scan of a model server failed')
        }
      },
      pauseMs: this.#limits.engineScanPauseMs,
    })
  }

  /**
   * Takes the results of a scan.
   *
   * @param rank Position of engines that are new, among those that were found
   */
  take(results: readonly ScanResult[], rank: number): void {
    const changes = this.#registry.update(results, rank)
    for (const engine of changes.answering) this.#onReturn(engine)
    this.#report(changes)
    // A server that has stopped is scanned sooner than was planned.
    if (this.#timer !== undefined) this.#schedule()
  }

  #tick(): void {
    this.#nextAt = Number.POSITIVE_INFINITY
    void this.scan()
    this.#schedule()
  }

  #schedule(): void {
    const { engineSearchMs, engineRefreshMs } = this.#limits
    const pause = this.#allAnswer() ? engineRefreshMs : engineSearchMs
    const at = performance.now() + pause
    if (at >= this.#nextAt || this.#stop.signal.aborted) return
    clearTimeout(this.#timer)
    this.#nextAt = at
    this.#timer = setTimeout(() => this.#tick(), pause)
  }

  /** Whether there is a server, and each one answered the last scan. */
  #allAnswer(): boolean {
    const servers = this.#registry.entries.filter(
      ({ engine, isOffered }) => isOffered && engine.readModels !== undefined,
    )
    return (
      servers.length > 0 &&
      servers.every(({ seenAt, failure }) => seenAt !== undefined && failure === undefined)
    )
  }

  #report({ found, lost, changed }: EngineChanges): void {
    for (const engine of found) this.#log.info(factsOf(engine), 'Found a model server')
    for (const engine of changed)
      this.#log.info(factsOf(engine), 'The models of a server have changed')
    for (const engine of lost) {
      const evidence = this.#registry.failureOf(engine.id)?.message
      this.#log.info({ engine: engine.id, evidence }, 'An engine is no longer offered')
    }
  }
}

async function readModels(engine: Engine, signal: AbortSignal): Promise<readonly ScanResult[]> {
  try {
    await engine.readModels?.(signal)
    return [{ engine, state: 'answers' }]
  } catch (error) {
    return [{ engine, state: 'failed', failure: asFailure(error) }]
  }
}

function factsOf({ id, label, baseUrl, models }: Engine) {
  return { engine: id, label, baseUrl, models }
}
