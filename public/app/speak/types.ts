import type { components } from '../../ui/api-types.ts'
import type { JobState } from '../jobs/types.ts'

export type Clip = components['schemas']['HistoryItem']
export type WholeClip = components['schemas']['HistorySpeech']

interface Voice {
  id: string
  languages: readonly string[]
}

export interface SpeechEngine {
  engine: string
  label: string
  /** Null where that is not known. */
  languages: readonly string[] | null
  voices: readonly Voice[]
}

export interface Voices {
  engines: readonly SpeechEngine[]
  /** The first is the default. */
  formats: readonly string[]
}

export interface SpeechJob extends Omit<JobState, 'kind'> {
  kind: string
}

/** What is spoken, and how. Empty texts leave the choice to the service. */
export interface Wanted {
  text: string
  engine: string
  voice: string
  speed: number
  format: string
}
