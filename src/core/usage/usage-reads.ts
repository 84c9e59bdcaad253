import type { Db } from '../../db/open.ts'
import { ReadThreads } from '../../db/read-threads.ts'
import { type CsvPage, type CsvQuery, readCsvPage } from './usage-csv.ts'
import type { GroupSums } from './usage-groups.ts'
import { type GroupQuery, UsageReader } from './usage-reader.ts'

type UsageRead = { groups: GroupQuery } | { csv: CsvQuery }
type UsageAnswer = { groups: GroupSums[] } | { csv: CsvPage }

/** Reads what takes long for years of calls, each in one state of the database. */
export function readUsage(db: Db, read: UsageRead): UsageAnswer {
  if ('csv' in read) return { csv: readCsvPage(db.sqlite, read.csv) }
  using reader = new UsageReader(db)
  return { groups: reader.groups(read.groups) }
}

/** The long reads of usage, made in threads. */
export class UsageReads implements Disposable {
  readonly #threads: ReadThreads<UsageRead, UsageAnswer>

  constructor(db: Db) {
    const worker = new URL('./usage.thread.ts', import.meta.url)
    this.#threads = new ReadThreads({ db, worker, answer: readUsage })
  }

  async groups(query: GroupQuery): Promise<GroupSums[]> {
    const answer = await this.#threads.ask({ groups: query })
    return 'groups' in answer ? answer.groups : unexpected()
  }

  async csvPage(query: CsvQuery): Promise<CsvPage> {
    const answer = await this.#threads.ask({ csv: query })
    return 'csv' in answer ? answer.csv : unexpected()
  }

  [Symbol.dispose](): void {
    this.#threads[Symbol.dispose]()
  }
}

function unexpected(): never {
  throw new Error('A thread has answered another read')
}
