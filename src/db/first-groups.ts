import { addSums, type GroupSums, type GroupValues, type UsageGroup } from './usage-groups.ts'

/** Sorts before every other character, so that joined values sort like the lists of values. */
const SEPARATOR = '\u0000'
/** Groups in memory for each group of the limit, before the last ones are evicted. */
const CAPACITY_FACTOR = 2

interface FirstGroupsOptions {
  groups: readonly UsageGroup[]
  /** Only groups after this one are included. */
  after: GroupValues | undefined
  limit: number
}

/**
 * Sums rows by group and keeps the first `limit` groups in the order of their values. An evicted
 * group has `limit` groups before it, so it can never be among the first. Memory is therefore
 * bounded by the limit and not by the number of groups.
 */
export class FirstGroups {
  readonly #groups: readonly UsageGroup[]
  readonly #after: string | undefined
  readonly #limit: number
  readonly #sums = new Map<string, GroupSums>()
  #lastKey: string | undefined

  constructor({ groups, after, limit }: FirstGroupsOptions) {
    this.#groups = groups
    this.#after = after && this.#keyOf(after)
    this.#limit = limit
  }

  add(rows: readonly GroupSums[]): void {
    for (const row of rows) {
      const key = this.#keyOf(row)
      if (this.#after !== undefined && this.#groups.length > 0 && key <= this.#after) continue
      if (this.#lastKey !== undefined && key > this.#lastKey) continue
      const existing = this.#sums.get(key)
      if (existing === undefined) this.#sums.set(key, row)
      else addSums(existing, row)
    }
    if (this.#sums.size > this.#limit * CAPACITY_FACTOR) this.#evict()
  }

  /** Whether a group that sorts after all of these is outside of the limit. */
  get isFull(): boolean {
    return this.#sums.size >= this.#limit
  }

  list(): GroupSums[] {
    return this.#keys()
      .slice(0, this.#limit)
      .flatMap((key) => this.#sums.get(key) ?? [])
  }

  #evict(): void {
    const keys = this.#keys()
    this.#lastKey = keys[this.#limit - 1]
    for (const key of keys.slice(this.#limit)) this.#sums.delete(key)
  }

  #keys(): string[] {
    return [...this.#sums.keys()].sort()
  }

  #keyOf(values: GroupValues): string {
    return this.#groups.map((group) => values[group] ?? '').join(SEPARATOR)
  }
}
