import type { EngineHealth } from '../../core/engines/engine-health.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import type { SpeechEngine } from '../../engines/contract/speech.ts'
import type { AudioTools } from '../../media/contract-audio.ts'
import type { Log } from '../../platform/log.ts'
import type { Spool, Storage } from '../../storage/contract.ts'
import type { ClipStore } from './clip-store.ts'
import { Clips } from './clips.ts'
import { SpeechEngines } from './speech-engines.ts'
import { type SpokenEntry, ttsTask } from './tts-task.ts'

interface SpeechParts {
  /** In order of preference. */
  engines: () => readonly SpeechEngine[]
  health: EngineHealth
  audio: AudioTools
  spool: Spool
  turnMs: number
  store: ClipStore
  storage: Storage
  commits: DurableCommits
  reserve: (owner: string, bytes: number) => Disposable
  isKept: (name: string) => boolean
  keepInHistory: (entry: SpokenEntry) => void
  findBrand: (id: string) => { voice: string | null } | undefined
  /** How the voices can be seen, for messages. */
  voicesHint: string
  log: Log
  now: () => number
}

const ADVICE =
  'The owner can add a voice: install espeak-ng (apt install espeak-ng, brew install espeak-ng), which speaks over a hundred languages, or add a speech server such as Kokoro under [[speech_engines]]'

/** Creates what speaks texts, and keeps the clips. */
export function createSpeech({
  engines,
  health,
  audio,
  spool,
  turnMs,
  keepInHistory,
  findBrand,
  voicesHint,
  ...parts
}: SpeechParts) {
  const clips = new Clips(parts)
  const speechEngines = new SpeechEngines({ engines, health, advice: ADVICE, voicesHint })
  return {
    clips,
    speechEngines,
    /** The format of a clip where none is asked for. */
    defaultFormat: (): 'mp3' | 'wav' => (audio.isInstalled() ? 'mp3' : 'wav'),
    task: ttsTask({
      ...{ engines: speechEngines, findBrand, health, audio, clips, spool, turnMs, keepInHistory },
    }),
  }
}
