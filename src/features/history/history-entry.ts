import type { TranscribedSegment } from '../../engines/contract/transcription.ts'

export type HistoryKind = 'transcript' | 'translation' | 'speech'

/** What was heard in a recording. */
interface TranscriptData {
  segments: readonly TranscribedSegment[]
  engine: string
  model?: string | undefined
  /** The file or the address that it was made from. */
  source?: string | undefined
}

/** A text or subtitles in another language. */
interface TranslationData {
  /** Of subtitles: the file in SubRip's format. */
  srt?: string | undefined
  /** Of a text. */
  text?: string | undefined
  /** The language of the result. */
  target: string
  /** The language that it was translated from. */
  source?: string | undefined
}

/** A text that was spoken. */
interface SpeechData {
  /** The name of the file in the storage of clips. */
  clip: string
  engine: string
  voice?: string | undefined
  format: string
  mediaType: string
}

/** The part of an entry that depends on its kind. */
export type HistoryContent =
  | { kind: 'transcript'; data: TranscriptData }
  | { kind: 'translation'; data: TranslationData }
  | { kind: 'speech'; data: SpeechData }

/** Something that was made for an owner. */
export type NewHistoryEntry = HistoryContent & {
  owner: string
  /** Cut where it is too long; where it is empty, the text begins it. */
  title: string
  /** A primary language subtag. */
  language?: string | undefined
  /** What a search finds it by. */
  text: string
  /** Duration of the recording or the clip. */
  seconds?: number | undefined
  /** The job that has made it. A second entry of a job is not made. */
  sourceId?: string | undefined
}

/**
 * Keeps what was made, so that its owner finds it again. Called at the successful end of the work.
 *
 * @returns Id of the entry
 */
export type KeepInHistory = (entry: NewHistoryEntry) => string

/** An entry without its content, as a list has it; times are UTC milliseconds. */
export interface HistoryRecord {
  id: string
  kind: HistoryKind
  title: string
  language: string | undefined
  seconds: number | undefined
  sourceId: string | undefined
  createdAt: number
  /** Undefined for what is kept until it is deleted. */
  expiresAt: number | undefined
  /** Length of the text in UTF-16 code units. */
  characters: number
  /** In the results of a search: the part of the text around the words. */
  excerpt?: string | undefined
}

/** An entry with its content. */
export type WholeHistoryEntry = HistoryRecord & HistoryContent & { text: string }
