import type { EngineFailure } from '../../engines/contract/failure.ts'
import type { EngineSource, ScanResult } from '../../engines/contract/finder.ts'
import { deadline } from '../../platform/deadline.ts'
import type { Log } from '../../platform/log.ts'
import type { DiscoveryLimits } from './engine-discovery.ts'
import { MAX_FAILED_SCANS } from './engine-registry.ts'
import { ScanTarget } from './scan-target.ts'
import { asFailure } from './verdict-policy.ts'

/** What speech engines and recognisers have in common. */
interface NamedEngine {
  readonly id: string
  readonly label: string
  checkStatus(signal: AbortSignal): Promise<void>
}

/** An engine with what its last scan has found. */
interface MediaEntry<engine> {
  readonly engine: engine
  /** Whether the owner has configured it. Such an engine stays, whatever happens. */
  readonly isConfigured: boolean
  readonly isOffered: boolean
  /** Why it could not be used at the last scan; undefined when it could, or was not scanned yet. */
  readonly failure: EngineFailure | undefined
}

interface Mutable<engine> {
  engine: engine
  isConfigured: boolean
  isOffered: boolean
  failure: EngineFailure | undefined
  failedScans: number
  /** Position in the order of preference. */
  rank: number
}

/** An engine or a source with what its last scan has found. */
interface Target {
  scan: ScanTarget
  /** Whether there is an engine, and it can be used. */
  answers: boolean
  /** When its last scan has ended, by the monotonic clock. */
  scannedAt: number
}

interface MediaRegistryOptions<engine> {
  /** The configured engines, in order of preference. */
  engines: readonly engine[]
  /** Where others are searched, in order of preference; not used where engines are configured. */
  sources: readonly EngineSource<engine>[]
  /** What the engines are, for the log: `a recogniser`. */
  noun: string
  /** Called for each engine that can be used again after it could not. */
  onReturn: (engine: engine) => void
  log: Log
  limits: DiscoveryLimits
}

/**
 * The speech engines, or the recognisers, of the moment: the configured ones, else those that are
 * found. Both are scanned at intervals, as the servers of models are.
 */
export class MediaRegistry<engine extends NamedEngine> {
  readonly #options: MediaRegistryOptions<engine>
  readonly #entries = new Map<string, Mutable<engine>>()
  readonly #targets: readonly Target[]
  readonly #stop = new AbortController()
  #offered: readonly engine[] = []
  #timer: Timer | undefined

  constructor(options: MediaRegistryOptions<engine>) {
    this.#options = options
    const { engines, sources } = options
    for (const [rank, engine] of engines.entries())
      this.#entries.set(engine.id, entryOf(engine, { isConfigured: true, rank }))
    const configured = engines.map((engine) => (signal: AbortSignal) => checked(engine, signal))
    const searched = engines.length > 0 ? [] : sources
    const scans = [
      ...configured,
      ...searched.map((source) => (signal: AbortSignal) => source.scan(signal)),
    ]
    this.#targets = scans.map((run, rank) => this.#target(run, rank))
    this.#arrange()
  }

  /** The engines that are offered now, in order of preference; the same array until they change. */
  get offered(): readonly engine[] {
    return this.#offered
  }

  /** Every configured or found engine, also those that cannot be used now. */
  get entries(): readonly MediaEntry<engine>[] {
    return this.#sorted()
  }

  /** Starts with a scan at once. */
  start(): void {
    if (this.#targets.length > 0) this.#tick()
  }

  async stop(): Promise<void> {
    this.#stop.abort(new Error('The service is stopping'))
    clearTimeout(this.#timer)
    await Promise.all(this.#targets.map(({ scan }) => scan.pending))
  }

  /**
   * Scans all that was not scanned within the last second. Calls at the same time share their scans.
   *
   * @returns Resolves when each has answered, or has had its time; never rejects
   */
  async scan(): Promise<void> {
    if (this.#stop.signal.aborted) return
    await Promise.all(this.#targets.map(({ scan }) => scan.scan()))
  }

  /** Scans as {@link scan} does, but waits only as long as a request may. */
  async scanBriefly(): Promise<void> {
    const { engineScanWaitMs } = this.#options.limits
    await deadline(this.scan(), engineScanWaitMs, { onTimeout: () => undefined })
  }

  #target(
    run: (signal: AbortSignal) => Promise<readonly ScanResult<engine>[]>,
    rank: number,
  ): Target {
    const { limits, log, noun } = this.#options
    const scan = new ScanTarget({
      run: async () => {
        const limit = AbortSignal.timeout(limits.engineScanMs)
        target.answers = false
        try {
          const results = await run(AbortSignal.any([this.#stop.signal, limit]))
          target.answers = results.some(({ state }) => state === 'answers')
          if (!this.#stop.signal.aborted) this.#take(results, rank)
        } catch (err) {
          log.error({ err }, `A scan for ${noun} failed`)
        }
        target.scannedAt = performance.now()
      },
      pauseMs: limits.engineScanPauseMs,
    })
    const target: Target = { scan, answers: false, scannedAt: Number.NEGATIVE_INFINITY }
    return target
  }

  #take(results: readonly ScanResult<engine>[], rank: number): void {
    const before = this.#offered
    const returned: engine[] = []
    for (const result of results) {
      const { id } = result.engine
      const entry = this.#entries.get(id) ?? entryOf(result.engine, { isConfigured: false, rank })
      this.#entries.set(id, entry)
      const couldNot = entry.failure !== undefined
      record(entry, result)
      if (couldNot && entry.failure === undefined) returned.push(entry.engine)
    }
    this.#arrange()
    const { log, noun, onReturn } = this.#options
    for (const engine of returned) onReturn(engine)
    for (const engine of this.#offered)
      if (!before.includes(engine))
        log.info({ engine: engine.id, label: engine.label }, `Found ${noun}`)
    for (const { id } of before)
      if (!this.#offered.some((engine) => engine.id === id)) {
        const evidence = this.#entries.get(id)?.failure?.message
        log.info({ engine: id, evidence }, 'An engine is no longer offered')
      }
  }

  /** Scans what does not answer, and from time to time what does. */
  #tick(): void {
    const { engineRefreshMs, engineSearchMs } = this.#options.limits
    const until = performance.now() - engineRefreshMs
    const due = this.#targets.filter(({ answers, scannedAt }) => !answers || scannedAt <= until)
    void Promise.all(due.map(({ scan }) => scan.scan())).then(() => {
      if (this.#stop.signal.aborted) return
      this.#timer = setTimeout(() => this.#tick(), engineSearchMs)
    })
  }

  #arrange(): void {
    const offered = this.#sorted().filter(({ isOffered }) => isOffered)
    const engines = offered.map(({ engine }) => engine)
    const isSame =
      engines.length === this.#offered.length &&
      engines.every((engine, index) => engine === this.#offered[index])
    if (!isSame) this.#offered = engines
  }

  /** A found program without a model comes behind whatever works. */
  #sorted(): Mutable<engine>[] {
    return [...this.#entries.values()].toSorted(
      (a, b) => Number(isIncomplete(a)) - Number(isIncomplete(b)) || a.rank - b.rank,
    )
  }
}

function entryOf<engine>(
  engine: engine,
  { isConfigured, rank }: { isConfigured: boolean; rank: number },
): Mutable<engine> {
  const isOffered = isConfigured
  return { engine, isConfigured, isOffered, failure: undefined, failedScans: 0, rank }
}

function record<engine>(entry: Mutable<engine>, result: ScanResult<engine>): void {
  entry.engine = result.engine
  if (result.state === 'answers') {
    entry.failure = undefined
    entry.failedScans = 0
    entry.isOffered = true
    return
  }
  entry.failure = result.failure
  entry.failedScans += 1
  if (entry.isConfigured) return
  if (result.state === 'gone') entry.isOffered = false
  // It is offered, so that its failure can say what is missing.
  else if (isIncomplete(entry)) entry.isOffered = true
  else if (entry.failedScans >= MAX_FAILED_SCANS) entry.isOffered = false
}

function isIncomplete<engine>({ failure, isConfigured }: Mutable<engine>): boolean {
  return !isConfigured && failure?.reason === 'model_missing'
}

async function checked<engine extends NamedEngine>(
  engine: engine,
  signal: AbortSignal,
): Promise<readonly ScanResult<engine>[]> {
  try {
    await engine.checkStatus(signal)
    return [{ engine, state: 'answers' }]
  } catch (error) {
    return [{ engine, state: 'failed', failure: asFailure(error) }]
  }
}
