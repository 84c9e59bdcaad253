/** What a slice shall take. */
const SLICE_MS = 5
/**
 * A slice is at most so many times larger or smaller than the one before: one measure may be off.
 */
const MAX_FACTOR = 2

interface SliceSizeOptions {
  /** Rows of the first slice, and the least of any: on a busy machine time says little. */
  min: number
  max: number
}

/**
 * How many rows long work takes at a time: as many as take a few milliseconds, found by measuring.
 */
export class SliceSize {
  readonly #min: number
  readonly #max: number
  #rows: number

  constructor({ min, max }: SliceSizeOptions) {
    this.#min = min
    this.#max = max
    this.#rows = min
  }

  get rows(): number {
    return this.#rows
  }

  /** Learns from a slice. @param isWhole Whether it had as many rows as it might */
  measured(ms: number, isWhole: boolean): void {
    const factor = Math.min(MAX_FACTOR, Math.max(1 / MAX_FACTOR, SLICE_MS / ms))
    // A short slice that was quick says nothing of a whole one.
    if (!isWhole && factor > 1) return
    this.#rows = Math.min(this.#max, Math.max(this.#min, Math.round(this.#rows * factor)))
  }
}
