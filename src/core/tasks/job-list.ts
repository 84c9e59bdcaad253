import type { JobFilter, JobStore } from '../../db/job-store.ts'
import { numberCursor, type Page, pageOf } from '../list-page.ts'
import type { JobRecord } from './job-record.ts'
import type { Jobs } from './jobs.ts'

export { MAX_EXCERPT_CHARACTERS } from '../../db/job-store.ts'

/** A job in its owner's list. */
export type ListedJob = JobRecord & {
  /** Name of the agent task, or of a worker's profile; null for jobs of other kinds. */
  task: string | null
  /** How the first text of its input begins; null where it has none. */
  excerpt: string | null
}

/** The jobs of an owner, whatever their kind. */
export class JobList {
  readonly #store: JobStore
  readonly #jobs: Jobs
  readonly #now: () => number

  constructor({ store, jobs, now }: { store: JobStore; jobs: Jobs; now: () => number }) {
    this.#store = store
    this.#jobs = jobs
    this.#now = now
  }

  /** How many there are of each status. */
  counts(owner: string): Partial<Record<JobRecord['status'], number>> {
    const counts = this.#store.countsOf(owner, this.#now())
    return Object.fromEntries(counts.map(({ status, count }) => [status, count]))
  }

  /** Those that have not expired, the newest first. */
  page(
    owner: string,
    limit: number,
    cursor: string | undefined,
    filter: JobFilter = {},
  ): Page<ListedJob> {
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    const rows = this.#store.page(owner, this.#now(), limit + 1, before, filter)
    return pageOf(
      rows,
      limit,
      ({ seq }) => String(seq),
      (row) => ({
        ...this.#jobs.record({ ...row, result: null }),
        task: row.task,
        excerpt: row.excerpt,
      }),
    )
  }
}
