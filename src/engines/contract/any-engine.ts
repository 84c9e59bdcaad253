import type { EngineFailure } from './failure.ts'
import type { SpeechEngine } from './speech.ts'
import type { Engine } from './text.ts'
import type { TranscriptionEngine } from './transcription.ts'

/**
 * What a scan of the server of an engine has found. `answers`: it can be used. `failed`: it failed in
 * a way that a busy server may. `gone`: nothing, or another server, is at its address.
 */
export type ScanResult<engine extends AnyEngine = Engine> =
  | { engine: engine; state: 'answers' }
  | { engine: engine; state: 'failed' | 'gone'; failure: EngineFailure }

/** An address where servers may be, or a program, that nobody has configured. */
export interface EngineSource<engine extends AnyEngine = Engine> {
  /**
   * Scans once. Never rejects.
   *
   * @param signal Aborts the scan
   * @returns Every engine that was ever found there, the same object each time
   */
  scan(signal: AbortSignal): Promise<readonly ScanResult<engine>[]>
}

/** The engine of each type. */
export interface EngineOf {
  text: Engine
  speech: SpeechEngine
  transcription: TranscriptionEngine
}

/** An engine, by what it answers with. */
export type AnyEngine = EngineOf[keyof EngineOf]
