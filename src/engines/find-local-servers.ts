import { Type } from '@sinclair/typebox'
import { matches } from '../platform/check.ts'
import type { EngineSettings } from './settings.ts'

const RESPONSE_TIMEOUT_MS = 300
const MAX_MODELS = 200

/** Default ports of local model servers. */
const DEFAULT_ENDPOINTS = [
  { id: 'llamacpp', label: 'llama.cpp or LocalAI', port: 8080 },
  { id: 'ollama', label: 'Ollama', port: 11434 },
  { id: 'vllm', label: 'vLLM', port: 8000 },
  { id: 'lmstudio', label: 'LM Studio', port: 1234 },
] as const

const ModelList = Type.Object({
  data: Type.Array(Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) })),
})

/**
 * Finds local model servers on their default loopback ports.
 *
 * @returns Settings of an engine for each server that lists models within 300 ms
 */
export async function findLocalServers(
  endpoints: readonly { id: string; label: string; port: number }[] = DEFAULT_ENDPOINTS,
): Promise<EngineSettings[]> {
  const found = await Promise.all(endpoints.map(detectServer))
  return found.filter((settings) => settings !== undefined)
}

async function detectServer({
  id,
  label,
  port,
}: {
  id: string
  label: string
  port: number
}): Promise<EngineSettings | undefined> {
  const base_url = `http://127.0.0.1:${port}/v1`
  try {
    const response = await fetch(`${base_url}/models`, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      redirect: 'manual',
    })
    const list: unknown = response.ok ? await response.json() : undefined
    if (!matches(ModelList, list) || list.data.length === 0) return undefined
    const models = list.data.slice(0, MAX_MODELS).map((model) => model.id)
    return {
      id,
      label,
      adapter: 'openai-http',
      base_url,
      models,
      max_characters: 100_000,
      timeout_seconds: 300,
    }
  } catch {
    return undefined
  }
}
