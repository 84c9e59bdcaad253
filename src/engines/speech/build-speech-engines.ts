import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import type { EngineSource } from '../contract/any-engine.ts'
import type { SpeechEngine } from '../contract/speech.ts'
import { EmbeddedVoice } from '../embedded-voice/embedded-voice.ts'
import { ProgramSource } from '../sources.ts'
import { SpeechCommand } from '../speech-command/speech-command.ts'
import { SpeechHttp, type ToWav } from '../speech-http/speech-http.ts'
import type { SpeechEngineSettings } from './settings.ts'

export interface SpeechOptions {
  /** The service's own; a command sees only the variables of an allow-list. */
  environment: Readonly<Record<string, string | undefined>>
  /** For servers that do not give WAV. */
  toWav?: ToWav | undefined
  /** Of commands. */
  containment?: ToolContainment | undefined
}

/** What a registry of speech engines is made of. */
export interface SpeechParts {
  engines: readonly SpeechEngine[]
  builtIn: readonly SpeechEngine[]
  sources: readonly EngineSource<SpeechEngine>[]
}

/** Is offered where nothing is configured and espeak-ng is installed. */
const FOUND_ESPEAK = {
  id: 'espeak',
  label: 'espeak-ng',
  adapter: 'command',
  command: ['espeak-ng'],
} as const satisfies Partial<SpeechEngineSettings>

/**
 * Makes the configured speech engines in their order. Without any: the embedded voice, then espeak-ng
 * while it is on PATH. The settings have been checked.
 */
export function buildSpeechEngines(
  settings: readonly SpeechEngineSettings[],
  options: SpeechOptions,
): SpeechParts {
  const { environment, containment } = options
  const espeak = { ...FOUND_ESPEAK, command: [...FOUND_ESPEAK.command] }
  return {
    engines: settings.map((one) => buildEngine(one, options)),
    builtIn: [new EmbeddedVoice()],
    sources: [new ProgramSource(new SpeechCommand({ settings: espeak, environment, containment }))],
  }
}

function buildEngine(
  settings: SpeechEngineSettings,
  { environment, toWav, containment }: SpeechOptions,
): SpeechEngine {
  switch (settings.adapter) {
    case 'embedded': {
      const { id, label = id, voices, timeout_seconds: seconds } = settings
      const timeout = seconds === undefined ? {} : { timeoutMs: seconds * 1000 }
      return new EmbeddedVoice({ id, label, voices, ...timeout })
    }
    case 'openai-http': {
      const { base_url } = settings
      if (base_url === undefined) throw new Error('Checked with the settings: base_url')
      return new SpeechHttp({ ...settings, base_url }, toWav)
    }
    case 'command': {
      const { command } = settings
      if (command === undefined) throw new Error('Checked with the settings: command')
      return new SpeechCommand({ settings: { ...settings, command }, environment, containment })
    }
  }
}
