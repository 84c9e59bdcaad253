import { join } from 'node:path'
import type { ToolContainment } from '../../platform/containment/tool-containment.ts'
import type { EngineSource } from '../contract/any-engine.ts'
import type { TranscriptionEngine } from '../contract/transcription.ts'
import { type DefaultPort, PortSource, ProgramSource } from '../sources.ts'
import { TranscriptionCommand } from '../transcription-command/transcription-command.ts'
import type { TranscriptionServer } from '../transcription-http/server-kind.ts'
import { TranscriptionHttp } from '../transcription-http/transcription-http.ts'
import type { TranscriptionEngineSettings } from './settings.ts'

interface TranscriptionOptions {
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

function buildCommand(
  settings: TranscriptionEngineSettings,
  { environment, dataFolder, containment }: TranscriptionOptions,
): TranscriptionCommand {
  const modelsFolder = dataFolder && join(dataFolder, 'models')
  return new TranscriptionCommand({ settings, environment, containment, modelsFolder })
}

type TranscriptionPort = DefaultPort<TranscriptionServer['kind']>

/** In order of preference. */
const DEFAULT_PORTS: readonly TranscriptionPort[] = [
  { port: 8080, kinds: ['whisper-cpp', 'localai'] },
  { port: 8000, kinds: ['speaches'] },
]
/** Of a found recogniser. A piece of a recording takes long without a graphics card. */
const TIMEOUT_SECONDS = 3_600

const IDS: Readonly<Record<TranscriptionServer['kind'], string>> = {
  'whisper-cpp': 'whisper_server',
  speaches: 'speaches',
  localai: 'localai_whisper',
  other: 'recogniser',
}

/** In order of preference. */
const PROGRAMS: readonly Pick<TranscriptionEngineSettings, 'id' | 'adapter' | 'preset'>[] = [
  { id: 'whisper_cli', adapter: 'whisper-cli' },
  { id: 'whisper_ctranslate2', adapter: 'command', preset: 'whisper-ctranslate2' },
  { id: 'openai_whisper', adapter: 'command', preset: 'openai-whisper' },
]

interface SourceOptions extends TranscriptionOptions {
  ports?: readonly TranscriptionPort[]
  /** Ports on which the service itself listens. */
  ownPorts?: readonly (number | undefined)[]
}

/**
 * Where recognisers are found that nobody has configured: servers on the default loopback ports of
 * their kinds, then commands on PATH, in order of preference.
 */
export function transcriptionSources({
  ports = DEFAULT_PORTS,
  ownPorts = [],
  ...options
}: SourceOptions): EngineSource<TranscriptionEngine>[] {
  return [
    ...ports.filter(({ port }) => !ownPorts.includes(port)).map(portSource),
    ...PROGRAMS.map((program) => {
      const settings = { ...program, timeout_seconds: TIMEOUT_SECONDS }
      return new ProgramSource<TranscriptionEngine>(buildCommand(settings, options))
    }),
  ]
}

function portSource({ port, kinds }: TranscriptionPort): EngineSource<TranscriptionEngine> {
  const reader = engineAt('unidentified', port)
  return new PortSource<TranscriptionHttp>({
    async read(signal) {
      const server = await reader.identify(signal, { isConfigured: false })
      if (!server.transcribes) return undefined
      // The same server gets the same id at every start.
      const id = kinds.includes(server.kind) ? IDS[server.kind] : `${IDS[server.kind]}_${port}`
      return { id, use: (engine) => engine.use(server) }
    },
    open: (id) => engineAt(id, port),
  })
}

function engineAt(id: string, port: number): TranscriptionHttp {
  return new TranscriptionHttp({
    id,
    adapter: 'openai-http',
    base_url: `http://127.0.0.1:${port}/v1`,
    timeout_seconds: TIMEOUT_SECONDS,
  })
}
