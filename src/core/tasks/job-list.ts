import { numberCursor, type Page, pageOf } from '../list-page.ts'
import type { JobRecord } from './job-record.ts'
import type { JobFilter, JobStore, ListedJobRow } from './job-store.ts'
import type { Jobs } from './jobs.ts'

/** A job in its owner's list. */
export type ListedJob = JobRecord & {
  /** As `labelOf` of its task says, such as the name of an agent task; null for none. */
  label: string | null
  /** How the first text of its input begins; null where it has none. */
  excerpt: string | null
}

/** A job in the list of everybody's. */
export type AnybodysJob = ListedJob & {
  owner: string
  /** Name of who has asked; null in a row of another version. */
  actor: string | null
}

/** Lists of jobs: of an owner, whatever their kind, and of everybody. */
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
    const counts = this.#store.countsOf(owner, this.#now(), this.#jobs.waitingAgain())
    return Object.fromEntries(counts.map(({ status, count }) => [status, count]))
  }

  /** Those that have not expired, the newest first. */
  page(
    owner: string,
    limit: number,
    cursor: string | undefined,
    filter: JobFilter = {},
  ): Page<ListedJob> {
    const waiting = filter.status === undefined ? [] : this.#jobs.waitingAgain()
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    const rows = this.#store.page(owner, this.#now(), limit + 1, before, { ...filter, waiting })
    return pageOf(rows, limit, cursorOf, (row) => this.#listed(row))
  }

  /** The jobs of one kind, no matter who has asked, that have not expired; the newest first. */
  pageOfAll(kind: string, limit: number, cursor: string | undefined): Page<AnybodysJob> {
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    const rows = this.#store.pageOfAll(kind, this.#now(), limit + 1, before)
    return pageOf(rows, limit, cursorOf, (row) => ({
      ...this.#listed(row),
      owner: row.owner,
      actor: row.actor,
    }))
  }

  #listed(row: ListedJobRow): ListedJob {
    const { label, excerpt } = row
    return { ...this.#jobs.record({ ...row, result: null }), label, excerpt }
  }
}

function cursorOf({ seq }: ListedJobRow): string {
  return String(seq)
}
