import type { Config } from './config/load.ts'
import { modelsFolder } from './config/load.ts'
import { buildEngines } from './engines/build-engines.ts'
import { Demo } from './engines/demo/demo.ts'
import { Gguf } from './engines/gguf/gguf.ts'
import { FOUND_GGUF, GgufSource } from './engines/gguf/gguf-source.ts'
import { localServers } from './engines/local-servers.ts'
import {
  buildTranscriptionEngines,
  transcriptionSources,
} from './engines/transcription/transcription-sources.ts'
import { ToolContainment } from './platform/containment/tool-containment.ts'
import type { Log } from './platform/log.ts'
import type { ServiceOptions } from './service-options.ts'

/**
 * The configured engines. Without any, model files are looked for and model servers are searched, and
 * the demonstration answers until one is found. Where worker nodes are configured it does not: before they
 * are heard of, its answers would be taken for theirs.
 */
export function engineOptions(
  config: Config,
  log: Log,
): Pick<ServiceOptions, 'engines' | 'sources' | 'fallback'> {
  const { engines, port, edge_port } = config
  const containment = new ToolContainment({ ...config.programs, env: process.env })
  const files = { folder: modelsFolder(config), program: config.programs.llama_server, log }
  if (engines.length > 0) return { engines: buildEngines(engines, process.env, files, containment) }
  const sources = [
    new GgufSource(new Gguf({ settings: FOUND_GGUF, environment: process.env, ...files })),
    ...localServers(undefined, [port, edge_port]),
  ]
  return { engines: [], sources, fallback: config.queue.url === undefined ? new Demo() : undefined }
}

/** The configured recognisers; without any, those that are found. */
export function transcriptionOptions(
  config: Config,
): Pick<ServiceOptions, 'transcriptionEngines' | 'transcriptionSources'> {
  const { transcription_engines: settings, data_dir: dataFolder, port, edge_port } = config
  const containment = new ToolContainment({ ...config.programs, env: process.env })
  const options = { environment: process.env, dataFolder, containment }
  return {
    transcriptionEngines: buildTranscriptionEngines(settings, options),
    transcriptionSources: transcriptionSources({ ...options, ownPorts: [port, edge_port] }),
  }
}
