import { asFailure, EngineFailure } from '../contract/failure.ts'
import type { EngineSource, ScanResult } from '../contract/finder.ts'
import type { TranscriptionEngine } from '../contract/transcription.ts'
import { isRefused } from '../openai-http/server-failure.ts'
import { ProgramSource } from '../program-source.ts'
import type { RecognitionServer } from '../transcription-http/server-kind.ts'
import { TranscriptionHttp } from '../transcription-http/transcription-http.ts'
import { buildCommand, type RecogniserOptions } from './build-transcription-engines.ts'
import type { TranscriptionEngineSettings } from './settings.ts'

/** A loopback port, and the kinds of servers whose default it is. */
interface DefaultPort {
  port: number
  kinds: readonly RecognitionServer['kind'][]
}

/** In order of preference. */
const DEFAULT_PORTS: readonly DefaultPort[] = [
  { port: 8080, kinds: ['whisper-cpp', 'localai'] },
  { port: 8000, kinds: ['speaches'] },
]
/** Of a found recogniser. A piece of a recording takes long without a graphics card. */
const TIMEOUT_SECONDS = 3_600

const IDS: Readonly<Record<RecognitionServer['kind'], string>> = {
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

interface SourceOptions extends RecogniserOptions {
  ports?: readonly DefaultPort[]
  /** Ports on which the service itself listens. */
  ownPorts?: readonly (number | undefined)[]
}

/**
 * Where recognisers are found that nobody has configured: servers on the default loopback ports of
 * their kinds, then commands on PATH, in order of preference.
 */
export function recogniserSources({
  ports = DEFAULT_PORTS,
  ownPorts = [],
  ...options
}: SourceOptions): EngineSource<TranscriptionEngine>[] {
  return [
    ...ports.filter(({ port }) => !ownPorts.includes(port)).map((port) => new RecogniserPort(port)),
    ...PROGRAMS.map((program) => {
      const settings = { ...program, timeout_seconds: TIMEOUT_SECONDS }
      return new ProgramSource<TranscriptionEngine>(buildCommand(settings, options))
    }),
  ]
}

/** One port, with the recogniser that was found on it. */
class RecogniserPort implements EngineSource<TranscriptionEngine> {
  readonly #port: DefaultPort
  readonly #engines = new Map<string, TranscriptionHttp>()

  constructor(port: DefaultPort) {
    this.#port = port
  }

  async scan(signal: AbortSignal): Promise<readonly ScanResult<TranscriptionEngine>[]> {
    const reader = engineAt('unidentified', this.#port.port)
    let server: RecognitionServer
    try {
      server = await reader.identify(signal, { isConfigured: false })
    } catch (error) {
      const failure = asFailure(error)
      const state = isRefused(failure) ? 'gone' : 'failed'
      return [...this.#engines.values()].map((engine) => ({ engine, state, failure }))
    }
    const current = server.isRecogniser ? this.#engineOf(server) : undefined
    const failure = new EngineFailure('transient', 'Another server answers at its address')
    return [...this.#engines.values()].map((engine) =>
      engine === current ? { engine, state: 'answers' } : { engine, state: 'gone', failure },
    )
  }

  #engineOf(server: RecognitionServer): TranscriptionHttp {
    const { port, kinds } = this.#port
    // The same server gets the same id at every start.
    const id = kinds.includes(server.kind) ? IDS[server.kind] : `${IDS[server.kind]}_${port}`
    const engine = this.#engines.get(id) ?? engineAt(id, port)
    this.#engines.set(id, engine)
    engine.use(server)
    return engine
  }
}

function engineAt(id: string, port: number): TranscriptionHttp {
  return new TranscriptionHttp({
    id,
    adapter: 'openai-http',
    base_url: `http://127.0.0.1:${port}/v1`,
    timeout_seconds: TIMEOUT_SECONDS,
  })
}
