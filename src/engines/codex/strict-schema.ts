/**
 * Whether OpenAI's service accepts a JSON Schema for structured output: every object closed and
 * every property required. Other schemas become an instruction.
 */
export function isStrictSchema(schema: unknown): boolean {
  if (Reflect.get(Object(schema), 'type') !== 'object') return false
  return isStrict(schema)
}

function isStrict(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isStrict)
  if (typeof value !== 'object' || value === null) return true
  const properties: unknown = Reflect.get(value, 'properties')
  const required: unknown = Reflect.get(value, 'required')
  if (Reflect.get(value, 'type') === 'object') {
    const names = Object.keys(Object(properties))
    if (Reflect.get(value, 'additionalProperties') !== false) return false
    if (!Array.isArray(required) || !names.every((name) => required.includes(name))) return false
  }
  return Object.values(value).every(isStrict)
}
