import type { JobStore } from '../../db/job-store.ts'
import type { Pieces } from './task-context.ts'

/** The stored pieces of a job, one row each. */
export class StoredPieces implements Pieces {
  readonly #store: JobStore
  readonly #jobId: string
  readonly #finished: unknown[]

  constructor(store: JobStore, jobId: string, finished: readonly unknown[]) {
    this.#store = store
    this.#jobId = jobId
    this.#finished = [...finished]
  }

  get finished(): readonly unknown[] {
    return this.#finished
  }

  async save(piece: unknown): Promise<void> {
    this.#store.addPiece(this.#jobId, this.#finished.length, piece)
    this.#finished.push(piece)
  }
}
