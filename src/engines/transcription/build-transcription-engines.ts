import { join } from 'node:path'
import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import type { TranscriptionEngine } from '../contract/transcription.ts'
import { TranscriptionCommand } from '../transcription-command/transcription-command.ts'
import { TranscriptionHttp } from '../transcription-http/transcription-http.ts'
import type { TranscriptionEngineSettings } from './settings.ts'

export interface TranscriptionOptions {
  /** Hearth's own environment; a command sees only the variables of an allow-list. */
  environment: Readonly<Record<string, string | undefined>>
  /** `DATA_DIR`, in whose folder `models` the models of whisper.cpp are; undefined in memory. */
  dataFolder: string | undefined
  containment?: ToolContainment | undefined
}

/** Makes the configured recognisers in their order. The settings have been checked. */
export function buildTranscriptionEngines(
  settings: readonly TranscriptionEngineSettings[],
  options: TranscriptionOptions,
): TranscriptionEngine[] {
  return settings.map((one) => {
    const { base_url } = one
    if (one.adapter !== 'openai-http') return buildCommand(one, options)
    if (base_url === undefined) throw new Error('Checked with the settings: base_url')
    return new TranscriptionHttp({ ...one, base_url })
  })
}

export function buildCommand(
  settings: TranscriptionEngineSettings,
  { environment, dataFolder, containment }: TranscriptionOptions,
): TranscriptionCommand {
  const modelsFolder = dataFolder && join(dataFolder, 'models')
  return new TranscriptionCommand({ settings, environment, containment, modelsFolder })
}
