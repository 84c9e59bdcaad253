/** In random order (Fisher and Yates). */
export function shuffled<value>(values: readonly value[], random: () => number): value[] {
  const left = [...values]
  return values.flatMap(() => left.splice(Math.floor(random() * left.length), 1))
}
