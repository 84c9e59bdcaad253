/** A run in a lane. */
export interface LaneEntry {
  readonly kind: string
  /** Of its submission: tells which of two runs is older. */
  readonly order: number
  /** Called when it is the run's turn. */
  onTurn: () => void
  /** Whether it must wait for now, even when a place is free. */
  readonly isHeld: boolean
}

interface Waiting<entry> {
  entry: entry
  turn: number
  /** Whether it has run in this lane before, and has let others pass. */
  hasYielded: boolean
}

/**
 * Lets a number of runs through at a time. Whose turn is the lowest comes first: a run that enters has
 * its order as its turn, one that yields takes a new number.
 */
export class Lane<entry extends LaneEntry> {
  readonly name: string
  readonly width: number
  readonly #running: entry[] = []
  readonly #waiting: Waiting<entry>[] = []

  constructor(name: string, width: number) {
    this.name = name
    this.width = width
  }

  get running(): readonly entry[] {
    return this.#running
  }

  /** In the order of their turns. */
  get waiting(): readonly entry[] {
    return this.#waiting.map((one) => one.entry)
  }

  /** Waits for a turn; `onTurn` is called at once where there is a free place. */
  enter(entry: entry): void {
    this.#insert({ entry, turn: entry.order, hasYielded: false })
    this.pump()
  }

  /**
   * Gives the place to those that wait, and waits for another turn behind them.
   *
   * @param turn A number above all that were given out so far
   */
  yield(entry: entry, turn: number): void {
    this.#remove(this.#running, entry)
    this.#insert({ entry, turn, hasYielded: true })
    this.pump()
  }

  /** Gives up the place, or the wait for one. */
  leave(entry: entry): void {
    this.#remove(this.#running, entry)
    const index = this.#waiting.findIndex((waiting) => waiting.entry === entry)
    if (index !== -1) this.#waiting.splice(index, 1)
    this.pump()
  }

  /** Lets runs through as long as there is a free place. */
  pump(): void {
    while (this.#running.length < this.width) {
      const next = this.#next()
      if (next === undefined) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#running.push(next.entry)
      next.entry.onTurn()
    }
  }

  #next(): Waiting<entry> | undefined {
    const next = this.#waiting.find(({ entry }) => !entry.isHeld)
    if (next?.hasYielded !== true) return next
    // Later pieces of younger work never go before those of older work of the same kind: they swap.
    const older = this.#waiting
      .filter(
        ({ entry, hasYielded }) => hasYielded && entry.kind === next.entry.kind && !entry.isHeld,
      )
      .reduce((oldest, one) => (one.entry.order < oldest.entry.order ? one : oldest), next)
    if (older === next) return next
    const { turn } = next
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#insert({ ...next, turn: older.turn })
    older.turn = turn
    return older
  }

  #insert(waiting: Waiting<entry>): void {
    const behind = this.#waiting.findLastIndex(({ turn }) => turn < waiting.turn)
    this.#waiting.splice(behind + 1, 0, waiting)
  }

  #remove(list: entry[], entry: entry): void {
    const index = list.indexOf(entry)
    if (index !== -1) list.splice(index, 1)
  }
}
