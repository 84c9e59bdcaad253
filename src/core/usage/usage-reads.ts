import type { Db } from '../../db/open.ts'
import { ThreadPool } from '../../platform/thread-pool.ts'
import { type CsvPage, type CsvQuery, readCsvPage } from './usage-csv.ts'
import type { GroupSums } from './usage-groups.ts'
import { type GroupQuery, UsageReader } from './usage-reader.ts'

/** A long read. */
export type UsageRead = { groups: GroupQuery } | { csv: CsvQuery }
/** What it gives; `isAlone` where the service has its file to itself, as after a start on a full disk. */
export type UsageAnswer = { groups: GroupSums[] } | { csv: CsvPage } | { isAlone: true }

/** Reads that take long for years of calls, each in one state of the database. */
export function readUsage(db: Db, read: UsageRead): UsageAnswer {
  if ('csv' in read) return { csv: readCsvPage(db.sqlite, read.csv) }
  using reader = new UsageReader(db)
  return { groups: reader.groups(read.groups) }
}

/** One that reads a page after another does not keep the reports of others waiting. */
const THREADS = 2
const IDLE_MS = 10_000

/**
 * Makes long reads in a thread with a connection of its own, beside the writes of the service. A
 * database in memory has one connection, which makes them itself.
 */
export class UsageReads implements Disposable {
  readonly #db: Db
  readonly #ending = new AbortController()
  readonly #pool = new ThreadPool<{ path: string; read: UsageRead }, UsageAnswer>({
    worker: new URL('./usage.thread.ts', import.meta.url),
    threads: THREADS,
    idleMs: IDLE_MS,
  })
  #isAlone: boolean

  constructor(db: Db) {
    this.#db = db
    this.#isAlone = db.sqlite.filename === ':memory:'
  }

  async groups(query: GroupQuery): Promise<GroupSums[]> {
    const answer = await this.#read({ groups: query })
    return 'groups' in answer ? answer.groups : []
  }

  async csvPage(query: CsvQuery): Promise<CsvPage> {
    const answer = await this.#read({ csv: query })
    return 'csv' in answer ? answer.csv : { text: '', last: undefined }
  }

  [Symbol.dispose](): void {
    this.#ending.abort(new Error('The service is stopping'))
    this.#pool[Symbol.dispose]()
  }

  async #read(read: UsageRead): Promise<UsageAnswer> {
    if (!this.#isAlone) {
      const path = this.#db.sqlite.filename
      const answer = await this.#pool.ask({ path, read }, this.#ending.signal)
      if (!('isAlone' in answer)) return answer
      this.#isAlone = true
    }
    return readUsage(this.#db, read)
  }
}
