import type { SpeechEngine } from './speech.ts'
import type { Engine } from './text.ts'
import type { TranscriptionEngine } from './transcription.ts'

/** The engine of each type. */
export interface EngineOf {
  text: Engine
  speech: SpeechEngine
  transcription: TranscriptionEngine
}

/** An engine, by what it answers with. */
export type AnyEngine = EngineOf[keyof EngineOf]
