import type { MediaPool } from './cluster/media-pool.ts'
import type { Config } from './config/load.ts'
import type { Accounts } from './core/accounts/accounts.ts'
import { engineHealth } from './core/accounts/engine-health.ts'
import { MediaEngines } from './core/accounts/media-engines.ts'
import { MediaModels } from './core/accounts/media-models.ts'
import { MediaRegistry } from './core/accounts/media-registry.ts'
import { buildSpeechEngines } from './engines/speech/build-speech-engines.ts'
import { SpeechRegistry } from './engines/speech/speech-registry.ts'
import type { Limits } from './limits.ts'
import type { AudioTools } from './media/contract-audio.ts'
import { ToolContainment } from './platform/containment/tool-containment.ts'
import type { Log } from './platform/log.ts'
import type { ServiceOptions } from './service-options.ts'

interface MediaEngineOptions
  extends Pick<ServiceOptions, 'speechEngines' | 'recognisers' | 'recogniserSources'> {
  config: Config
  /** Joins them with those of worker nodes; absent where there is one machine only. */
  pool: MediaPool | undefined
  env: Readonly<Record<string, string | undefined>>
  audio: AudioTools
  /** Called for each recogniser that can be used again after it could not. */
  onRecogniserReturn: (id: string) => void
  log: Log
  limits: Limits
}

/** Creates the speech engines and recognisers, as configured or found, with what is known of each. */
export function createMediaEngines({
  config,
  pool,
  env,
  audio,
  log,
  limits,
  onRecogniserReturn,
  ...given
}: MediaEngineOptions) {
  const configured = given.recognisers ?? []
  const speechEngines =
    given.speechEngines === undefined
      ? buildSpeechEngines(
          config.speech_engines,
          env,
          (source, target, signal) => audio.prepare(source, target, { signal }),
          new ToolContainment({ ...config.programs, env }),
        )
      : new SpeechRegistry({ engines: given.speechEngines })
  const recogniserRegistry = new MediaRegistry({
    engines: configured,
    sources: given.recogniserSources ?? [],
    ...{ noun: 'a recogniser', log, limits },
    onReturn: ({ id }) => onRecogniserReturn(id),
  })
  const offered = {
    speech: () => pool?.speech(speechEngines.offered) ?? speechEngines.offered,
    transcription: () =>
      pool?.recognisers(recogniserRegistry.offered) ?? recogniserRegistry.offered,
  }
  const list = new MediaEngines({
    ...offered,
    configured: {
      speech: config.speech_engines.map(({ id }) => id),
      transcription: configured.map(({ id }) => id),
    },
  })
  return { speechEngines, recogniserRegistry, offered, list }
}

/** What is known of how those engines have done. */
export function createMediaHealth(
  engines: MediaEngines,
  { accounts, now }: { accounts: Accounts; now: () => number },
) {
  const parts = { accounts, engines, now }
  return {
    speechHealth: engineHealth('speech', parts),
    transcriptionHealth: engineHealth('transcription', parts),
    mediaModels: new MediaModels(parts),
  }
}
