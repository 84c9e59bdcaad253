import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { requests } from './request-table.ts'

export type RequestRow = typeof requests.$inferSelect
export type NewRequestRow = Omit<RequestRow, 'id'>

/** Which requests are looked for; absent fields take all. */
export interface RequestFilter {
  /** The least and the greatest status. */
  statuses?: readonly [number, number] | undefined
  actor?: string | undefined
  route?: string | undefined
}

// One statement for all rows, because they are written while requests wait.
const INSERT = `INSERT INTO requests
  (at, request_id, actor, method, route, status, ms, wait_ms, engine, model)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6,
    value ->> 7, value ->> 8, value ->> 9 FROM json_each(?)`

/** Rows of `requests`. */
export class RequestStore {
  readonly #db: Db
  readonly #insert

  constructor(db: Db) {
    this.#db = db
    this.#insert = db.sqlite.prepare<unknown, [string]>(INSERT)
  }

  insert(rows: readonly NewRequestRow[]): void {
    const values = rows.map((row) => [
      ...[row.at, row.requestId, row.actor, row.method, row.route, row.status, row.ms],
      ...[row.waitMs, row.engine, row.model],
    ])
    this.#insert.run(JSON.stringify(values))
  }

  /** The newest first, at most `limit` before the id. */
  page(
    { statuses, actor, route }: RequestFilter,
    limit: number,
    before: number | undefined,
  ): RequestRow[] {
    const conditions: SQL[] = []
    if (before !== undefined) conditions.push(lt(requests.id, before))
    if (statuses !== undefined)
      conditions.push(gte(requests.status, statuses[0]), lt(requests.status, statuses[1] + 1))
    if (actor !== undefined) conditions.push(eq(requests.actor, actor))
    if (route !== undefined) conditions.push(eq(requests.route, route))
    return this.#db.orm
      .select()
      .from(requests)
      .where(and(...conditions))
      .orderBy(desc(requests.id))
      .limit(limit)
      .all()
  }

  /** Deletes all but the newest, and those from before a time. */
  trim(max: number, before: number): void {
    this.#db.sqlite
      .query(
        `DELETE FROM requests WHERE id <= max(
          (SELECT max(id) FROM requests) - ?1,
          coalesce((SELECT id FROM requests WHERE at >= ?2 ORDER BY id LIMIT 1) - 1,
            (SELECT max(id) FROM requests)))`,
      )
      .run(max, before)
  }
}
