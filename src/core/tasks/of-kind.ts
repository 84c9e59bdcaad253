import { AppError } from '../../platform/errors.ts'
import type { Job } from './job.ts'
import type { Jobs } from './jobs.ts'

/**
 * The jobs of one path: a job that belongs to another path is not found on this one.
 *
 * @param prefix Of the ids: `gen_`, `agt_`, …
 */
export function jobsOfKind(jobs: Jobs, prefix: string) {
  function requireOwn(id: string): void {
    if (!id.startsWith(prefix)) throw new AppError('not_found', 'There is no such job')
  }
  return {
    get(owner: string, id: string): Job {
      requireOwn(id)
      return jobs.get(owner, id)
    },
    async cancel(owner: string, id: string): Promise<Job> {
      requireOwn(id)
      return jobs.cancel(owner, id)
    },
    /** The job at each change; one that is not the owner's is refused before the first. */
    watch(owner: string, id: string): (left: AbortSignal) => AsyncIterable<Job> {
      requireOwn(id)
      jobs.get(owner, id)
      return (left) => jobs.watch(owner, id, left)
    },
  }
}
