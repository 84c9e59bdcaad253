import { api, read } from '../../ui/api.ts'
import type { components, paths } from '../../ui/api-types.ts'
import type { LiveJobCalls } from '../jobs/live-job.ts'
import type { ListedWorkerJob, WorkerJob } from './types.ts'

/** Jobs of the list. */
const SHOWN = 50

type Offer = components['schemas']['WorkerOffer']
export type NewWorkerJob =
  paths['/api/ai/worker']['post']['requestBody']['content']['application/json']

/** What this person may start, and what is left today. @throws {ApiError} */
export function loadOffer(signal: AbortSignal): Promise<Offer> {
  return read(api.GET('/api/ai/worker/profiles', { signal }))
}

/** The latest jobs of this person. @throws {ApiError} */
export async function loadJobs(signal: AbortSignal): Promise<readonly ListedWorkerJob[]> {
  const params = { query: { limit: SHOWN } }
  return (await read(api.GET('/api/ai/worker', { signal, params }))).items
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
