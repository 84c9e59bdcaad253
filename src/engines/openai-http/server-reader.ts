import { basename } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { boundedText } from '../../platform/bounded-text.ts'
import { matches } from '../../platform/check.ts'
import type { VectorUse } from '../contract/vectors.ts'
import type { ServerHead, ServerKind } from './kinds/ollama.ts'
import { Ollama } from './kinds/ollama.ts'
import {
  entriesOf,
  field,
  firstCount,
  includes,
  knownFacts,
  type ListedModel,
  type ModelEntry,
  modelOf,
  withUse,
} from './listed-model.ts'
import type { ServerClient } from './server-client.ts'

/** A server that speaks OpenAI's protocol and shows no kind of its own. */
export const OTHER: ServerKind = {
  id: 'local',
  name: 'OpenAI-compatible server',
  async read(_client, { entries }) {
    return entries.map(modelOf).filter((model) => model !== undefined)
  },
}

/** A model under the name that callers use. */
export interface NamedModel extends ListedModel {
  name: string
}

/** What a server tells of itself. */
export interface ServerReading {
  kind: ServerKind
  /** The models that can chat, embed or rerank: those in memory first, else in the order of the server. */
  models: readonly NamedModel[]
}

/** Reads the models of one server, and finds out which kind of server it is. */
export class ServerReader {
  readonly #client: ServerClient
  readonly #unshown: readonly ServerKind[] = [localAi, lmStudio, new Ollama()]
  readonly #shown: readonly ServerKind[] = [llamaCpp, vllm]
  /** The kind at the last read, which is asked first. */
  #last: ServerKind | undefined

  constructor(client: ServerClient) {
    this.#client = client
  }

  /**
   * @param list The JSON value of `GET /v1/models`
   * @param software The header `Server` of that reply
   * @returns undefined when the value is no list of models
   * @throws Only when the signal aborts
   */
  async read(
    list: unknown,
    software: string,
    signal: AbortSignal,
  ): Promise<ServerReading | undefined> {
    const entries = entriesOf(list)
    if (entries === undefined) return undefined
    const { kind, models } = await this.#modelsOf({ entries, software }, signal)
    this.#last = kind
    return { kind, models: named(models) }
  }

  async #modelsOf(
    head: ServerHead,
    signal: AbortSignal,
  ): Promise<{ kind: ServerKind; models: ListedModel[] }> {
    const shown = this.#shown.find((kind) => kind.isShown?.(head) === true)
    const likely = shown ?? this.#unshown.find((kind) => kind === this.#last)
    const first = likely && (await this.#ask(likely, head, signal))
    if (first !== undefined) return first
    const others = this.#unshown.filter((kind) => kind !== likely)
    const found = await Promise.all(others.map((kind) => this.#ask(kind, head, signal)))
    const [answer] = found.filter((one) => one !== undefined)
    return answer ?? { kind: OTHER, models: (await OTHER.read(this.#client, head, signal)) ?? [] }
  }

  async #ask(kind: ServerKind, head: ServerHead, signal: AbortSignal) {
    const models = await kind.read(this.#client, head, signal)
    return models && { kind, models }
  }
}

/**
 * llama.cpp and vLLM may use the path of the model's file as its id. Callers use the file's name,
 * unless two models have the same.
 */
function named(models: readonly ListedModel[]): NamedModel[] {
  const inOrder = models.toSorted(
    (a, b) => Number(b.isLoaded ?? false) - Number(a.isLoaded ?? false),
  )
  const used = new Set<string>()
  return inOrder.flatMap((model) => {
    const { id } = model
    const short = /^\.{0,2}\//.test(id) ? basename(id) : id
    const name = short === '' || used.has(short) ? id : short
    if (used.has(name)) return []
    used.add(name)
    return [{ ...model, name }]
  })
}

/** How many loaded models of a router are asked for their properties. */
const MAX_LOADED = 8

/** The name of its kind. */
export const LLAMA_CPP = 'llama.cpp'

/**
 * `llama-server`, with one model or as a router of several.
 *
 * https://github.com/ggml-org/llama.cpp/blob/master/tools/server/README.md
 */
const llamaCpp: ServerKind = {
  id: 'llamacpp',
  name: LLAMA_CPP,
  ignoresNames: true,
  isShown: ({ entries, software }) =>
    software === 'llama.cpp' || entries.some((entry) => entry.owned_by === 'llamacpp'),
  async read(client, { entries }, signal) {
    let asked = 0
    // Without a router there is one model: its facts are asked for once, under whatever names.
    let own: Promise<[props: unknown, use: VectorUse | undefined]> | undefined
    const models = await Promise.all(
      entries.map(async (entry): Promise<ListedModel | undefined> => {
        const model = modelOf(entry)
        const status = field(entry.status, 'value')
        if (model === undefined || status === 'downloading') return undefined
        if (status === undefined) {
          own ??= Promise.all([client.json('/props', signal), useOf(client, signal)])
          const [props, use] = await own
          return withUse(withProps(model, props), use)
        }
        // Asking for the properties of another model would load it.
        const started = withUse(model, useOfArguments(field(entry.status, 'args')))
        if (status !== 'loaded' || asked >= MAX_LOADED) return { ...started, isLoaded: false }
        asked += 1
        return { ...withProps(started, await propsOf(client, entry, signal)), isLoaded: true }
      }),
    )
    return models.filter((model) => model !== undefined)
  },
}

function propsOf(client: ServerClient, { id }: ModelEntry, signal: AbortSignal): Promise<unknown> {
  return client.json(`/props?autoload=false&model=${encodeURIComponent(id)}`, signal)
}

/**
 * What a server of one model does instead of chats. It says so only in its answers to requests: of the
 * two kinds that it was not started for it says 501, before it reads them; of the others that they are
 * empty. No model runs for it.
 */
async function useOf(client: ServerClient, signal: AbortSignal): Promise<VectorUse | undefined> {
  if (await lacksInput(client, '/rerank', 'query', signal)) return 'rerank'
  return (await lacksInput(client, '/embeddings', 'input', signal)) ? 'embedding' : undefined
}

async function lacksInput(
  client: ServerClient,
  path: string,
  field: string,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const response = await client.request(path, { method: 'POST', body: '{}', signal })
    const text = (await boundedText(response)) ?? ''
    return response.status === 400 && text.includes(`\\"${field}\\"`)
  } catch {
    signal.throwIfAborted()
    return false
  }
}

/** The same of a model of a router, by the arguments that it is started with. */
function useOfArguments(args: unknown): VectorUse | undefined {
  if (!Array.isArray(args)) return undefined
  if (args.includes('--reranking') || args.includes('--rerank')) return 'rerank'
  return args.includes('--embeddings') || args.includes('--embedding') ? 'embedding' : undefined
}

function withProps(model: ListedModel, props: unknown): ListedModel {
  const vision = field(field(props, 'modalities'), 'vision')
  // Where the template has no functions, the server drops them and a forced call is not made.
  const template = field(props, 'chat_template_caps')
  const calls = ['supports_tools', 'supports_tool_calls'].map((name) => field(template, name))
  const { facts } = model
  return {
    ...model,
    slots: firstCount(field(props, 'total_slots')),
    facts: knownFacts({
      contextLength:
        firstCount(field(field(props, 'default_generation_settings'), 'n_ctx')) ??
        facts.contextLength,
      images: typeof vision === 'boolean' ? vision : facts.images,
      tools: calls.includes(true) ? true : calls.includes(false) ? false : facts.tools,
    }),
  }
}

const Entry = Type.Object({
  id: Type.String(),
  type: Type.String(),
  state: Type.String(),
  max_context_length: Type.Optional(Type.Unknown()),
  loaded_context_length: Type.Optional(Type.Unknown()),
  capabilities: Type.Optional(Type.Unknown()),
})
const List = Type.Object({ data: Type.Array(Type.Unknown()) })

/**
 * LM Studio, which lists the downloaded models and loads one when it is asked.
 *
 * https://lmstudio.ai/docs/developer/rest/endpoints
 */
const lmStudio: ServerKind = {
  id: 'lmstudio',
  name: 'LM Studio',
  async read(client, { entries }, signal) {
    // It answers unknown paths with 200 and an error, as other servers may answer this one.
    const list = await client.json('/api/v0/models', signal)
    if (!matches(List, list) || !list.data.every((entry) => matches(Entry, entry))) return undefined
    const details = new Map(list.data.map((entry) => [entry.id, entry]))
    return entries.flatMap(({ id }) => {
      const entry = details.get(id)
      if (entry === undefined) return [{ id, facts: {} }]
      return [withUse(modelFrom(entry), entry.type === 'embeddings' ? 'embedding' : undefined)]
    })
  },
}

function modelFrom(entry: Static<typeof Entry>): ListedModel {
  const { id, type, state, capabilities } = entry
  return {
    id,
    isLoaded: state === 'loaded',
    facts: knownFacts({
      contextLength: firstCount(entry.loaded_context_length, entry.max_context_length),
      images: type === 'vlm' ? true : type === 'llm' ? false : undefined,
      // Models without it can still be asked for calls, by a format of LM Studio's own.
      tools: includes(capabilities, 'tool_use') === true ? true : undefined,
    }),
  }
}

const WellKnown = Type.Object({ version: Type.String(), endpoints: Type.Object({}) })
const Details = Type.Object({ data: Type.Array(Type.Object({ id: Type.String() })) })

/**
 * LocalAI, which also has models for speech, images and embeddings.
 *
 * https://localai.io/docs/features/api-discovery/
 */
const localAi: ServerKind = {
  id: 'localai',
  name: 'LocalAI',
  async read(client, { entries }, signal) {
    if (!matches(WellKnown, await client.json('/.well-known/localai.json', signal)))
      return undefined
    const list = await client.json('/v1/models/capabilities', signal)
    const details = new Map(
      matches(Details, list) ? list.data.map((entry) => [entry.id, entry]) : [],
    )
    return entries.flatMap((entry) => {
      const model = modelOf(entry)
      const detail = details.get(entry.id)
      const [input, output] = ['input_modalities', 'output_modalities'].map((name) =>
        field(detail, name),
      )
      const does = field(detail, 'capabilities')
      const isChat = ['chat', 'completion'].some((word) => includes(does, word))
      const use = isChat ? undefined : USES.find(([word]) => includes(does, word))?.[1]
      if (model !== undefined && use !== undefined) return [withUse(model, use)]
      // A transcription writes text, and speech reads text: a chat does both.
      if (model === undefined || !mayHave(input, 'text') || !mayHave(output, 'text')) return []
      const { contextLength, images } = model.facts
      const facts = knownFacts({ contextLength, images: includes(input, 'image') ?? images })
      return [{ ...model, facts }]
    })
  },
}

/** LocalAI's words for what a model can do. */
const USES = [
  ['rerank', 'rerank'],
  ['embeddings', 'embedding'],
] as const

/** False for a list without the word; an absent list is unknown. */
function mayHave(list: unknown, word: string): boolean {
  return !Array.isArray(list) || list.includes(word)
}

/**
 * vLLM, whose list has the length of the context and nothing else. What its one model does shows in the
 * paths that it serves: those of chats or of vectors. Older versions have them all, and then it chats.
 */
const vllm: ServerKind = {
  id: 'vllm',
  name: 'vLLM',
  isShown: ({ entries }) => entries.some((entry) => entry.owned_by === 'vllm'),
  async read(client, { entries }, signal) {
    const models = entries.map(modelOf).filter((model) => model !== undefined)
    const paths = field(await client.json('/openapi.json', signal), 'paths')
    const serves = (path: string) => field(paths, path) !== undefined
    if (paths === undefined || serves('/v1/chat/completions')) return models
    const use = serves('/v1/embeddings') ? 'embedding' : serves('/v1/rerank') ? 'rerank' : undefined
    return models.map((model) => withUse(model, use))
  },
}
