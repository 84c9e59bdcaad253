import type { Config } from './config/load.ts'
import { EngineDiscovery } from './core/engines/engine-discovery.ts'
import { EngineRegistry } from './core/engines/engine-registry.ts'
import type { AnyEngine } from './engines/contract/any-engine.ts'
import type { EngineSource } from './engines/contract/finder.ts'
import { buildSpeechEngines } from './engines/speech/build-speech-engines.ts'
import type { Limits } from './limits.ts'
import type { AudioTools } from './media/contract-audio.ts'
import { ToolContainment } from './platform/containment/tool-containment.ts'
import type { Log } from './platform/log.ts'
import type { ServiceOptions } from './service-options.ts'

/** Which engines of one type there are, or may be found. */
interface RegistryParts<engine> {
  engines?: readonly engine[] | undefined
  builtIn?: readonly engine[]
  fallback?: engine | undefined
  sources?: readonly EngineSource<engine & AnyEngine>[] | undefined
}

interface RegistryOptions
  extends Pick<
    ServiceOptions,
    | 'engines'
    | 'sources'
    | 'fallback'
    | 'speechEngines'
    | 'transcriptionEngines'
    | 'transcriptionSources'
  > {
  config: Config
  env: Readonly<Record<string, string | undefined>>
  audio: AudioTools
  /** Called for each engine that answers again after it had not. */
  onReturn: (engine: AnyEngine) => void
  log: Log
  limits: Limits
  now: () => number
}

/** Creates the registries of the engines of this machine, each with what keeps it up to date. */
export function createRegistries({
  config,
  env,
  audio,
  onReturn,
  log,
  limits,
  now,
  ...given
}: RegistryOptions) {
  function create<engine extends AnyEngine>(parts: RegistryParts<engine>) {
    const { engines = [], builtIn = [], fallback, sources = [] } = parts
    const registry = new EngineRegistry({ engines, builtIn, fallback, now })
    return {
      registry,
      discovery: new EngineDiscovery({ registry, sources, onReturn, log, limits }),
    }
  }
  return {
    text: create(given),
    speech: create(
      given.speechEngines === undefined
        ? buildSpeechEngines(config.speech_engines, {
            environment: env,
            toWav: (source, target, signal) => audio.prepare(source, target, { signal }),
            containment: new ToolContainment({ ...config.programs, env }),
          })
        : { engines: given.speechEngines },
    ),
    transcription: create({
      engines: given.transcriptionEngines,
      sources: given.transcriptionSources,
    }),
  }
}
