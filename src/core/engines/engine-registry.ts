import type { AnyEngine, EngineOf, ScanResult } from '../../engines/contract/any-engine.ts'
import type { EngineFailure } from '../../engines/contract/failure.ts'
import type { Engine } from '../../engines/contract/text.ts'

/**
 * Scans in a row after which a server that was found is taken for stopped.
 * @limit engine-failed-scans count
 */
export const MAX_FAILED_SCANS = 3

/** An engine with what the last scans of its server have found. */
export interface EngineEntry<engine = Engine> {
  readonly engine: engine
  /** Whether the owner has configured it. Such an engine stays, whatever happens. */
  readonly isConfigured: boolean
  /** Whether it is offered now. */
  readonly isOffered: boolean
  /** Whether its server is there, also one without a model to chat with. */
  readonly isPresent: boolean
  /** When its server last listed its models, UTC milliseconds. */
  readonly seenAt: number | undefined
  /** Why its server did not, at the last scan. */
  readonly failure: EngineFailure | undefined
}

/** The engines of one type that are there now. */
export interface EngineList<engine extends AnyEngine = AnyEngine> {
  /** Those that are offered, in order of preference. */
  readonly offered: readonly engine[]
  isConfigured(id: string): boolean
}

/** The engines of each type. */
export type EngineLists = { [type in keyof EngineOf]: EngineList<EngineOf[type]> }

interface EngineRegistryOptions<engine> {
  /** The configured engines, in order of preference. */
  engines: readonly engine[]
  /** Are offered before those that are found, where none is configured. */
  builtIn?: readonly engine[]
  /** Is offered until a real engine is found, where none is configured. */
  fallback?: engine | undefined
  /** UTC milliseconds. */
  now: () => number
}

/** What scans have changed. */
export interface EngineChanges<engine = Engine> {
  found: readonly engine[]
  lost: readonly engine[]
  /** Engines that have other models than before. */
  changed: readonly engine[]
  /** Engines that answer again, or for the first time. */
  answering: readonly engine[]
}

interface Mutable<engine> {
  engine: engine
  isConfigured: boolean
  isOffered: boolean
  isPresent: boolean
  seenAt: number | undefined
  failure: EngineFailure | undefined
  failedScans: number
  models: readonly string[]
  /** Position in the order of preference. */
  rank: number
}

/** The engines of one type at the moment. Everything that uses engines asks here each time. */
export class EngineRegistry<engine extends AnyEngine = Engine> implements EngineList<engine> {
  readonly #now: () => number
  readonly #entries: Map<string, Mutable<engine>>
  #fallback: engine | undefined
  #offered: readonly engine[] = []
  #sorted: readonly EngineEntry<engine>[] = []

  constructor({ engines, builtIn = [], fallback, now }: EngineRegistryOptions<engine>) {
    this.#now = now
    const isConfigured = engines.length > 0
    this.#fallback = isConfigured ? undefined : fallback
    const first = isConfigured ? engines : builtIn
    this.#entries = new Map(
      first.map((one, rank) => [
        one.id,
        {
          ...entryOf(one, isConfigured, isConfigured ? rank : rank - first.length),
          isOffered: true,
        },
      ]),
    )
    this.#arrange()
  }

  /** The engines that are offered now, in order of preference; the same array until they change. */
  get offered(): readonly engine[] {
    return this.#offered
  }

  /** Whether an engine is offered that is configured or found. */
  get hasRealEngine(): boolean {
    return this.#fallback === undefined && this.#offered.length > 0
  }

  /** Every configured or found engine, also those that do not answer now, in order of preference. */
  get entries(): readonly EngineEntry<engine>[] {
    return this.#sorted
  }

  /** An engine that is offered, or was. */
  find(id: string): engine | undefined {
    return this.#fallback?.id === id ? this.#fallback : this.#entries.get(id)?.engine
  }

  isConfigured(id: string): boolean {
    return this.#entries.get(id)?.isConfigured === true
  }

  /** Why the server of an engine did not answer the last scan; undefined when it did. */
  failureOf(id: string): EngineFailure | undefined {
    return this.#entries.get(id)?.failure
  }

  /**
   * Whether the server of an engine answered the last scan. An engine without one always does, unless
   * another machine that has it says otherwise.
   */
  isAnswering(id: string): boolean {
    const entry = this.#entries.get(id)
    if (entry === undefined) return true
    const isSeen = entry.seenAt !== undefined || entry.engine.refresh === undefined
    return isSeen && entry.failure === undefined
  }

  /**
   * Takes the results of scans.
   *
   * @param rank Position of engines that are new, among those that were found
   */
  update(results: readonly ScanResult<engine>[], rank = 0): EngineChanges<engine> {
    const before = this.#offered
    const changed: engine[] = []
    const answering: engine[] = []
    for (const result of results) {
      const { engine } = result
      const entry = this.#entries.get(engine.id) ?? entryOf(engine, false, rank)
      this.#entries.set(engine.id, entry)
      const wasAnswering = entry.seenAt !== undefined && entry.failure === undefined
      record(entry, result, this.#now())
      if (entry.failure === undefined && !wasAnswering) answering.push(engine)
      if (!isSame(entry.models, engine.models)) changed.push(engine)
      entry.models = engine.models
    }
    this.#arrange()
    return {
      found: this.#offered.filter((engine) => !before.includes(engine)),
      lost: before.filter((engine) => !this.#offered.includes(engine)),
      changed: changed.filter((engine) => before.includes(engine)),
      answering,
    }
  }

  #arrange(): void {
    // A found program without a model comes behind whatever works.
    const real = [...this.#entries.values()].toSorted(
      (a, b) => Number(lacksModel(a)) - Number(lacksModel(b)) || a.rank - b.rank,
    )
    // It does not come back: in place of a stopped server its answers would be taken for real.
    if (real.some(({ isOffered }) => isOffered)) this.#fallback = undefined
    const fallback = this.#fallback
    this.#sorted =
      fallback === undefined ? real : [...real, { ...entryOf(fallback, false, 0), isOffered: true }]
    const offered = this.#sorted.filter(({ isOffered }) => isOffered).map(({ engine }) => engine)
    if (!isSame(offered, this.#offered)) this.#offered = offered
  }
}

function entryOf<engine extends AnyEngine>(
  engine: engine,
  isConfigured: boolean,
  rank: number,
): Mutable<engine> {
  return {
    engine,
    isConfigured,
    isOffered: isConfigured,
    isPresent: isConfigured,
    seenAt: undefined,
    failure: undefined,
    failedScans: 0,
    models: engine.models,
    rank,
  }
}

function record<engine extends AnyEngine>(
  entry: Mutable<engine>,
  result: ScanResult<engine>,
  now: number,
): void {
  const { engine } = entry
  if (result.state === 'answers') {
    entry.seenAt = now
    entry.failure = undefined
    entry.failedScans = 0
    entry.isPresent = true
    // Others than those for text may have no models to choose from.
    if (!entry.isConfigured) entry.isOffered = engine.type !== 'text' || engine.models.length > 0
    return
  }
  entry.failure = result.failure
  entry.failedScans += 1
  if (entry.isConfigured) return
  const isLost = result.state === 'gone' || entry.failedScans >= MAX_FAILED_SCANS
  // It is offered, so that its failure can say what is missing.
  if (isLost) entry.isPresent = false
  if (lacksModel(entry)) entry.isOffered = result.state !== 'gone'
  else if (isLost) entry.isOffered = false
}

function lacksModel({ failure, isConfigured }: Mutable<unknown>): boolean {
  return !isConfigured && failure?.kind === 'no_model_file'
}

function isSame<item>(a: readonly item[], b: readonly item[]): boolean {
  return a === b || (a.length === b.length && a.every((one, index) => one === b[index]))
}
