import type { PcmFormat } from './audio/wav.ts'

/** Samples per second of what recognisers are given: mono, 16-bit PCM. */
export const SPEECH_SAMPLE_RATE = 16_000
/** What is read of a recording at most. @limit recording hours */
export const MAX_RECORDING_SECONDS = 43_200

/** Encodings of spoken clips. */
export type AudioFormat = 'wav' | 'mp3' | 'opus' | 'flac' | 'aac' | 'pcm'

/** Part of a recording; times in seconds. */
export interface AudioPiece {
  start: number
  end: number
  /** Nothing is spoken in it. */
  isSilent?: true
}

/** A recording as recognisers are given it. */
export interface PreparedRecording {
  /** By decoding, not by what the file declares. */
  seconds: number
  /** Only where it is longer than what is read of a recording. */
  isCut?: true
}

/**
 * Reads, converts and writes sound. Files of users may be made to do harm: they are decoded in a
 * bounded child process with allow-lists of protocols and formats.
 */
export interface AudioTools {
  /**
   * Whether everything can be decoded and encoded; else only WAV of PCM.
   */
  isInstalled(): boolean
  /**
   * Decodes the first audio track of a sound or video file to a WAV file of 16 kHz, mono, 16 bits, in
   * which times are those of the film. A file that is cut off gives what is there. Leaves no target
   * when it fails.
   *
   * @param onProgress Is told the decoded seconds
   * @throws {AppError} `invalid` when the file has no sound or cannot be decoded; `not_installed`
   * when that takes a program that is missing; `storage_full`
   */
  prepare(
    source: string,
    target: string,
    options: { signal: AbortSignal; onProgress?: (seconds: number) => void },
  ): Promise<PreparedRecording>
  /**
   * Splits a prepared recording at silences, so that no piece with sound is longer than `maxSeconds`; the
   * pieces join without a gap. The same file gives the same pieces.
   */
  split(
    path: string,
    options: { targetSeconds: number; maxSeconds: number; signal: AbortSignal },
  ): Promise<readonly AudioPiece[]>
  /** Writes one piece of a prepared recording as a WAV file. */
  cut(path: string, target: string, piece: AudioPiece, signal: AbortSignal): Promise<void>
  /**
   * Encodes PCM as it comes; each chunk leaves as soon as the encoder gives it.
   *
   * @param pcm Of any lengths, also within a sample; is told to end when the encoder ends
   * @param options.tempo Speaks faster or slower without a change of pitch, 0.5 to 2
   * @throws {AppError} `not_installed` for a format, or a tempo, that takes a program that is missing;
   * `engine_failed` when the encoder fails or hangs
   */
  encode(
    pcm: AsyncIterable<Uint8Array>,
    options: PcmFormat & { format: AudioFormat; tempo?: number; signal: AbortSignal },
  ): AsyncIterable<Uint8Array>
}
