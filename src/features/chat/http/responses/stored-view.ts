import type { Runs } from '../../../../core/tasks/runs.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { StoredResponse, StoredResponses } from '../../responses/stored-responses.ts'
import { inputItemId } from './item-ids.ts'
import { refuseAt } from './schema.ts'

const MAX_ID_CHARACTERS = 200

export interface StoredServices {
  responses: StoredResponses
  runs: Runs
}

/** A kept response as it is now. @throws {AppError} `not_found` */
export function storedResponse({ responses, runs }: StoredServices, owner: string, id: string) {
  const kept = responses.find(owner, id)
  if (kept === undefined) throw notFound(id)
  const { response, state } = kept
  if (state === 'ended') return response
  const active = state === 'active' ? runs.durable(id) : undefined
  if (active !== undefined)
    return {
      ...response,
      status: active.run?.startedAt === undefined ? 'queued' : 'in_progress',
    }
  const message =
    state === 'active'
      ? 'The end of the answer could not be kept'
      : 'The service was stopped before the answer was whole'
  return { ...response, status: 'failed', error: { code: 'server_error', message } }
}

/** Ends an answer in the background. @throws {AppError} `not_found`, `invalid` */
export async function cancelResponse(services: StoredServices, owner: string, id: string) {
  const before = storedResponse(services, owner, id)
  if (Reflect.get(before, 'background') !== true)
    throw new AppError('invalid', 'Cannot cancel this response: it is not in the background')
  await services.runs.durable(id)?.cancel()
  return storedResponse(services, owner, id)
}

/** @throws {AppError} `not_found` */
export async function deleteResponse(
  { responses, runs }: StoredServices,
  owner: string,
  id: string,
) {
  if (responses.find(owner, id) === undefined) throw notFound(id)
  await runs.durable(id)?.cancel()
  responses.delete(owner, id)
  return { id, object: 'response' as const, deleted: true as const }
}

export interface ItemsQuery {
  limit?: number | undefined
  order?: 'asc' | 'desc' | undefined
  after?: string | undefined
}

const DEFAULT_ITEMS = 20

/**
 * What was asked for a kept response, without what it continues.
 *
 * @throws {AppError} `not_found`; `invalid` for an unknown `after`
 */
export function inputItemList(
  services: StoredServices,
  owner: string,
  id: string,
  { limit = DEFAULT_ITEMS, order = 'desc', after }: ItemsQuery,
) {
  const kept = services.responses.find(owner, id)
  if (kept === undefined) throw notFound(id)
  const all = itemsOf(kept)
  const items = order === 'asc' ? all : all.reverse()
  const start = after === undefined ? 0 : items.findIndex((item) => item.id === after) + 1
  if (after !== undefined && start === 0) refuseAt('after', 'there is no such item')
  const data = items.slice(start, start + limit)
  return {
    object: 'list' as const,
    data,
    first_id: data[0]?.id ?? null,
    last_id: data.at(-1)?.id ?? null,
    has_more: start + limit < items.length,
  }
}

function itemsOf({ id, input = [] }: StoredResponse): { id: string }[] {
  return input.map((item, index) => {
    const own: unknown = Reflect.get(Object(item), 'id')
    const type: unknown = Reflect.get(Object(item), 'type')
    return {
      ...Object(item),
      type: type ?? 'message',
      id: typeof own === 'string' ? own : inputItemId(id, index),
    }
  })
}

function notFound(id: string): AppError {
  return new AppError(
    'not_found',
    `Response with id '${id.slice(0, MAX_ID_CHARACTERS)}' not found.`,
  )
}
