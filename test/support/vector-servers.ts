// Doubles of model servers that embed or rank, with the replies of the real ones: those of llama.cpp were
// recorded from llama-server 0.7.0, the others are the forms of the servers' own documentation.

import { Demo } from '../../src/engines/demo/demo.ts'
import { localServers } from '../../src/engines/local-servers.ts'
import { createTestApp, startService, type TestOptions } from './service.ts'

type Replies = Record<string, unknown | ((request: Request) => Response | Promise<Response>)>

/** Length of the vectors of the doubles. */
export const DIMENSIONS = 4

/** A vector that differs from text to text: its length, its first and last character, and a third. */
export function vectorOf(input: string | number[], dimensions = DIMENSIONS): number[] {
  const codes = typeof input === 'string' ? [...input].map((one) => one.codePointAt(0) ?? 0) : input
  const numbers = [codes.length, codes[0] ?? 0, codes.at(-1) ?? 0, 1 / 3]
  return Array.from({ length: dimensions }, (_, at) => numbers[at % numbers.length] ?? 0)
}

interface EmbeddingsCall {
  model: string
  input: string | number[] | (string | number[])[]
  dimensions?: number
}

function listOfInputs({ input }: EmbeddingsCall): (string | number[])[] {
  if (typeof input === 'string') return [input]
  return input.every((one) => typeof one === 'number') ? [input as number[]] : (input as string[])
}

/** What a double has been asked, and may be made to answer. */
export interface EmbeddingDouble {
  calls: EmbeddingsCall[]
  /** Called before each answer; its own answer is sent instead. */
  before?: (call: EmbeddingsCall) => Promise<Response | undefined> | Response | undefined
  /** Whether it can shorten its vectors. */
  shortens?: boolean
  /** Of its vectors. */
  dimensions?: number
}

/** POST /v1/embeddings of any server. */
export function embeddings(
  double: EmbeddingDouble,
  missing = '"input" or "content" must be provided',
) {
  return async (request: Request): Promise<Response> => {
    const call = (await request.json()) as EmbeddingsCall
    if (call.input === undefined) return failure(400, missing, 'invalid_request_error')
    double.calls.push(call)
    const own = await double.before?.(call)
    if (own !== undefined) return own
    const { dimensions = DIMENSIONS, shortens = false } = double
    const length = shortens ? (call.dimensions ?? dimensions) : dimensions
    const inputs = listOfInputs(call)
    const data = inputs.map((input, index) => ({
      ...{ object: 'embedding', index, embedding: vectorOf(input, length) },
    }))
    const tokens = inputs.reduce((sum, { length }) => sum + length, 0)
    const usage = { prompt_tokens: tokens, total_tokens: tokens }
    // Not in order, as the index says whose each is.
    return Response.json({ model: call.model, object: 'list', usage, data: data.toReversed() })
  }
}

/** POST /v1/rerank of llama.cpp: a document is the better, the more of the question it holds. */
function rerank(calls: { query: string; documents: string[] }[]) {
  return async (request: Request): Promise<Response> => {
    const { model, query, documents } = Object(await request.json())
    if (query === undefined)
      return failure(400, '"query" must be provided', 'invalid_request_error')
    calls.push({ query, documents })
    const results = documents.map((text: string, index: number) => ({
      ...{ index, relevance_score: text.includes(query) ? 2.5 : -text.length },
    }))
    const usage = { prompt_tokens: 9, total_tokens: 9 }
    return Response.json({ model, object: 'list', usage, results })
  }
}

export function failure(code: number, message: string, type = 'server_error'): Response {
  return Response.json({ error: { code, message, type } }, { status: code })
}

const unsupported = (what: string, flag: string) => () =>
  failure(
    501,
    `This server does not support ${what}. Start it with \`--${flag}\``,
    'not_supported_error',
  )

function llama(path: string, more: Replies): Replies {
  const model = { id: path, object: 'model', owned_by: 'llamacpp', meta: { n_ctx_train: 2048 } }
  return {
    '/v1/models': { object: 'list', data: [model] },
    '/props': { default_generation_settings: { n_ctx: 2048 }, modalities: { vision: false } },
    '/v1/embeddings': unsupported('embeddings', 'embeddings'),
    '/v1/rerank': unsupported('reranking', 'reranking'),
    ...more,
  }
}

/** `llama-server --embeddings`. */
export function llamaEmbedder(path: string, double: EmbeddingDouble): Replies {
  return llama(path, { '/v1/embeddings': embeddings(double) })
}

/** `llama-server --reranking`, which takes embeddings too. */
export function llamaReranker(
  path: string,
  calls: { query: string; documents: string[] }[] = [],
): Replies {
  return llama(path, {
    '/v1/embeddings': embeddings({ calls: [] }),
    '/v1/rerank': rerank(calls),
  })
}

/** Rounds come only when a request asks for one, and as often as it does. */
const ON_REQUEST = {
  ...{ engineSearchMs: 3_600_000, engineRefreshMs: 3_600_000, engineScanPauseMs: 0 },
  // A busy machine takes longer than a request waits.
  ...{ engineScanMs: 60_000, engineScanWaitMs: 60_000 },
}

function searchOptions(ports: readonly number[], options: TestOptions): TestOptions {
  const kinds = ['llamacpp', 'ollama', 'lmstudio', 'vllm', 'localai']
  return {
    ...{ speechEngines: [], engines: [], fallback: new Demo() },
    sources: localServers(ports.map((port) => ({ port, kinds }))),
    ...options,
    limits: { ...ON_REQUEST, ...options.limits },
  }
}

/** A service that finds its model servers on these ports. */
export function searchingApp(ports: readonly number[], options: TestOptions = {}) {
  return createTestApp(searchOptions(ports, options))
}

/** The same, which listens. */
export function searchingService(ports: readonly number[], options: TestOptions = {}) {
  return startService(searchOptions(ports, options))
}
