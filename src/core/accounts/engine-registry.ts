import type { EngineFailure } from '../../engines/contract/failure.ts'
import type { ScanResult } from '../../engines/contract/finder.ts'
import type { Engine } from '../../engines/contract/text.ts'

/** Scans in a row after which a server that was found is taken for stopped. See Limits. */
export const MAX_FAILED_SCANS = 3

/** An engine with what the last scans of its server have found. */
export interface EngineEntry {
  readonly engine: Engine
  /** Whether the owner has configured it. Such an engine stays, whatever happens. */
  readonly isConfigured: boolean
  /** Whether it is offered now. */
  readonly isOffered: boolean
  /** When its server last listed its models, UTC milliseconds. */
  readonly seenAt: number | undefined
  /** Why its server did not, at the last scan. */
  readonly failure: EngineFailure | undefined
}

interface EngineRegistryOptions {
  /** The configured engines, in order of preference. */
  engines: readonly Engine[]
  /** Is offered until a real engine is found, where none is configured. */
  fallback?: Engine | undefined
  /** UTC milliseconds. */
  now: () => number
}

/** What scans have changed. */
export interface EngineChanges {
  found: readonly Engine[]
  lost: readonly Engine[]
  /** Engines that have other models than before. */
  changed: readonly Engine[]
  /** Engines that answer again, or for the first time. */
  answering: readonly Engine[]
}

interface Mutable {
  engine: Engine
  isConfigured: boolean
  isOffered: boolean
  seenAt: number | undefined
  failure: EngineFailure | undefined
  failedScans: number
  models: readonly string[]
  /** Position in the order of preference. */
  rank: number
}

/** The engines of the moment. Everything that uses engines asks here each time. */
export class EngineRegistry {
  readonly #now: () => number
  readonly #entries: Map<string, Mutable>
  #fallback: Engine | undefined
  #offered: readonly Engine[] = []

  constructor({ engines, fallback, now }: EngineRegistryOptions) {
    this.#now = now
    this.#fallback = engines.length === 0 ? fallback : undefined
    this.#entries = new Map(engines.map((engine, rank) => [engine.id, entryOf(engine, true, rank)]))
    this.#arrange()
  }

  /** The engines that are offered now, in order of preference. */
  get offered(): readonly Engine[] {
    return this.#offered
  }

  /** Whether an engine is offered that is configured or found. */
  get hasRealEngine(): boolean {
    return this.#fallback === undefined && this.#offered.length > 0
  }

  /** Every configured or found engine, also those that do not answer now, in order of preference. */
  get entries(): readonly EngineEntry[] {
    const real = [...this.#entries.values()].toSorted((a, b) => a.rank - b.rank)
    const fallback = this.#fallback
    return fallback === undefined
      ? real
      : [...real, { ...entryOf(fallback, false, 0), isOffered: true }]
  }

  /** An engine that is offered, or was. */
  find(id: string): Engine | undefined {
    return this.#fallback?.id === id ? this.#fallback : this.#entries.get(id)?.engine
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
    const isSeen = entry.seenAt !== undefined || entry.engine.readModels === undefined
    return isSeen && entry.failure === undefined
  }

  /**
   * Takes the results of scans.
   *
   * @param rank Position of engines that are new, among those that were found
   */
  update(results: readonly ScanResult[], rank = 0): EngineChanges {
    const before = this.#offered
    const changed: Engine[] = []
    const answering: Engine[] = []
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
    const real = this.entries.filter(
      ({ engine, isOffered }) => isOffered && engine !== this.#fallback,
    )
    // It does not come back: in place of a stopped server its answers would be taken for real.
    if (real.length > 0) this.#fallback = undefined
    this.#offered = this.entries.filter(({ isOffered }) => isOffered).map(({ engine }) => engine)
  }
}

function entryOf(engine: Engine, isConfigured: boolean, rank: number): Mutable {
  return {
    engine,
    isConfigured,
    isOffered: isConfigured,
    seenAt: undefined,
    failure: undefined,
    failedScans: 0,
    models: engine.models,
    rank,
  }
}

function record(entry: Mutable, result: ScanResult, now: number): void {
  if (result.state === 'answers') {
    entry.seenAt = now
    entry.failure = undefined
    entry.failedScans = 0
    if (!entry.isConfigured) entry.isOffered = entry.engine.models.length > 0
    return
  }
  entry.failure = result.failure
  entry.failedScans += 1
  const isLost = result.state === 'gone' || entry.failedScans >= MAX_FAILED_SCANS
  if (!entry.isConfigured && isLost) entry.isOffered = false
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a === b || (a.length === b.length && a.every((name, index) => name === b[index]))
}
