import type { Static } from '@sinclair/typebox'
import type { Caller } from '../../../core/caller.ts'
import type { MediaModelRecord, MediaModels } from '../../../core/engines/media-models.ts'
import type { ModelRecord, Models } from '../../../core/engines/models.ts'
import type { VectorModelRecord, VectorModels } from '../../../core/engines/vector-models.ts'
import type { Model, ModelList } from './model-schema.ts'

interface ModelListOptions {
  models: Pick<Models, 'refresh' | 'list' | 'get'>
  /** Models for speech and transcripts; without it, the list has none. */
  mediaModels?: MediaModels | undefined
  /** Models for embeddings and rankings; without it, the list has none. */
  vectorModels?: VectorModels | undefined
  caller: Caller
  /** UTC milliseconds. */
  now: number
}

/**
 * The list of models of OpenAI's and Anthropic's clients. A server that has just started is in it. Models
 * that answer no chats come last, as some clients take the first one.
 */
export async function modelList({
  models,
  mediaModels,
  vectorModels,
  caller,
  now,
}: ModelListOptions): Promise<Static<typeof ModelList>> {
  await models.refresh(caller)
  const created = createdAt(now)
  const text = models.list(caller).map((record) => modelView(record, created))
  const media = (mediaModels?.list(caller) ?? []).map((record) => mediaModelView(record, created))
  const vectors = (vectorModels?.list(caller) ?? []).map((one) => vectorModelView(one, created))
  const data = merged([...text, ...vectors, ...media])
  // The whole list, whatever page Anthropic's clients ask for.
  const pages = {
    has_more: false as const,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
  }
  return { object: 'list', data, ...pages }
}

/**
 * One model in OpenAI's format.
 *
 * @param id As in a request, percent-decoded
 * @param hint Where this caller finds the names; by default that of the models
 * @throws {AppError} `model_not_found`, `capability_denied`
 */
export async function oneModel(
  { models, mediaModels, vectorModels, caller, now }: ModelListOptions,
  id: string,
  hint?: string,
): Promise<Static<typeof Model>> {
  const created = createdAt(now)
  const media = [
    ...(mediaModels?.list(caller) ?? [])
      .filter((record) => record.id === id)
      .map((record) => mediaModelView(record, created)),
    ...(vectorModels?.list(caller) ?? [])
      .filter((record) => record.id === id)
      .map((record) => vectorModelView(record, created)),
  ]
  if (media.length === 0) await models.refresh(caller, id)
  const text = models.list(caller).filter((record) => media.length > 0 && record.id === id)
  const [found] = merged([...text.map((record) => modelView(record, created)), ...media])
  return found ?? modelView(models.get(caller, id, hint), created)
}

/** The rest of a path as a name. Text that is not percent-encoded correctly stays as it is. */
export function nameInPath(rest: string): string {
  try {
    return decodeURIComponent(rest)
  } catch {
    return rest
  }
}

/** The time of all models of a list, for both kinds of clients. */
function createdAt(now: number) {
  return { created: Math.floor(now / 1000), created_at: new Date(now).toISOString() }
}
type CreatedAt = ReturnType<typeof createdAt>

/** What both kinds of clients read of a model. */
function named({ id, name }: { id: string; name: string }, { created, created_at }: CreatedAt) {
  return {
    id,
    object: 'model' as const,
    created,
    type: 'model' as const,
    display_name: name,
    created_at,
  }
}

function modelView(record: ModelRecord, created: CreatedAt): Static<typeof Model> {
  const { engine, contextLength, images, tools, isAvailable } = record
  return {
    ...named(record, created),
    owned_by: engine ?? 'hearth',
    context_length: contextLength ?? null,
    capabilities: [
      'completion',
      ...(images ? (['vision'] as const) : []),
      ...(tools ? (['tools'] as const) : []),
    ],
    available: isAvailable,
  }
}

function mediaModelView(record: MediaModelRecord, created: CreatedAt): Static<typeof Model> {
  const { engine, makes, isAvailable } = record
  return {
    ...named(record, created),
    owned_by: engine,
    context_length: null,
    capabilities: [makes],
    available: isAvailable,
  }
}

function vectorModelView(record: VectorModelRecord, created: CreatedAt): Static<typeof Model> {
  const { engine, use, contextLength, isAvailable } = record
  return {
    ...named(record, created),
    owned_by: engine,
    context_length: contextLength ?? null,
    capabilities: [use],
    available: isAvailable,
  }
}

/** A server that does several things may have one name for them: it is listed once, with all of them. */
function merged(models: readonly Static<typeof Model>[]): Static<typeof Model>[] {
  const byId = new Map<string, Static<typeof Model>>()
  for (const model of models) {
    const known = byId.get(model.id)
    if (known === undefined) {
      byId.set(model.id, model)
      continue
    }
    const capabilities = [...new Set([...known.capabilities, ...model.capabilities])]
    byId.set(model.id, { ...known, capabilities })
  }
  return [...byId.values()]
}
