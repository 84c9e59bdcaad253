import { addSums, type GroupSums, type GroupValues, type UsageGroup } from './usage-groups.ts'

/** Comes before every other character, so joined values have the order of the list of values. */
const SEPARATOR = '\u0000'
/** Groups held at a time for each that is wanted; then the later ones are let go. */
const SLACK = 2

interface FirstGroupsOptions {
  groups: readonly UsageGroup[]
  /** Only groups after this one count. */
  after: GroupValues | undefined
  limit: number
}

/**
 * Adds up rows by group and keeps the first `limit` groups in the order of their values. A group
 * that was let go had `limit` groups before it, so it cannot come back among the first: memory is
 * bounded by the limit and not by the number of groups.
 */
export class FirstGroups {
  readonly #groups: readonly UsageGroup[]
  readonly #after: string | undefined
  readonly #limit: number
  readonly #held = new Map<string, GroupSums>()
  #last: string | undefined

  constructor({ groups, after, limit }: FirstGroupsOptions) {
    this.#groups = groups
    this.#after = after && this.#keyOf(after)
    this.#limit = limit
  }

  add(rows: readonly GroupSums[]): void {
    for (const row of rows) {
      const key = this.#keyOf(row)
      if (this.#after !== undefined && this.#groups.length > 0 && key <= this.#after) continue
      if (this.#last !== undefined && key > this.#last) continue
      const known = this.#held.get(key)
      if (known === undefined) this.#held.set(key, row)
      else addSums(known, row)
    }
    if (this.#held.size > this.#limit * SLACK) this.#letGo()
  }

  /** Whether a group that comes after all of these would be one too many. */
  get isFull(): boolean {
    return this.#held.size >= this.#limit
  }

  list(): GroupSums[] {
    return this.#keys()
      .slice(0, this.#limit)
      .flatMap((key) => this.#held.get(key) ?? [])
  }

  #letGo(): void {
    const keys = this.#keys()
    this.#last = keys[this.#limit - 1]
    for (const key of keys.slice(this.#limit)) this.#held.delete(key)
  }

  #keys(): string[] {
    return [...this.#held.keys()].sort()
  }

  #keyOf(values: GroupValues): string {
    return this.#groups.map((group) => values[group] ?? '').join(SEPARATOR)
  }
}
