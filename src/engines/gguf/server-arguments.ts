import { availableParallelism } from 'node:os'
import type { EngineSettings } from '../settings.ts'

/** Tokens of a prompt and its answer together, unless the settings say otherwise. See Limits. */
export const DEFAULT_CONTEXT_TOKENS = 8_192
/** Seconds without a request after which a model leaves the memory. See Limits. */
export const DEFAULT_IDLE_SECONDS = 600
/** More threads than that make few machines faster. See Limits. */
export const MAX_DEFAULT_THREADS = 8
/** Where its libraries and graphics cards are. */
const VARIABLES = [
  'LD_LIBRARY_PATH',
  'DYLD_LIBRARY_PATH',
  'CUDA_VISIBLE_DEVICES',
  'HIP_VISIBLE_DEVICES',
  'ROCR_VISIBLE_DEVICES',
  'GGML_BACKEND_PATH',
  'GGML_VK_VISIBLE_DEVICES',
] as const

/** The command line of `llama-server`, without where it listens. */
export function serverArguments(
  { threads, parallel = 1, idle_seconds: idle }: EngineSettings,
  contextTokens: number,
  folder: string,
): string[] {
  const used = threads ?? Math.min(MAX_DEFAULT_THREADS, Math.max(1, availableParallelism() - 1))
  const options = {
    '--models-dir': folder,
    '--models-max': 1,
    '--sleep-idle-seconds': idle ?? DEFAULT_IDLE_SECONDS,
    // Shared among the requests at a time.
    '--ctx-size': contextTokens * parallel,
    '--parallel': parallel,
    '--threads': used,
  }
  return [
    ...['--offline', '--no-webui', '--no-slots'],
    ...Object.entries(options).flatMap(([name, value]) => [name, String(value)]),
  ]
}

/** What the program sees of Hearth's own environment, besides what every tool does. */
export function variablesOf(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  return Object.fromEntries(
    VARIABLES.flatMap((name) => {
      const value = environment[name]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
