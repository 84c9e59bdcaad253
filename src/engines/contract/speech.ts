import type { Account, AccountEngine } from './account.ts'

/** The accounts of every speech engine. */
export const SPEECH_ACCOUNTS: readonly Account[] = [{ id: 'speech' }]

/** A voice of a speech engine. */
export interface SpeechVoice {
  id: string
  /** Primary language subtags of BCP 47 that it speaks (`en`, `de`); empty where that is not known. */
  languages: readonly string[]
}

/** One piece of text to be spoken: a few sentences. */
export interface SpeechRequest {
  text: string
  /** The id of a voice; undefined for the engine's default. */
  voice: string | undefined
  model: string | undefined
  /** 0.5 to 2; other than 1 only where the engine {@link SpeechEngine.appliesSpeed}. */
  speed: number
}

/** A source of spoken text: the embedded voice, a speech server or a command-line tool. */
export interface SpeechEngine extends AccountEngine {
  readonly type: 'speech'
  readonly kind: string
  /**
   * The first is the default voice. May be empty: then any name is passed on. Replaced when they are
   * read.
   */
  readonly voices: readonly SpeechVoice[]
  /** Languages that it can say, as of voices; undefined where that is not known. */
  readonly languages: readonly string[] | undefined
  /** Of one whole text. */
  readonly timeoutMs: number
  /** Whether it speaks faster or slower by itself. */
  readonly appliesSpeed: boolean
  /**
   * Speaks one piece.
   *
   * @param signal Ends the work at its source
   * @returns A WAV file of 16-bit PCM
   * @throws {EngineFailure}
   */
  speak(request: SpeechRequest, signal: AbortSignal): Promise<Uint8Array>
  checkStatus(signal: AbortSignal): Promise<void>
}
