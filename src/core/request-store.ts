import { and, desc, eq, gte, lt, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { once } from '../platform/once.ts'
import { requests } from './request-table.ts'

export type RequestRow = typeof requests.$inferSelect
export type NewRequestRow = Omit<RequestRow, 'id'>

/** Which requests are looked for; absent fields take all. */
export interface RequestFilter {
  /** The least and the greatest status. */
  statuses?: readonly [number, number] | undefined
  actor?: string | undefined
  route?: string | undefined
  /** Whether what pages have read is left out, unless it was refused. */
  leavesOutPages?: boolean | undefined
}

// A prepared statement for each row takes a third of the time of one for all of them as JSON.
const INSERT = `INSERT INTO requests
  (at, request_id, actor, method, route, status, ms, wait_ms, engine, model, by_page)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`

type Column = string | number | null

/** Rows of `requests`. */
export class RequestStore {
  readonly #db: Db
  readonly #insert

  constructor(db: Db) {
    this.#db = db
    this.#insert = once(() => db.sqlite.prepare<unknown, Column[]>(INSERT))
  }

  /** Within a transaction. */
  insert(rows: readonly NewRequestRow[]): void {
    for (const row of rows) {
      const { at, requestId, actor, method, route, status, ms, waitMs, engine, model } = row
      const byPage = Number(row.byPage)
      this.#insert().run(
        at,
        requestId,
        actor,
        method,
        route,
        status,
        ms,
        waitMs,
        engine,
        model,
        byPage,
      )
    }
  }

  /** The newest first, at most `limit` before the id. */
  page(
    { statuses, actor, route, leavesOutPages }: RequestFilter,
    limit: number,
    before: number | undefined,
  ): RequestRow[] {
    const conditions: SQL[] = []
    if (before !== undefined) conditions.push(lt(requests.id, before))
    if (statuses !== undefined)
      conditions.push(gte(requests.status, statuses[0]), lt(requests.status, statuses[1] + 1))
    if (actor !== undefined) conditions.push(eq(requests.actor, actor))
    if (route !== undefined) conditions.push(eq(requests.route, route))
    if (leavesOutPages)
      conditions.push(
        sql`(NOT ${requests.byPage} OR ${requests.status} >= 400 OR ${requests.method} NOT IN ('GET', 'HEAD'))`,
      )
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
