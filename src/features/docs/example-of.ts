import { type ApiSchema, type ApiSchemas, resolved } from './api-document.ts'

/**
 * Makes an example that matches a schema: its own example or default, else a value of its type,
 * without optional properties.
 *
 * @param schemas The components that references name
 */
export function exampleOf(schema: ApiSchema, schemas: ApiSchemas): unknown {
  const { examples, const: value, enum: values, anyOf, ...parts } = resolved(schema, schemas) ?? {}
  for (const list of [examples, values]) if (Array.isArray(list)) return list[0]
  if (value !== undefined) return value
  if ('default' in parts) return parts['default']
  if (Array.isArray(anyOf)) return exampleOf(anyOf[0], schemas)
  const { type, minimum, format, items, properties, required, maxItems } = parts
  switch (Array.isArray(type) ? type[0] : type) {
    case 'integer':
    case 'number':
      return minimum ?? 0
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return maxItems === 0 ? [] : [exampleOf(Object(items), schemas)]
    case 'object':
      return Object.fromEntries(
        (Array.isArray(required) ? required : []).map((name) => [
          name,
          exampleOf(Object(properties)[name], schemas),
        ]),
      )
    default:
      return format === 'date-time' ? '2026-11-22T08:30:00.000Z' : 'text'
  }
}
