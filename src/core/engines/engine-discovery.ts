import type { AnyEngine, EngineSource, ScanResult } from '../../engines/contract/any-engine.ts'
import { asFailure } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'
import { deadline } from '../../platform/deadline.ts'
import type { Log } from '../../platform/log.ts'
import type { EngineChanges, EngineRegistry } from './engine-registry.ts'

/** Durations of discovery, in milliseconds. See Limits. */
export interface DiscoveryLimits {
  /** Between two scans of what does not answer. */
  engineSearchMs: number
  /** Between two scans of what answers. */
  engineRefreshMs: number
  /** Shortest time between two scans that requests or failures ask for. */
  engineScanPauseMs: number
  /** Time limit of one scan of a server. */
  engineScanMs: number
  /** How long a request waits for a round. */
  engineScanWaitMs: number
}

/**
 * @limit engine-search seconds engineSearchMs
 * @limit engine-refresh seconds engineRefreshMs
 * @limit engine-scan-pause seconds engineScanPauseMs
 * @limit engine-scan seconds engineScanMs
 * @limit engine-scan-wait seconds engineScanWaitMs
 */
export const DISCOVERY_LIMITS: DiscoveryLimits = {
  engineSearchMs: 3_000,
  engineRefreshMs: 30_000,
  engineScanPauseMs: 1_000,
  engineScanMs: 2_000,
  engineScanWaitMs: 300,
}

/** What found engines of a type are called in the log. */
const NOUNS: Readonly<Record<AnyEngine['type'], string>> = {
  text: 'a model server',
  speech: 'a speech engine',
  transcription: 'a transcription engine',
}

interface EngineDiscoveryOptions<engine extends AnyEngine> {
  registry: EngineRegistry<engine>
  /** Where others are searched, in order of preference; not used where engines are configured. */
  sources: readonly EngineSource<engine>[]
  /** Called for each engine that answers again after it had not. */
  onReturn: (engine: engine) => void
  log: Log
  limits: DiscoveryLimits
}

/**
 * Scans the servers and programs of one type of engines at intervals: reads what the configured ones
 * have, and finds others where none is configured. Nothing that knows its engine waits for it.
 */
export class EngineDiscovery<engine extends AnyEngine = Engine> {
  readonly #registry: EngineRegistry<engine>
  readonly #onReturn: (engine: engine) => void
  readonly #log: Log
  readonly #limits: DiscoveryLimits
  readonly #targets: readonly ScanTarget[]
  readonly #stop = new AbortController()
  #timer: Timer | undefined

  constructor({ registry, sources, onReturn, log, limits }: EngineDiscoveryOptions<engine>) {
    this.#registry = registry
    this.#onReturn = onReturn
    this.#log = log
    this.#limits = limits
    const known = registry.entries
      .map(({ engine }) => engine)
      .filter(({ refresh }) => refresh !== undefined)
    const searched = registry.entries.some(({ isConfigured }) => isConfigured) ? [] : sources
    this.#targets = [
      ...known.map((engine) => this.#target((signal) => refreshed(engine, signal), 0)),
      ...searched.map((source, rank) => this.#target((signal) => source.scan(signal), rank)),
    ]
  }

  /** Whether there is anything to scan. */
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
   * Scans everything that was not scanned within the last second. Calls at the same time share their
   * scans.
   *
   * @returns Resolves when each has answered, or has had its time; never rejects
   */
  async scan(): Promise<void> {
    if (this.#stop.signal.aborted) return
    await Promise.all(this.#targets.map((target) => target.scan()))
  }

  /** Scans as {@link scan} does, but waits only as long as a request may. */
  async scanBriefly(): Promise<void> {
    await deadline(this.scan(), this.#limits.engineScanWaitMs, { onTimeout: () => undefined })
  }

  /**
   * Takes the results of a scan.
   *
   * @param rank Position of engines that are new, among those that were found
   */
  take(results: readonly ScanResult<engine>[], rank: number): void {
    const changes = this.#registry.update(results, rank)
    for (const engine of changes.answering) this.#onReturn(engine)
    this.#report(changes)
  }

  #target(
    run: (signal: AbortSignal) => Promise<readonly ScanResult<engine>[]>,
    rank: number,
  ): ScanTarget {
    const { engineScanMs, engineScanPauseMs } = this.#limits
    // Each result is used at once, so that a server that hangs holds up no other.
    return new ScanTarget(engineScanPauseMs, async () => {
      const limit = AbortSignal.timeout(engineScanMs)
      try {
        const results = await run(AbortSignal.any([this.#stop.signal, limit]))
        if (!this.#stop.signal.aborted) this.take(results, rank)
        return results.some(({ state }) => state === 'answers')
      } catch (err) {
        this.#log.error({ err }, 'A scan for engines failed')
        return false
      }
    })
  }

  /** Scans what does not answer, and from time to time what does. */
  #tick(): void {
    if (this.#stop.signal.aborted) return
    const { engineSearchMs, engineRefreshMs } = this.#limits
    const until = performance.now() - engineRefreshMs
    for (const target of this.#targets)
      if (!target.answers || target.endedAt <= until) void target.scan()
    this.#timer = setTimeout(() => this.#tick(), engineSearchMs)
  }

  #report({ found, lost, changed }: EngineChanges<engine>): void {
    for (const engine of found) this.#log.info(factsOf(engine), `Found ${NOUNS[engine.type]}`)
    for (const engine of changed)
      this.#log.info(factsOf(engine), 'The models of a server have changed')
    for (const engine of lost) {
      const evidence = this.#registry.failureOf(engine.id)?.message
      this.#log.info({ engine: engine.id, evidence }, 'An engine is no longer offered')
    }
  }
}

/** One address or program that is scanned at intervals, one scan at a time. */
class ScanTarget {
  readonly #pauseMs: number
  readonly #run: () => Promise<boolean>
  /** Whether an engine was there at the last scan. */
  answers = false
  /** When its last scan has ended, by the monotonic clock. */
  endedAt = Number.NEGATIVE_INFINITY
  /** The scan under way. */
  pending: Promise<void> | undefined

  /**
   * @param pauseMs Shortest time between the end of a scan and the start of the next one
   * @param run Scans once. Never rejects. Returns whether an engine is there
   */
  constructor(pauseMs: number, run: () => Promise<boolean>) {
    this.#pauseMs = pauseMs
    this.#run = run
  }

  /** @returns The end of the scan under way, or of a new one unless the last one has just ended */
  async scan(): Promise<void> {
    if (this.pending === undefined && performance.now() - this.endedAt < this.#pauseMs) return
    this.pending ??= this.#run().then((answers) => {
      this.answers = answers
      this.pending = undefined
      this.endedAt = performance.now()
    })
    await this.pending
  }
}

async function refreshed<engine extends AnyEngine>(
  engine: engine,
  signal: AbortSignal,
): Promise<readonly ScanResult<engine>[]> {
  try {
    await engine.refresh?.(signal)
    return [{ engine, state: 'answers' }]
  } catch (error) {
    return [{ engine, state: 'failed', failure: asFailure(error) }]
  }
}

function factsOf(engine: AnyEngine) {
  const { id, label, models } = engine
  return {
    engine: id,
    label,
    baseUrl: engine.type === 'text' ? engine.baseUrl : undefined,
    models,
  }
}
