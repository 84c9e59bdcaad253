import type { components } from '../../ui/api-types.ts'
import type { Cue } from './cues.ts'

export type HistoryItem = components['schemas']['HistoryItem']

/** A job of `/jobs`: a transcription, or a translation. */
export type MediaJob = components['schemas']['MediaJob']
/** The same without its result, as lists have it. */
export type ListedMediaJob = components['schemas']['ListedMediaJob']

/** A transcript that is shown, however it was found. */
export interface ShownTranscript {
  language: string | null
  /** Duration of the recording. */
  seconds: number
  engine: string
  model: string | null
  segments: readonly Cue[]
  /** Of the entry in the history; null where nothing was spoken, which is not kept. */
  id: string | null
  jobId: string | null
  title: string
  /** The file or the address that it was made from, where the history knows it. */
  source?: string | null
}
