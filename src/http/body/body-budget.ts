import { AppError } from '../../platform/errors.ts'

/** When a request that found no memory may be sent again. */
const RETRY_SECONDS = 5

/**
 * Memory that request bodies and large answers take together, over all callers. Bodies that go to a
 * file or through to a reader take none: only what is held whole is counted, in bytes as they are sent.
 */
export class BodyBudget {
  readonly #maxBytes: number
  #usedBytes = 0
  /** The last of the turns that are taken; undefined where none is. */
  #turn: Promise<void> | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  /**
   * Waits until a piece of an answer may be made. A large one is made in a turn of the event loop of
   * its own, so that small requests wait for one piece and not for one of each reader.
   *
   * @param isLarge Otherwise there is nothing to wait for where no turn is taken
   */
  nextTurn(isLarge: boolean): Promise<void> | undefined {
    if (!isLarge && this.#turn === undefined) return undefined
    const turn = Promise.resolve(this.#turn).then(
      () => new Promise<void>((next) => setImmediate(next)),
    )
    this.#turn = turn
    void turn.then(() => {
      if (this.#turn === turn) this.#turn = undefined
    })
    return turn
  }

  get usedBytes(): number {
    return this.#usedBytes
  }

  /** @returns The share of one request, empty */
  share(): BodyShare {
    return new BodyShare(this)
  }

  /**
   * Takes memory for the part of an answer that is in memory at a time, of which a single one fits
   * whatever its size.
   *
   * @returns Dispose it when the answer has been sent
   * @throws {AppError} `busy`
   */
  hold(bytes: number): Disposable {
    const share = this.share()
    share.take(Math.min(bytes, this.#maxBytes))
    return share
  }

  /** @throws {AppError} `busy`; then nothing is taken */
  take(bytes: number): void {
    if (this.#usedBytes + bytes > this.#maxBytes) {
      throw new AppError('busy', 'Too many large requests and answers at a time', {
        retryAfterSeconds: RETRY_SECONDS,
      })
    }
    this.#usedBytes += bytes
  }

  free(bytes: number): void {
    this.#usedBytes -= bytes
  }
}

/** What one request takes of the budget, until its answer is there. */
export class BodyShare implements Disposable {
  readonly #budget: BodyBudget
  #bytes = 0

  constructor(budget: BodyBudget) {
    this.#budget = budget
  }

  /** @throws {AppError} `busy` */
  take(bytes: number): void {
    this.#budget.take(bytes)
    this.#bytes += bytes
  }

  [Symbol.dispose](): void {
    this.#budget.free(this.#bytes)
    this.#bytes = 0
  }
}
