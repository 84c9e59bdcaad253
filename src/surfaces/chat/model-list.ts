import type { Static } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.ts'
import type { ModelRecord, Models } from '../../core/text/models.ts'
import type { Model, ModelList } from './schema.ts'

interface ModelListOptions {
  models: Models
  caller: Caller
  /** UTC milliseconds. */
  now: number
}

/** OpenAI's list of models. A server that has just started is in it. */
export async function modelList({
  models,
  caller,
  now,
}: ModelListOptions): Promise<Static<typeof ModelList>> {
  await models.refresh(caller)
  return { object: 'list', data: models.list(caller).map((record) => modelView(record, now)) }
}

/**
 * One model in OpenAI's format.
 *
 * @param id As in a request, percent-decoded
 * @param hint Where this caller finds the names; by default that of the models
 * @throws {AppError} `model_not_found`, `capability_denied`
 */
export async function oneModel(
  { models, caller, now }: ModelListOptions,
  id: string,
  hint?: string,
): Promise<Static<typeof Model>> {
  await models.refresh(caller, id)
  return modelView(models.get(caller, id, hint), now)
}

/** The rest of a path as a name. Text that is not percent-encoded correctly stays as it is. */
export function nameInPath(rest: string): string {
  try {
    return decodeURIComponent(rest)
  } catch {
    return rest
  }
}

function modelView(
  { id, engine, contextLength, images, tools, isAvailable }: ModelRecord,
  now: number,
) {
  return {
    id,
    object: 'model' as const,
    created: Math.floor(now / 1000),
    owned_by: engine ?? 'hearth',
    context_length: contextLength ?? null,
    capabilities: [
      'completion' as const,
      ...(images ? ['vision' as const] : []),
      ...(tools ? ['tools' as const] : []),
    ],
    available: isAvailable,
  }
}
