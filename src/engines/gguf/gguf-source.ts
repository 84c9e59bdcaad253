import type { EngineSource, ScanResult } from '../contract/any-engine.ts'
import { asFailure, EngineFailure } from '../contract/failure.ts'
import type { EngineSettings } from '../settings.ts'
import { GGUF_ID, type Gguf } from './gguf.ts'

/** Of the engine where none is configured. */
export const FOUND_GGUF: EngineSettings = {
  id: GGUF_ID,
  adapter: 'gguf',
  max_characters: 100_000,
  timeout_seconds: 300,
}

/** Offers the GGUF files of the data folder while there are any, where no engine is configured. */
export class GgufSource implements EngineSource {
  readonly #engine: Gguf
  #wasFound = false

  constructor(engine: Gguf) {
    this.#engine = engine
  }

  async scan(signal: AbortSignal): Promise<readonly ScanResult[]> {
    const engine = this.#engine
    const hasFiles = engine.hasFiles()
    if (!hasFiles && !this.#wasFound) return []
    this.#wasFound = true
    try {
      await engine.refresh(signal)
    } catch (error) {
      const failure = asFailure(error)
      return [{ engine, state: failure.verdict === 'not_installed' ? 'gone' : 'failed', failure }]
    }
    if (hasFiles) return [{ engine, state: 'answers' }]
    const failure = new EngineFailure('transient', 'No GGUF file is in the folder models')
    return [{ engine, state: 'gone', failure }]
  }
}
