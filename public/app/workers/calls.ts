import { api, read } from '../../ui/api.ts'
import type { components, paths } from '../../ui/api-types.ts'
import type { LiveJobCalls } from '../jobs/live-job.ts'
import type { ListedWorkerJob, WorkerJob } from './types.ts'

/** The most of one answer of the service. */
const MAX_PAGE = 200

type Offer = components['schemas']['WorkerOffer']
export type NewWorkerJob =
  paths['/api/ai/worker']['post']['requestBody']['content']['application/json']

/** What this person may start, and what is left today. @throws {ApiError} */
export function loadOffer(signal: AbortSignal): Promise<Offer> {
  return read(api.GET('/api/ai/worker/profiles', { signal }))
}

/** The newest jobs of this person, and whether there are older ones. */
export interface WorkerJobs {
  items: readonly ListedWorkerJob[]
  hasMore: boolean
}

/** @param target How many jobs, if there are so many @throws {ApiError} */
export async function loadJobs(target: number, signal?: AbortSignal): Promise<WorkerJobs> {
  const items: ListedWorkerJob[] = []
  let cursor: string | null = null
  do {
    const limit = Math.min(MAX_PAGE, target - items.length)
    const query = { limit, ...(cursor === null ? {} : { cursor }) }
    const page = await loadPage(query, signal)
    items.push(...page.items)
    cursor = page.next_cursor
  } while (cursor !== null && items.length < target)
  return { items, hasMore: cursor !== null }
}

function loadPage(query: { limit: number; cursor?: string }, signal: AbortSignal | undefined) {
  const params = { query }
  return read(api.GET('/api/ai/worker', { params, ...(signal === undefined ? {} : { signal }) }))
}

/** @param key The same for a request that is sent again @throws {ApiError} */
export function startJob(body: NewWorkerJob, key: string): Promise<WorkerJob> {
  const params = { header: { 'Idempotency-Key': key } }
  return read(api.POST('/api/ai/worker', { body, params }))
}

/** The requests about one job. */
export const WORKER_CALLS: LiveJobCalls<WorkerJob> = {
  read: (id) => read(api.GET('/api/ai/worker/{id}', { params: { path: { id } } })),
  cancel: (id) => read(api.DELETE('/api/ai/worker/{id}', { params: { path: { id } } })),
  events: (id) => `/api/ai/worker/${encodeURIComponent(id)}/events`,
}
