import { lte } from 'drizzle-orm'
import type { Db } from '../db/open.ts'
import { once } from '../platform/once.ts'
import { rateLimits } from './request-table.ts'

/** A window after an event was counted. */
export interface Window {
  count: number
  windowStart: number
}

/** Rows of `rate_limits`. */
export class RateLimitStore {
  readonly #db: Db
  readonly #add

  constructor(db: Db) {
    this.#db = db
    // One statement, so that two requests never read the same count.
    this.#add = once(() =>
      db.sqlite.prepare<Window, [string, string, number, number]>(
        `INSERT INTO rate_limits (name, subject, window_start, count) VALUES (?1, ?2, ?3, 1)
       ON CONFLICT (name, subject) DO UPDATE SET
         count = CASE WHEN window_start > ?4 AND window_start <= ?3 THEN count + 1 ELSE 1 END,
         window_start =
           CASE WHEN window_start > ?4 AND window_start <= ?3 THEN window_start ELSE ?3 END
       RETURNING count, window_start AS windowStart`,
      ),
    )
  }

  /**
   * Counts an event. A window that started at `now - windowMs` or earlier is replaced by a new one.
   * So is one that starts after `now`, because the clock was set back.
   */
  add(name: string, subject: string, now: number, windowMs: number): Window {
    // Without it, nobody could sign in to make room.
    const row = this.#db.essential(() => this.#add().get(name, subject, now, now - windowMs))
    if (row === null) throw new Error('A rate limit was not counted')
    return row
  }

  sweep(before: number): void {
    this.#db.orm.delete(rateLimits).where(lte(rateLimits.windowStart, before)).run()
  }
}
