import type { Static } from '@sinclair/typebox'
import type { ListedJob } from '../../core/tasks/job-list.ts'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import { matches } from '../../platform/check.ts'
import { timeView } from '../shared/fields.ts'
import { jobView } from '../shared/job-view.ts'
import type { WorkerStep } from './pieces.ts'
import type { ListedWorkerJob, Step, WorkerJob } from './schema.ts'
import { WorkerResult } from './worker-task.ts'
import type { Workers } from './workers.ts'

/** Where the jobs of workers are. */
export const WORKER_PATH = '/api/ai/worker'

/** A job of a worker with what it has done. */
export function workerJobView(workers: Workers, job: JobRecord): Static<typeof WorkerJob> {
  const { steps, artifacts } = workers.logOf(job)
  const request = workers.requestOf(job)
  const { result: _, ...rest } = jobView({ ...job, result: undefined }, () => ({}))
  return {
    ...rest,
    result: job.result === undefined ? null : resultOf(job.result),
    profile: request?.profile ?? null,
    brief: request?.brief ?? null,
    collections: request?.collections ?? [],
    steps: steps.map((step, index) => stepView(job.id, step, index + 1)),
    artifacts: artifacts.map(({ name, bytes, mediaType }) => ({
      name,
      bytes,
      media_type: mediaType,
      url: `${WORKER_PATH}/${job.id}/artifacts/${encodeURIComponent(name)}`,
    })),
  }
}

/** A call of a tool, without what only the owner of the job may read. */
export function stepFacts({ at, tool, text, ms, ok }: WorkerStep) {
  return { at: timeView(at), tool, text, ms, ok }
}

function stepView(jobId: string, step: WorkerStep, number: number): Static<typeof Step> {
  const bytes = step.output?.bytes
  const url = `${WORKER_PATH}/${jobId}/steps/${number}/output`
  return { ...stepFacts(step), output: bytes === undefined ? null : { bytes, url } }
}

export function listedView({ label, excerpt, ...job }: ListedJob): Static<typeof ListedWorkerJob> {
  const { result: _, ...listed } = jobView({ ...job, result: undefined }, () => ({}))
  return { ...listed, profile: label, excerpt }
}

/** A row may be of an older version: its result is checked. */
function resultOf(value: unknown): WorkerResult {
  if (matches(WorkerResult, value)) return value
  throw new Error('The stored result of a worker job is not as declared')
}
