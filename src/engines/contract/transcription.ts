import type { Account, AccountEngine } from './account.ts'

/** The accounts of every transcription engine. */
export const TRANSCRIPTION_ACCOUNTS: readonly Account[] = [{ id: 'transcription' }]

/** A word with its times in seconds from the start of the recording. */
export interface TranscribedWord {
  word: string
  start: number
  end: number
}

/** A stretch of speech; times in seconds from the start of the recording. */
export interface TranscribedSegment {
  start: number
  end: number
  /** Trimmed. */
  text: string
  words?: readonly TranscribedWord[]
}

/** One recording, or one piece of a long one. */
export interface TranscriptionRequest {
  /** A WAV file on this machine: 16 kHz, mono, 16-bit PCM. */
  path: string
  /** Its duration. */
  seconds: number
  model: string | undefined
  /** A primary language subtag (`en`); undefined where the engine is to find out. */
  language: string | undefined
  /** Words that come before, or names that occur. */
  prompt: string | undefined
  /** `translate`: into English. Only where the engine {@link TranscriptionEngine.canTranslate}. */
  task: 'transcribe' | 'translate'
  /** 0 to 1; undefined for the engine's default. */
  temperature?: number | undefined
}

/** What an engine has heard. */
export interface Transcription {
  /** A primary language subtag where the engine says one. */
  language: string | undefined
  /** In order; within the recording. Empty where nothing is spoken. */
  segments: readonly TranscribedSegment[]
  /** False where the engine gives text only: then one segment spans the recording. */
  hasTimes: boolean
}

/** A source of transcripts: a recognition server or a command-line tool. */
export interface TranscriptionEngine extends AccountEngine {
  readonly type: 'transcription'
  readonly kind: string
  readonly canTranslate: boolean
  /** Of one request. */
  readonly timeoutMs: number
  /**
   * Transcribes one recording.
   *
   * @param signal Ends the work at its source: the process group, the request
   * @param onProgress Is told the finished part (0 to 1) where the engine reports it
   * @throws {EngineFailure}
   */
  transcribe(
    request: TranscriptionRequest,
    signal: AbortSignal,
    onProgress?: (finished: number) => void,
  ): Promise<Transcription>
  checkStatus(signal: AbortSignal): Promise<void>
}
