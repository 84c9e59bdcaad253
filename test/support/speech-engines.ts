import type { EngineFailure } from '../../src/engines/contract/failure.ts'
import {
  SPEECH_ACCOUNTS,
  type SpeechEngine,
  type SpeechRequest,
} from '../../src/engines/contract/speech.ts'
import { wavFile } from '../../src/media/audio/wav.ts'
import { tone } from './sounds.ts'

/** Of a voice that speaks by itself. */
export const SECONDS_PER_CHARACTER = 0.05
const SILENCE_SECONDS = 0.2

interface ToneEngineOptions extends Partial<Omit<SpeechEngine, 'speak'>> {
  sampleRate?: number
  /** Of the tone, 0 to 1. */
  level?: number
  /** Called for each piece before it is spoken; may wait or throw. */
  onSpeak?: (request: SpeechRequest, signal: AbortSignal) => Promise<void> | void
}

/** An engine whose speech is a tone between two silences, as long as the text. */
export function toneEngine({
  sampleRate = 16_000,
  level = 0.3,
  onSpeak = () => {},
  ...rest
}: ToneEngineOptions = {}): SpeechEngine & { spoken: SpeechRequest[] } {
  const spoken: SpeechRequest[] = []
  return {
    type: 'speech',
    accounts: SPEECH_ACCOUNTS,
    id: 'tone',
    label: 'Tone',
    kind: 'command',
    models: [],
    voices: [],
    languages: undefined,
    timeoutMs: 60_000,
    appliesSpeed: true,
    ...rest,
    spoken,
    async speak(request, signal) {
      spoken.push(request)
      await onSpeak(request, signal)
      signal.throwIfAborted()
      return toneFile((request.text.length * SECONDS_PER_CHARACTER) / request.speed, {
        sampleRate,
        level,
      })
    },
    checkStatus: async () => {},
  }
}

/** An engine that always fails. */
export function failingEngine(id: string, failure: EngineFailure): SpeechEngine {
  return toneEngine({
    id,
    onSpeak: () => {
      throw failure
    },
  })
}

function toneFile(seconds: number, { sampleRate, level }: { sampleRate: number; level: number }) {
  const silence = new Uint8Array(2 * Math.round(SILENCE_SECONDS * sampleRate))
  const spoken = tone(seconds, 440, { sampleRate, loudness: level })
  const samples = Buffer.concat([silence, spoken, silence])
  return wavFile({ sampleRate, channels: 1 }, new Uint8Array(samples))
}
