/**
 * Makes a value at its first use: a statement or a schema that few starts need is then no part of
 * the start.
 */
export function once<value>(make: () => value): () => value {
  let made: { value: value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
