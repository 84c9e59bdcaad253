import type { components } from '../../ui/api-types.ts'
import type { JobState } from '../jobs/types.ts'
import type { Cue } from './cues.ts'

export type HistoryItem = components['schemas']['HistoryItem']

/** What was spoken in a recording. */
export interface Transcript {
  text: string
  language: string | null
  seconds: number
  engine: string
  model: string | null
  segments: readonly Cue[]
}

/** A job of `/jobs`: a transcription, or a translation. */
export interface TranscriptionJob extends Omit<JobState, 'kind'> {
  kind: string
}

/** A transcript that is shown, however it was found. */
export interface ShownTranscript extends Transcript {
  /** Of the entry in the history; null where nothing was spoken, which is not kept. */
  id: string | null
  jobId: string | null
  title: string
}
