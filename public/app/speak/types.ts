import type { components } from '../../ui/api-types.ts'

export type Clip = components['schemas']['HistoryItem']
export type WholeClip = components['schemas']['HistorySpeech']
export type SpeechJob = components['schemas']['SpeechJob']
export type Voices = components['schemas']['Voices']
export type SpeechEngine = Voices['engines'][number]

/** What is spoken, and how. Empty texts leave the choice to the service. */
export interface Target {
  text: string
  engine: string
  voice: string
  speed: number
  format: string
}
