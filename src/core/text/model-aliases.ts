/** Further names of models, which the owner sets for tools whose names are fixed. */
export class ModelAliases {
  readonly #exact: ReadonlyMap<string, string>
  /** Those with `*`, the most specific first. */
  readonly #patterns: readonly (readonly [pattern: RegExp, target: string])[]

  /** @param settings Names, in which `*` stands for any characters, and the models that they mean */
  constructor(settings: Readonly<Record<string, string>> = {}) {
    const entries = Object.entries(settings)
    this.#exact = new Map(entries.filter(([name]) => !name.includes('*')))
    this.#patterns = entries
      .filter(([name]) => name.includes('*'))
      .toSorted(([a], [b]) => b.length - a.length)
      .map(([name, target]) => [patternOf(name), target])
  }

  /** The names without `*`, which are listed as models. */
  get names(): readonly string[] {
    return [...this.#exact.keys()]
  }

  /** What a name means. @returns undefined for a name that is no alias */
  targetOf(name: string): string | undefined {
    const target =
      this.#exact.get(name) ?? this.#patterns.find(([pattern]) => pattern.test(name))?.[1]
    // The settings have no loop of such names.
    return target === undefined ? undefined : (this.#throughNames(target) ?? target)
  }

  #throughNames(name: string): string | undefined {
    const target = this.#exact.get(name)
    return target === undefined ? undefined : (this.#throughNames(target) ?? target)
  }
}

function patternOf(name: string): RegExp {
  const parts = name.split(/\*+/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('.*')}$`, 's')
}
