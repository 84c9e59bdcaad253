import type { JobFilter, JobSize, JobStore, ListedJobRow } from '../../db/job-store.ts'
import { limitOfBytes, numberCursor, type Page, pageOf } from '../list-page.ts'
import type { JobRecord } from './job-record.ts'
import type { Jobs } from './jobs.ts'

/** Inputs of one page, of which the excerpts are read. See Limits. */
export const MAX_LISTED_INPUT_BYTES = 1024 ** 2
const FIRST_ROWS = 4

export { MAX_EXCERPT_CHARACTERS } from '../../db/job-store.ts'

/** A job in its owner's list. */
export type ListedJob = JobRecord & {
  /** Name of the agent task, or of a worker's profile; null for jobs of other kinds. */
  task: string | null
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
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    const waiting = filter.status === undefined ? [] : this.#jobs.waitingAgain()
    return this.#page(
      limit,
      before,
      (count, after) => this.#store.page(owner, this.#now(), count, after, { ...filter, waiting }),
      (row) => this.#listed(row),
    )
  }

  /** The jobs of one kind, no matter who has asked, that have not expired; the newest first. */
  pageOfAll(kind: string, limit: number, cursor: string | undefined): Page<AnybodysJob> {
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    return this.#page(
      limit,
      before,
      (count, after) => this.#store.pageOfAll(kind, this.#now(), count, after),
      (row) => ({ ...this.#listed(row), owner: row.owner, actor: row.actor }),
    )
  }

  /** A page ends where the inputs get too large, of which SQLite reads the excerpts. */
  #page<item>(
    limit: number,
    before: number | undefined,
    read: (count: number, before: number | undefined) => JobSize[],
    itemOf: (row: NonNullable<ReturnType<JobStore['listed']>>) => item,
  ): Page<item> {
    const sizes: JobSize[] = []
    // Of a row, all pages of its input are read: so only some rows at a time.
    for (let count = FIRST_ROWS; sizes.length <= limit; count *= 2) {
      const wanted = Math.min(count, limit + 1 - sizes.length)
      const more = read(wanted, sizes.at(-1)?.seq ?? before)
      sizes.push(...more)
      if (more.length < wanted || limitOfBytes(sizes, limit, MAX_LISTED_INPUT_BYTES) < limit) break
    }
    const { items, nextCursor } = pageOf(
      sizes,
      limitOfBytes(sizes, limit, MAX_LISTED_INPUT_BYTES),
      ({ seq }) => String(seq),
      ({ seq }) => this.#store.listed(seq),
    )
    return { items: items.flatMap((row) => (row === undefined ? [] : [itemOf(row)])), nextCursor }
  }

  #listed(row: ListedJobRow): ListedJob {
    const { task, excerpt } = row
    return { ...this.#jobs.record({ ...row, result: null }), task, excerpt }
  }
}
