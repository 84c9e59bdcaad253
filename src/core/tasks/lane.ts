/** How many runs a lane lets through at a time: of all owners together, and of one of them. */
export type LaneWidth = number | { all: number; perOwner: number }

/** A run in a lane. */
export interface LaneEntry {
  readonly kind: string
  readonly owner: string
  /** Order of its submission; the lower of two is older. */
  readonly order: number
  /** Called when it is the run's turn. */
  onTurn: () => void
  /** Whether it has to wait even when the lane has capacity. */
  readonly isHeld: boolean
}

interface Waiting<entry> {
  entry: entry
  turn: number
  /** Whether it has run in this lane before and has yielded. */
  hasYielded: boolean
}

/**
 * Lets a number of runs through at a time. Whose turn is the lowest comes first: a run that enters
 * has its order as its turn, one that yields takes a new number. Who has as many running as one owner
 * may have is passed over.
 */
export class Lane<entry extends LaneEntry> {
  readonly name: string
  #width: number
  #perOwner: number
  readonly #running: entry[] = []
  readonly #waiting: Waiting<entry>[] = []

  constructor(name: string, width: LaneWidth) {
    const { all, perOwner } = typeof width === 'number' ? { all: width, perOwner: width } : width
    this.name = name
    this.#width = all
    this.#perOwner = perOwner
  }

  get width(): number {
    return this.#width
  }

  /** What runs goes on, also where the lane becomes narrower. */
  resize(width: number): void {
    if (this.#perOwner >= this.#width) this.#perOwner = width
    this.#width = width
    this.pump()
  }

  get running(): readonly entry[] {
    return this.#running
  }

  /** In order of their turns. */
  get waiting(): readonly entry[] {
    return this.#waiting.map((one) => one.entry)
  }

  /** Waits for a turn; `onTurn` is called at once when the lane has capacity. */
  enter(entry: entry): void {
    if (this.#waiting.length === 0 && this.#running.length < this.width && this.#mayStart(entry)) {
      this.#start(entry)
      return
    }
    this.#insert({ entry, turn: entry.order, hasYielded: false })
    this.pump()
  }

  /**
   * Yields the lane to waiting runs, and waits for another turn after them.
   *
   * @param turn A number above all assigned so far
   */
  yield(entry: entry, turn: number): void {
    this.#remove(this.#running, entry)
    this.#insert({ entry, turn, hasYielded: true })
    this.pump()
  }

  /** Leaves the lane, or ends the wait for it. */
  leave(entry: entry): void {
    if (!this.#remove(this.#running, entry)) {
      const index = this.#waiting.findIndex((waiting) => waiting.entry === entry)
      if (index !== -1) this.#waiting.splice(index, 1)
    }
    this.pump()
  }

  /** Starts runs while the lane has capacity. */
  pump(): void {
    while (this.#waiting.length > 0 && this.#running.length < this.width) {
      const next = this.#next()
      if (next === undefined) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#start(next.entry)
    }
  }

  #start(entry: entry): void {
    this.#running.push(entry)
    entry.onTurn()
  }

  #next(): Waiting<entry> | undefined {
    const next = this.#waiting.find(({ entry }) => this.#mayStart(entry))
    if (next?.hasYielded !== true) return next
    // A later piece of younger work never runs before older work of the same kind, so the two swap.
    const older = this.#waiting
      .filter(
        ({ entry, hasYielded }) =>
          hasYielded && entry.kind === next.entry.kind && this.#mayStart(entry),
      )
      .reduce((oldest, one) => (one.entry.order < oldest.entry.order ? one : oldest), next)
    if (older === next) return next
    const { turn } = next
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#insert({ ...next, turn: older.turn })
    older.turn = turn
    return older
  }

  #mayStart({ isHeld, owner }: entry): boolean {
    if (isHeld) return false
    // Most lanes have no share of an owner, and need not count.
    if (this.#perOwner >= this.width) return true
    return this.#running.filter((one) => one.owner === owner).length < this.#perOwner
  }

  #insert(waiting: Waiting<entry>): void {
    const behind = this.#waiting.findLastIndex(({ turn }) => turn < waiting.turn)
    this.#waiting.splice(behind + 1, 0, waiting)
  }

  #remove(list: entry[], entry: entry): boolean {
    const index = list.indexOf(entry)
    if (index !== -1) list.splice(index, 1)
    return index !== -1
  }
}
