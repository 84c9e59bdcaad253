import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import Anthropic from '@anthropic-ai/sdk'
import { ChatOpenAI } from '@langchain/openai'
import type { LanguageModel } from 'ai'
import { Ollama } from 'ollama'
import OpenAI from 'openai'
import { jsonInit, PRIMARY_KEY, type TestService } from './service.ts'
import { defaultAnswer, handStream, startUpstream, type Upstream } from './upstream.ts'

export interface ClientOptions {
  /** The Primary Key when left out. */
  key?: string
  /** The client's own number when left out. */
  retries?: number
  fetch?: typeof fetch
}

/** Without the options that were left out. */
function given<options extends object>(options: options) {
  const all = Object.entries(options).filter(([, value]) => value !== undefined)
  return Object.fromEntries(all) as { [name in keyof options]?: Exclude<options[name], undefined> }
}

/** OpenAI's official client for a test service. */
export function openaiClient({ url }: TestService, options: ClientOptions = {}): OpenAI {
  const { key = PRIMARY_KEY, retries, fetch } = options
  return new OpenAI({
    baseURL: `${url}/v1`,
    apiKey: key,
    ...given({ maxRetries: retries, fetch }),
  })
}

/** Anthropic's official client for a test service. */
export function anthropicClient({ url }: TestService, options: ClientOptions = {}): Anthropic {
  const { key = PRIMARY_KEY, retries, fetch } = options
  return new Anthropic({
    baseURL: url,
    apiKey: key,
    ...given({ maxRetries: retries, fetch }),
  })
}

/** Ollama's official client for a test service. */
export function ollamaClient(
  { url }: TestService,
  { key = PRIMARY_KEY, fetch }: Omit<ClientOptions, 'retries'> = {},
): Ollama {
  return new Ollama({
    host: url,
    headers: { authorization: `Bearer ${key}` },
    ...given({ fetch }),
  })
}

/** The model `auto` for Vercel's AI SDK; retries are an argument of its calls. */
export function aiModel(
  { url }: TestService,
  { key = PRIMARY_KEY, fetch }: Omit<ClientOptions, 'retries'> = {},
) {
  const provider = createOpenAICompatible({
    name: 'hearth',
    baseURL: `${url}/v1`,
    apiKey: key,
    includeUsage: true,
    supportsStructuredOutputs: true,
    ...given({ fetch }),
  })
  return provider('auto')
}

/** The AI SDK's model `auto` by each of its packages that have a dialect. */
export function aiModels(
  service: TestService,
  { key = PRIMARY_KEY, fetch }: Required<Pick<ClientOptions, 'fetch'>> & Pick<ClientOptions, 'key'>,
): Record<string, LanguageModel> {
  const options = { baseURL: `${service.url}/v1`, apiKey: key, fetch }
  return {
    openai: createOpenAI(options)('auto'),
    anthropic: createAnthropic(options)('auto'),
    'openai-compatible': aiModel(service, { key, fetch }),
  }
}

/** LangChain's model `auto`. */
export function langchainModel({ url }: TestService, options: ClientOptions = {}): ChatOpenAI {
  const { key = PRIMARY_KEY, retries, fetch } = options
  return new ChatOpenAI({
    model: 'auto',
    apiKey: key,
    configuration: { baseURL: `${url}/v1`, ...given({ fetch }) },
    ...given({ maxRetries: retries }),
  })
}

/** One streamed request without a client. */
export function rawChat(service: TestService, signal: AbortSignal | null = null) {
  const body = { model: 'auto', stream: true, messages: [{ role: 'user', content: 'Say hello' }] }
  const headers = { authorization: `Bearer ${PRIMARY_KEY}` }
  return fetch(`${service.url}/v1/chat/completions`, { ...jsonInit('POST', body, headers), signal })
}

/** Takes both leases of the Primary Key with requests that the upstream does not answer. */
export async function holdBothLeases(service: TestService, upstream: Upstream) {
  const leaving = new AbortController()
  upstream.script(() => handStream().response)
  const held = [rawChat(service, leaving.signal), rawChat(service, leaving.signal)]
  // Headers arrive once a request is admitted. One of the two runs, the other is queued.
  const responses = await Promise.all(held)
  return {
    /** Referenced, because Bun closes the connection of a garbage collected response. */
    responses,
    free() {
      upstream.script(defaultAnswer)
      leaving.abort()
    },
  }
}

/** The error of a call; undefined when it succeeded. */
export function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Reads pieces of text as they arrive. @returns The pieces, and the failure that ended them */
export async function readPieces(pieces: AsyncIterable<string>, onPiece: () => unknown) {
  const read: string[] = []
  try {
    for await (const piece of pieces) {
      read.push(piece)
      await onPiece()
    }
    return { read, failure: undefined }
  } catch (failure) {
    return { read, failure }
  }
}

/** The base URL of a model server that was stopped. */
export async function closedUpstreamUrl(): Promise<string> {
  await using upstream = startUpstream()
  return upstream.url
}
