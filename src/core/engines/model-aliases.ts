import { NamePattern } from './name-pattern.ts'

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
