const REFERENCE = '$option'

/**
 * Replaces each `{$option: name}` in a schema by the option of that name. A part whose option is
 * absent is left out. References in option values are not replaced.
 *
 * @returns undefined when the whole schema is an absent option
 */
export function fillOptions(schema: unknown, options: Readonly<Record<string, unknown>>): unknown {
  if (Array.isArray(schema))
    return schema.map((part) => fillOptions(part, options)).filter((part) => part !== undefined)
  if (typeof schema !== 'object' || schema === null) return schema
  const name = referenceOf(schema)
  if (name !== undefined) return Object.hasOwn(options, name) ? options[name] : undefined
  const filled = Object.entries(schema).map(([key, part]) => [key, fillOptions(part, options)])
  return Object.fromEntries(filled.filter(([, part]) => part !== undefined))
}

/** Names of the options that a schema uses. */
export function optionNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const name = referenceOf(schema)
  return name === undefined ? Object.values(schema).flatMap(optionNames) : [name]
}

/** The option that a part of a schema refers to; undefined for any other part. */
export function referenceOf(part: object): string | undefined {
  const name: unknown = Reflect.get(part, REFERENCE)
  return typeof name === 'string' && Object.keys(part).length === 1 ? name : undefined
}
