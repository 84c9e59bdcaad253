import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { ChatOpenAI } from '@langchain/openai'
import OpenAI from 'openai'
import { jsonInit, PRIMARY_KEY, type TestService } from './service.ts'
import { handStream, speak, startUpstream, type Upstream } from './upstream.ts'

export interface ClientOptions {
  /** The Primary Key when left out. */
  key?: string
  /** The client's own number when left out. */
  retries?: number
  fetch?: typeof fetch
}

/** The official client, pointed at a service of the tests. */
export function openaiClient({ url }: TestService, options: ClientOptions = {}): OpenAI {
  const { key = PRIMARY_KEY, retries, fetch } = options
  return new OpenAI({
    baseURL: `${url}/v1`,
    apiKey: key,
    ...(retries === undefined ? {} : { maxRetries: retries }),
    ...(fetch === undefined ? {} : { fetch }),
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
    ...(fetch === undefined ? {} : { fetch }),
  })
  return provider('auto')
}

/** LangChain's model `auto`. */
export function langchainModel({ url }: TestService, options: ClientOptions = {}): ChatOpenAI {
  const { key = PRIMARY_KEY, retries, fetch } = options
  return new ChatOpenAI({
    model: 'auto',
    apiKey: key,
    configuration: { baseURL: `${url}/v1`, ...(fetch === undefined ? {} : { fetch }) },
    ...(retries === undefined ? {} : { maxRetries: retries }),
  })
}

/** One streamed request without a client. */
export function rawChat(service: TestService, signal: AbortSignal | null = null) {
  const body = { model: 'auto', stream: true, messages: [{ role: 'user', content: 'Say hello' }] }
  const headers = { authorization: `Bearer ${PRIMARY_KEY}` }
  return fetch(`${service.url}/v1/chat/completions`, {
    ...jsonInit('POST', body, headers),
    signal,
  })
}

/** Fills both places of the Primary Key with requests that the upstream leaves without a word. */
export async function holdBothPlaces(service: TestService, upstream: Upstream) {
  const leaving = new AbortController()
  upstream.script(() => handStream().response)
  const held = [rawChat(service, leaving.signal), rawChat(service, leaving.signal)]
  // Headers are there once a request is admitted: the one runs, the other stands in line.
  const responses = await Promise.all(held)
  return {
    /** Kept, because Bun closes the connection of a response that nobody holds any more. */
    responses,
    free() {
      upstream.script(speak)
      leaving.abort()
    },
  }
}

/** What a call was refused with; undefined when it was not. */
export function failureOf(work: PromiseLike<unknown>): Promise<unknown> {
  return Promise.resolve(work).then(
    () => undefined,
    (error: unknown) => error,
  )
}

/** Takes pieces of text as they come. @returns All of them; or what they broke off with */
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

/** The base URL of a model server that has gone. */
export async function goneUpstream(): Promise<string> {
  await using upstream = startUpstream()
  return upstream.url
}
