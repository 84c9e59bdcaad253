import type { WriteBatch } from '../db/write-batch.ts'
import { numberCursor, type Page, pageOf } from './list-page.ts'
import type { RequestFilter, RequestRow, RequestStore } from './request-store.ts'

/** Requests that are kept. @limit request-count count */
export const MAX_REQUESTS = 50_000
const DAY_MS = 86_400_000
/** How long they are kept. @limit request-retention days */
export const REQUEST_RETENTION_MS = 30 * DAY_MS
/** Requests that wait to be written, while the disk is full; further ones are not kept. */
const MAX_PENDING = 5_000

/** A request that was answered; `at` is in UTC milliseconds. */
export type LoggedRequest = RequestRow
export type NewRequest = Omit<RequestRow, 'id' | 'at'>
export type { RequestFilter }

interface RequestLogOptions {
  store: RequestStore
  batch: WriteBatch
  now: () => number
}

/** The latest requests, for the owner. Written in batches, so that no answer waits for it. */
export class RequestLog {
  readonly #options: RequestLogOptions
  readonly #pending: Omit<RequestRow, 'id'>[] = []
  #written = 0

  constructor(options: RequestLogOptions) {
    this.#options = options
  }

  /** Keeps a request; a killed process may lose the last ones. */
  record(request: NewRequest): void {
    if (this.#pending.length >= MAX_PENDING) return
    this.#pending.push({ ...request, at: this.#options.now() })
    if (this.#pending.length > 1) return
    this.#options.batch.defer(
      'requests',
      () => {
        this.#written = this.#pending.length
        this.#options.store.insert(this.#pending)
      },
      () => this.#pending.splice(0, this.#written),
    )
  }

  /**
   * The newest first.
   *
   * @throws {AppError} `invalid` for a cursor of another list
   */
  list(filter: RequestFilter, limit: number, cursor: string | undefined): Page<LoggedRequest> {
    const { store, batch } = this.#options
    const before = cursor === undefined ? undefined : numberCursor(cursor)
    batch.flush()
    return pageOf(
      store.page(filter, limit + 1, before),
      limit,
      ({ id }) => String(id),
      (row) => row,
    )
  }

  /** Deletes the oldest ones. Called periodically. */
  sweep(): void {
    const { store, now } = this.#options
    store.trim(MAX_REQUESTS, now() - REQUEST_RETENTION_MS)
  }
}
