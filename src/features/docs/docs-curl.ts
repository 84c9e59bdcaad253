import { Html, html } from '../../http/reply/html.ts'
import {
  type ApiOperation,
  type ApiSchema,
  type ApiSchemas,
  componentOf,
  resolved,
} from './api-document.ts'

/** A text with words of code between backticks; an empty line begins a paragraph. */
export function prose(text: unknown): Html | undefined {
  if (typeof text !== 'string') return undefined
  return html`${text.split('\n\n').map((paragraph) => html`<p>${inline(paragraph)}</p>\n`)}`
}

/** The same without paragraphs. */
export function inline(text: string): Html {
  const parts = text.split('`')
  return html`${parts.map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : html`${part}`))}`
}

/** A value as JSON. Its innermost lists and objects stand on one line where they are short. */
export function readableJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(/[[{]\n[^[\]{}]{1,76}[\]}]/g, (innermost) =>
    innermost.replace(/\s*\n\s*/g, ' '),
  )
}

interface Field {
  name: string
  schema: ApiSchema
  required: boolean
}

/** The fields of an object as a table; undefined when the schema names none. */
export function schemaTable(schema: ApiSchema, schemas: ApiSchemas): Html | undefined {
  const { properties, required } = resolved(schema, schemas) ?? {}
  const needed: readonly unknown[] = Array.isArray(required) ? required : []
  const fields = Object.entries<ApiSchema>(Object(properties))
  return fieldTable(
    fields.map(([name, field]) => ({ name, schema: field, required: needed.includes(name) })),
  )
}

/** Marks the required fields, or the optional ones where they are fewer. */
export function fieldTable(fields: readonly Field[]): Html | undefined {
  if (fields.length === 0) return undefined
  const needed = fields.filter(({ required }) => required)
  const isRequiredMarked = needed.length * 2 < fields.length
  const mark = html` <b>${isRequiredMarked ? 'required' : 'optional'}</b>`
  return html`<div class="wide"><table><thead><tr><th scope="col">Name</th><th scope="col">Type</th><th scope="col">Meaning</th></tr></thead><tbody>
${fields.map(({ name, schema, required }) => {
  const isOld = schema['deprecated'] === true
  return html`<tr><th scope="row"><code>${name}</code>${required === isRequiredMarked ? mark : undefined}${isOld ? html` <i>deprecated</i>` : undefined}</th><td>${typeWords(schema)}</td><td>${prose(schema['description'])}${boundWords(schema)}</td></tr>
`
})}</tbody></table></div>`
}

/** The type of a value in words, with links to the schemas that it names. */
export function typeWords(schema: ApiSchema): Html {
  const { $ref, anyOf, enum: values, const: value, type, items } = schema
  if (typeof $ref === 'string') {
    const name = componentOf($ref)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (Array.isArray(anyOf)) return alternatives(anyOf.map(typeWords))
  if (Array.isArray(values)) return alternatives(values.map(codeOf))
  if (value !== undefined) return codeOf(value)
  if (type === 'array') return html`list of ${typeWords(Object(items))}`
  const fields = Object.entries<ApiSchema>(Object(schema['properties']))
  if (fields.length === 0)
    return html`${Array.isArray(type) ? type.join(' or ') : String(type ?? 'any JSON')}`
  const words = fields.map(([name, field]) =>
    field['const'] === undefined ? name : `${name}: ${JSON.stringify(field['const'])}`,
  )
  return html`<code>{ ${words.join(', ')} }</code>`
}

function alternatives(words: readonly Html[]): Html {
  return new Html(words.map(({ text }) => text).join(' or '))
}

function codeOf(value: unknown): Html {
  return html`<code>${JSON.stringify(value)}</code>`
}

const BOUNDS = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems', 'default']

function boundWords(schema: ApiSchema): Html | undefined {
  const bounds = BOUNDS.filter((key) => schema[key] !== undefined)
  if (bounds.length === 0) return undefined
  const words = bounds.map((key) => `${key} ${JSON.stringify(schema[key])}`)
  return html`<small>${words.join(', ')}</small>`
}

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
