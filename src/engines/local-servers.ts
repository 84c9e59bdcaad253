import type { EngineSource } from './contract/any-engine.ts'
import { OpenAiHttp } from './openai-http/openai-http.ts'
import { OTHER } from './openai-http/server-reader.ts'
import { type DefaultPort, PortSource } from './sources.ts'

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
  return ports
    .filter(({ port }) => !ownPorts.includes(port))
    .map((port) => {
      // Reads whatever server is there.
      const reader = engineAt('unidentified', port.port)
      return new PortSource<OpenAiHttp>({
        async read(signal) {
          const reading = await reader.readServer(signal)
          return { id: idFor(reading.kind.id, port), use: (engine) => engine.use(reading) }
        },
        open: (id) => engineAt(id, port.port),
        refusedId: idFor(OTHER.id, port),
      })
    })
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
