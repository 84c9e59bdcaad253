import { type ApiOperation, type ApiSchema, type ApiSchemas, resolved } from './api-document.ts'
import { readableJson } from './docs-schema.ts'

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

/** Stands for the address under which a reader has opened the page. */
export const ORIGIN = 'http://origin.invalid'

/**
 * Pages of browsers, which have a session or what an earlier page has set, and tus, which is spoken
 * by libraries: each of its requests needs what the one before has said.
 */
const WITHOUT_EXAMPLES = ['/login', '/join/', '/oauth/authorize', '/buffer']

/** One request as a command for a shell. */
interface CurlExample {
  summary: string
  /** With {@link ORIGIN} in place of the address. */
  command: string
}

/** The requests of an operation that a shell can send. */
export function curlExamples(
  method: string,
  path: string,
  { security, requestBody, summary, parameters = [] }: ApiOperation,
): CurlExample[] {
  const [scheme] = security.flatMap((one) => Object.keys(one))
  if (scheme === 'session' || WITHOUT_EXAMPLES.some((start) => path.startsWith(start))) return []
  const query = parameters
    .filter((one) => one.in === 'query' && one.required)
    .map(({ name, schema }) => `${name}=${encodeURIComponent(String(exampleOf(schema, {})))}`)
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const url = ORIGIN + named + (query.length === 0 ? '' : `?${query.join('&')}`)
  const address = /[$?]/.test(url) ? `"${url}"` : url
  const plainMethod = requestBody === undefined ? 'GET' : 'POST'
  const token = scheme === 'device_token' ? '$TOKEN' : '$KEY'
  const headers = parameters
    .filter((one) => one.in === 'header' && one.required)
    .map(({ name }) => `-H "${name}: $${name.toUpperCase().replaceAll('-', '_')}"`)
  const command = (isStream: boolean, options: readonly string[]) => {
    const flags = `${isStream ? ' -N' : ''}${method === plainMethod ? '' : ` -X ${method}`}`
    const credential = scheme === undefined ? [] : [`-H "Authorization: Bearer ${token}"`]
    return [`curl${flags} ${address}`, ...credential, ...headers, ...options].join(' \\\n  ')
  }
  const isFeed = path.endsWith('/events')
  const [[type, media] = []] = Object.entries(requestBody?.content ?? {})
  if (type === undefined || media === undefined) return [{ summary, command: command(isFeed, []) }]
  const examples = Object.values(media.examples ?? { only: { summary, value: media.example } })
  return examples.map(({ summary: words, value }) => ({
    summary: words,
    command: command(isFeed || Object(value).stream === true, bodyOptions(type, value)),
  }))
}

function bodyOptions(type: string, value: unknown): string[] {
  switch (type) {
    case 'multipart/form-data': {
      // A file that the schema names as an example stands as curl has it.
      const { file }: { file?: unknown } = Object(value)
      const isFile = typeof file === 'string' && file.startsWith('@')
      return [`-F "file=${isFile ? file : '@report.pdf'}"`]
    }
    case 'application/x-www-form-urlencoded':
      return Object.entries<unknown>(Object(value)).map(
        ([name, field]) => `-d ${quoted(`${name}=${field}`)}`,
      )
    default:
      return [`-H "Content-Type: ${type}"`, `-d ${quoted(readableJson(value))}`]
  }
}

function quoted(text: string): string {
  return /^[\w=./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
