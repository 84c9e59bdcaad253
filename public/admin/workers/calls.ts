import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { withServiceTexts } from '../shared/service-texts.ts'

/** One page of jobs with today's budget and what may be started. */
type AdminWorkers = components['schemas']['AdminWorkers']
export type Today = AdminWorkers['today']
/** What there is beside the jobs. */
export type WorkerFacts = Pick<AdminWorkers, 'today' | 'profiles' | 'profile_faults' | 'sandbox'>
/** A job with an id as lists of this area have it. */
export type AdminWorkerJob = components['schemas']['AdminWorkerJob'] & { id: string }

export const PAGE_ITEMS = 20

/** @throws {ApiError} */
export async function loadWorkers(cursor: string | undefined, signal: AbortSignal) {
  const query = { limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) }
  const { items, ...page } = await withServiceTexts(
    read(api.GET('/admin/workers', { signal, params: { query } })),
  )
  return { ...page, items: items.map((job): AdminWorkerJob => ({ ...job, id: job.job_id })) }
}
