/** Within all bounds, and takes seconds to compile because of its many large patterns. */
export const SLOW_SCHEMA = {
  allOf: Array.from({ length: 900 }, (_, i) => ({ pattern: `(a|b|c){0,900}${i}` })),
}

/** Under `uniqueItems` each is compared with each other one, which takes seconds. */
export function slowItems(): object[] {
  return Array.from({ length: 60_000 }, (_, a) => ({ a }))
}

/** A schema of a few kilobytes that takes 2^45 checks. */
export function doublingSchema(): object {
  const $defs: Record<string, object> = { d45: { type: 'string' } }
  for (let i = 0; i < 45; i += 1) {
    const $ref = `#/$defs/d${i + 1}`
    $defs[`d${i}`] = { allOf: [{ $ref }, { $ref }] }
  }
  return { $defs, $ref: '#/$defs/d0' }
}
