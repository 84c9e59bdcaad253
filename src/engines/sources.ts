import type { AnyEngine, EngineSource, ScanResult } from './contract/any-engine.ts'
import { asFailure, EngineFailure } from './contract/failure.ts'
import { isRefused } from './openai-http/server-failure.ts'

/** A loopback port, and the kinds of server whose default it is. */
export interface DefaultPort<kind = string> {
  port: number
  kinds: readonly kind[]
}

/** A server that is there now. */
interface FoundServer<engine> {
  /** Of its engine. */
  id: string
  /** Lets its engine know what the server is. */
  use: (engine: engine) => void
}

interface PortSourceOptions<engine> {
  /** Reads what is there; returns undefined for a server that is no such engine. */
  read: (signal: AbortSignal) => Promise<FoundServer<engine> | undefined>
  open: (id: string) => engine
  /** Of a server that asks for a key, which the owner is told of; without it, it is left out. */
  refusedId?: string
}

/** One port, with the engines that were found on it. One of them answers at a time. */
export class PortSource<engine extends AnyEngine> implements EngineSource<engine> {
  readonly #options: PortSourceOptions<engine>
  readonly #engines = new Map<string, engine>()

  constructor(options: PortSourceOptions<engine>) {
    this.#options = options
  }

  async scan(signal: AbortSignal): Promise<readonly ScanResult<engine>[]> {
    const { read, refusedId } = this.#options
    let found: FoundServer<engine> | undefined
    try {
      found = await read(signal)
    } catch (error) {
      const failure = asFailure(error)
      if (refusedId !== undefined && failure.verdict === 'signed_out' && this.#engines.size === 0)
        this.#engineOf(refusedId)
      const state = isRefused(failure) ? 'gone' : 'failed'
      return [...this.#engines.values()].map((engine) => ({ engine, state, failure }))
    }
    const current = found && this.#engineOf(found.id)
    if (current !== undefined) found?.use(current)
    const failure = new EngineFailure('transient', 'Another server answers at its address')
    return [...this.#engines.values()].map((engine) =>
      engine === current ? { engine, state: 'answers' } : { engine, state: 'gone', failure },
    )
  }

  #engineOf(id: string): engine {
    const engine = this.#engines.get(id) ?? this.#options.open(id)
    this.#engines.set(id, engine)
    return engine
  }
}

/** A program that may be installed, or removed, at any time. */
export class ProgramSource<engine extends AnyEngine> implements EngineSource<engine> {
  readonly #engine: engine
  #wasFound = false

  constructor(engine: engine) {
    this.#engine = engine
  }

  async scan(signal: AbortSignal): Promise<readonly ScanResult<engine>[]> {
    const engine = this.#engine
    try {
      await engine.refresh?.(signal)
      this.#wasFound = true
      return [{ engine, state: 'answers' }]
    } catch (error) {
      const failure = asFailure(error)
      // A program without a model is found as well, so that its failure can say what is missing.
      const lacksModel = failure.kind === 'no_model_file'
      this.#wasFound ||= lacksModel
      if (!this.#wasFound) return []
      const isGone = failure.verdict === 'not_installed' && !lacksModel
      return [{ engine, state: isGone ? 'gone' : 'failed', failure }]
    }
  }
}
