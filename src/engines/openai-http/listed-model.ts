import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../../platform/check.ts'
import type { ModelFacts } from '../contract/text.ts'
import type { VectorUse } from '../contract/vectors.ts'

/** How many models of one server are used. @limit engine-models count */
export const MAX_SERVER_MODELS = 200

const Unknown = Type.Optional(Type.Unknown())

/** One entry of `GET /v1/models`. Only the id is common to all servers. */
export const ModelEntry = Type.Object({
  id: Type.String({ pattern: '^[^\\u0000-\\u001f\\u007f]{1,200}$' }),
  owned_by: Unknown,
  /** vLLM. */
  max_model_len: Unknown,
  /** The router of llama.cpp, and proxies such as llama-swap. */
  context_length: Unknown,
  /** llama.cpp; null while it loads the model. */
  meta: Unknown,
  architecture: Unknown,
  status: Unknown,
})
export type ModelEntry = Static<typeof ModelEntry>

// Ollama sends null for an empty list.
const ModelList = Type.Object({ data: Type.Union([Type.Array(Type.Unknown()), Type.Null()]) })
const Strings = Type.Array(Type.String())

/** One model of a server. */
export interface ListedModel {
  /** The id on the server. */
  id: string
  facts: ModelFacts
  /** What it does instead of chats. */
  use?: VectorUse | undefined
  /** Whether the server holds it in memory now; undefined where it does not tell. */
  isLoaded?: boolean
  /** Requests that the server answers at a time, where it tells. */
  slots?: number | undefined
}

/** The entries of `GET /v1/models`; undefined for a value that is no such list. */
export function entriesOf(value: unknown): ModelEntry[] | undefined {
  if (!matches(ModelList, value)) return undefined
  return (value.data ?? [])
    .filter((entry) => matches(ModelEntry, entry))
    .slice(0, MAX_SERVER_MODELS)
}

/** What the entry itself tells; undefined for a model that writes no text. */
export function modelOf(entry: ModelEntry): ListedModel | undefined {
  const { id, max_model_len: length, context_length: context, meta, architecture } = entry
  const outputs = field(architecture, 'output_modalities')
  if (matches(Strings, outputs) && outputs.length > 0 && !outputs.includes('text')) return undefined
  return {
    id,
    facts: knownFacts({
      contextLength: firstCount(length, context, field(meta, 'n_ctx'), field(meta, 'n_ctx_train')),
      images: includes(field(architecture, 'input_modalities'), 'image'),
    }),
  }
}

/** The facts without those that are undefined. */
export function knownFacts({
  contextLength,
  images,
  tools,
}: {
  contextLength?: number | undefined
  images?: boolean | undefined
  tools?: boolean | undefined
}): ModelFacts {
  return {
    ...(contextLength === undefined ? {} : { contextLength }),
    ...(images === undefined ? {} : { images }),
    ...(tools === undefined ? {} : { tools }),
  }
}

/** A model with what it does instead of chats, where that is known. */
export function withUse(model: ListedModel, use: VectorUse | undefined): ListedModel {
  return use === undefined ? model : { ...model, use }
}

/** A field of a value that may be of any shape. */
export function field(value: unknown, name: string): unknown {
  return Reflect.get(Object(value), name)
}

/** The first whole number above zero. */
export function firstCount(...values: readonly unknown[]): number | undefined {
  return values.find((value): value is number => Number.isSafeInteger(value) && Number(value) > 0)
}

/** Whether a list of words has one; undefined for a value that is no such list. */
export function includes(value: unknown, word: string): boolean | undefined {
  return matches(Strings, value) && value.length > 0 ? value.includes(word) : undefined
}
