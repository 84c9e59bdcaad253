import type { AnyEngine, EngineSource, ScanResult } from './contract/any-engine.ts'
import { asFailure } from './contract/failure.ts'

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
