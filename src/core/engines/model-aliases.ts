/** Names of models in requests are at most this long. @limit model-name characters */
export const MAX_MODEL_NAME_CHARACTERS = 256

/**
 * A name in which `*` stands for any characters. The texts between the stars are searched one after
 * another and none a second time, because a regular expression with several stars goes back and
 * tries again.
 */
export class NamePattern {
  readonly #start: string
  readonly #middle: readonly string[]
  readonly #end: string

  /** @param pattern With at least one `*` */
  constructor(pattern: string) {
    const parts = pattern.split(/\*+/)
    this.#start = parts[0] ?? ''
    this.#middle = parts.slice(1, -1)
    this.#end = parts.at(-1) ?? ''
  }

  matches(name: string): boolean {
    if (!name.startsWith(this.#start) || !name.endsWith(this.#end)) return false
    let at = this.#start.length
    for (const part of this.#middle) {
      // The first place leaves the most for the parts that follow.
      const found = name.indexOf(part, at)
      if (found === -1) return false
      at = found + part.length
    }
    return at + this.#end.length <= name.length
  }
}

/** Further names of models, which the owner sets for tools whose names are fixed. */
export class ModelAliases {
  readonly #exact: ReadonlyMap<string, string>
  /** Those with `*`, the most specific first. */
  readonly #patterns: readonly (readonly [pattern: NamePattern, target: string])[]

  /** @param settings Names, in which `*` stands for any characters, and the models that they mean */
  constructor(settings: Readonly<Record<string, string>> = {}) {
    const entries = Object.entries(settings)
    this.#exact = new Map(entries.filter(([name]) => !name.includes('*')))
    this.#patterns = entries
      .filter(([name]) => name.includes('*'))
      .toSorted(([a], [b]) => b.length - a.length)
      .map(([name, target]) => [new NamePattern(name), target])
  }

  /** The names without `*`, which are listed as models. */
  get names(): readonly string[] {
    return [...this.#exact.keys()]
  }

  /** What a name means. @returns undefined for a name that is no alias */
  targetOf(name: string): string | undefined {
    const target =
      this.#exact.get(name) ?? this.#patterns.find(([pattern]) => pattern.matches(name))?.[1]
    // The settings have no loop of such names.
    return target === undefined ? undefined : (this.#throughNames(target) ?? target)
  }

  #throughNames(name: string): string | undefined {
    const target = this.#exact.get(name)
    return target === undefined ? undefined : (this.#throughNames(target) ?? target)
  }
}
