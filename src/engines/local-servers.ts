import { asFailure, EngineFailure } from './contract/failure.ts'
import type { EngineSource, ScanResult } from './contract/finder.ts'
import type { ServerKind } from './openai-http/kinds/server-kind.ts'
import { OpenAiHttp } from './openai-http/openai-http.ts'
import { isRefused } from './openai-http/server-failure.ts'
import { OTHER, type ServerReading } from './openai-http/server-reader.ts'

/** A loopback port, and the kind of server whose default it is. */
interface DefaultPort {
  port: number
  kinds: readonly string[]
}

/** In order of preference. */
const DEFAULT_PORTS: readonly DefaultPort[] = [
  { port: 8080, kinds: ['llamacpp', 'localai'] },
  { port: 11434, kinds: ['ollama'] },
  { port: 8000, kinds: ['vllm'] },
  { port: 1234, kinds: ['lmstudio'] },
]

/** Ids of the engines that may be found, whether or not they answer. */
export const LOCAL_SERVER_IDS: readonly string[] = DEFAULT_PORTS.flatMap(({ kinds }) => kinds)

/**
 * Finds model servers on the default loopback ports of their kinds, in order of preference.
 *
 * @param ownPorts Ports on which the service itself listens
 */
export function localServers(
  ports: readonly DefaultPort[] = DEFAULT_PORTS,
  ownPorts: readonly (number | undefined)[] = [],
): EngineSource[] {
  return ports.filter(({ port }) => !ownPorts.includes(port)).map((port) => new LocalPort(port))
}

/** One port, with the engines that were found on it. One of them answers at a time. */
class LocalPort implements EngineSource {
  readonly #port: DefaultPort
  /** Reads whatever server is there. */
  readonly #reader: OpenAiHttp
  readonly #engines = new Map<string, OpenAiHttp>()

  constructor(port: DefaultPort) {
    this.#port = port
    this.#reader = engineAt('unidentified', port.port)
  }

  async scan(signal: AbortSignal): Promise<readonly ScanResult[]> {
    let reading: ServerReading
    try {
      reading = await this.#reader.readServer(signal)
    } catch (error) {
      const failure = asFailure(error)
      // Told to the owner, who can configure it with its key.
      if (failure.verdict === 'signed_out' && this.#engines.size === 0) this.#engineOf(OTHER)
      const state = isRefused(failure) ? 'gone' : 'failed'
      return this.#found.map((engine) => ({ engine, state, failure }))
    }
    const current = this.#engineOf(reading.kind)
    current.use(reading)
    const failure = new EngineFailure('transient', 'Another server answers at its address')
    return this.#found.map((engine) =>
      engine === current ? { engine, state: 'answers' } : { engine, state: 'gone', failure },
    )
  }

  get #found(): OpenAiHttp[] {
    return [...this.#engines.values()]
  }

  #engineOf(kind: ServerKind): OpenAiHttp {
    const id = idFor(kind.id, this.#port)
    const engine = this.#engines.get(id) ?? engineAt(id, this.#port.port)
    this.#engines.set(id, engine)
    return engine
  }
}

/** The same server gets the same id at every start, so that a key's profile stays valid. */
function idFor(kind: string, { port, kinds }: DefaultPort): string {
  return kinds.includes(kind) ? kind : `${kind}_${port}`
}

function engineAt(id: string, port: number): OpenAiHttp {
  return new OpenAiHttp({
    id,
    adapter: 'openai-http',
    base_url: `http://127.0.0.1:${port}/v1`,
    max_characters: 100_000,
    timeout_seconds: 300,
  })
}
