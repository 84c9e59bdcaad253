import type { ApiMedia, ApiOperation } from './api-document.ts'
import { readableJson } from './docs-text.ts'
import { exampleOf } from './example-of.ts'

/** One request as a command for a shell. */
export interface CurlExample {
  summary: string
  /** With {@link ORIGIN} in place of the address. */
  command: string
}

/** Stands for the address under which a reader has opened the page. */
export const ORIGIN = 'http://origin.invalid'

const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data'

/** Of tus, which is spoken by libraries: each of its requests needs what the one before has said. */
const TUS_PATH = '/buffer'

/** The requests of an operation; none for those of browsers, which have a session, and of tus. */
export function curlExamples(
  method: string,
  path: string,
  { security, requestBody, summary, parameters = [] }: ApiOperation,
): CurlExample[] {
  const [scheme = 'none'] = security.flatMap((one) => Object.keys(one))
  if (scheme === 'session' || path.startsWith('/login') || path.startsWith(TUS_PATH)) return []
  const start = { method, path, scheme }
  const [entry] = Object.entries(requestBody?.content ?? {})
  if (entry === undefined)
    return [{ summary, command: curl({ ...start, query: requiredQuery(parameters) }) }]
  const [type, media] = entry
  return examplesOf(media, summary).map((example) => ({
    summary: example.summary,
    command: curl({ ...start, body: { type, value: example.value } }),
  }))
}

function examplesOf({ example, examples }: ApiMedia, summary: string) {
  return examples === undefined ? [{ summary, value: example }] : Object.values(examples)
}

/** The fields without which the request is refused; empty where there are none. */
function requiredQuery(parameters: NonNullable<ApiOperation['parameters']>): string {
  const fields = parameters.filter((one) => one.in === 'query' && one.required)
  const pairs = fields.map(({ name, schema }): [string, string] => [
    name,
    String(exampleOf(schema, {})),
  ])
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

interface CurlRequest {
  method: string
  path: string
  /** Name of the security scheme. */
  scheme: string
  /** With its question mark. */
  query?: string
  body?: { type: string; value: unknown }
}

function curl({ method, path, scheme, query = '', body }: CurlRequest): string {
  const isStream = path.endsWith('/events') || Object(body?.value).stream === true
  const plainMethod = body === undefined ? 'GET' : 'POST'
  const options = [
    ...(scheme === 'none' ? [] : [`-H "Authorization: Bearer ${variableOf(scheme)}"`]),
    ...(body === undefined ? [] : bodyOptions(body)),
  ]
  const head = [
    'curl',
    ...(isStream ? ['-N'] : []),
    ...(method === plainMethod ? [] : ['-X', method]),
    address(path, query),
  ].join(' ')
  return [head, ...options].join(' \\\n  ')
}

function variableOf(scheme: string): string {
  return scheme === 'device_token' ? '$TOKEN' : '$KEY'
}

function bodyOptions({ type, value }: { type: string; value: unknown }): string[] {
  if (type === MULTIPART) return [`-F "file=${fileIn(value) ?? '@report.pdf'}"`]
  if (type === FORM) {
    const fields = Object.entries<unknown>(Object(value))
    return fields.map(([name, field]) => `-d ${quoted(`${name}=${field}`)}`)
  }
  return [`-H "Content-Type: ${type}"`, `-d ${quoted(readableJson(value, '  '))}`]
}

/** A file that the schema names as an example, as curl has it. */
function fileIn(value: unknown): string | undefined {
  const file: unknown = Object(value).file
  return typeof file === 'string' && file.startsWith('@') ? file : undefined
}

/** Path parameters as variables of the shell. */
function address(path: string, query: string): string {
  const named = path.replace(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const url = ORIGIN + named + query
  return /[$?]/.test(url) ? `"${url}"` : url
}

function quoted(text: string): string {
  return /^[\w=./:-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
