import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { pick } from './pick.ts'
import type { TestApp } from './service.ts'

/** The OpenAPI document of a service. */
export async function openApiOf(service: Pick<TestApp, 'request'>): Promise<unknown> {
  return (await service.request('/openapi.json')).json()
}

/** An answer of which the head and the text are read. */
export type Answer = Pick<Response, 'status' | 'headers' | 'text'>

/**
 * Compares an answer with the OpenAPI document: its status, its media type and its body.
 *
 * @param route As in the document: `get /api/skills/{name}`
 * @returns The differences; empty when the answer is as documented
 */
export async function undocumented(
  document: unknown,
  route: string,
  response: Answer,
): Promise<string[]> {
  const { faults, schema } = describedHead(document, route, response)
  if (faults.length > 0) return faults
  const text = await response.text()
  if (schema === undefined) {
    const isBare = bodyTypes(document, route, response.status).length === 0
    return isBare && text !== '' ? [`${route} says no body: ${text.slice(0, 80)}`] : []
  }
  const values = isEvents(response) ? eventsOf(text) : [text]
  const validate = validatorOf(document, schema)
  return values.flatMap((value) =>
    validate(JSON.parse(value))
      ? []
      : [`${route} ${response.status}: ${faultsOf(validate)} in ${value.slice(0, 300)}`],
  )
}

/** What the head of an answer must match. */
interface DescribedHead {
  faults: string[]
  /** Of the JSON in the body or in each event; undefined where the body is not JSON. */
  schema?: object
}

/** The same for the head of an answer, whose body may be long or endless. */
export function describedHead(
  document: unknown,
  route: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
): DescribedHead {
  const content = contentOf(document, route, status)
  if (content === undefined) return { faults: [`${route} does not say ${status}`] }
  const types = Object.keys(content)
  const [type = ''] = (headers.get('content-type') ?? '').split(';', 1)
  if (types.length === 0) return { faults: [] }
  if (types.includes('*/*')) return { faults: [] }
  if (!types.includes(type)) return { faults: [`${route} ${status} does not say the type ${type}`] }
  const isJson = type === 'application/json' || type === 'text/event-stream'
  const schema = content[type]?.schema
  return { faults: [], ...(isJson && schema !== undefined ? { schema } : {}) }
}

/** A part of the document, or the component that it refers to. */
export function resolved(document: unknown, part: unknown): unknown {
  const reference: unknown = Object(part)['$ref']
  if (typeof reference !== 'string') return part
  return pick(document, reference.slice('#/'.length).replaceAll('/', '.'))
}

type Content = Readonly<Record<string, { schema?: object }>>

/** @returns undefined for a status that the route does not say */
function contentOf(document: unknown, route: string, status: number): Content | undefined {
  const [method = '', path = ''] = route.split(' ')
  const operation: unknown = Object(Object(pick(document, 'paths'))[path])[method]
  const described: unknown = Object(pick(operation, 'responses'))[status]
  if (described === undefined) return undefined
  return Object(pick(resolved(document, described), 'content'))
}

function bodyTypes(document: unknown, route: string, status: number): string[] {
  return Object.keys(contentOf(document, route, status) ?? {})
}

function isEvents({ headers }: Pick<Response, 'headers'>): boolean {
  return headers.get('content-type')?.startsWith('text/event-stream') ?? false
}

/** The data of server-sent events, without the last one of a chat. */
function eventsOf(text: string): string[] {
  return [...text.matchAll(/^data: (.*)$/gm)]
    .map(([, data = '']) => data)
    .filter((data) => data !== '[DONE]')
}

/** Of one document, whose components are compiled once for all answers. */
interface Validators {
  ajv: Ajv2020
  known: Map<object, ValidateFunction>
}

/** Kept, because compiling takes longer than the whole check. */
const validators = new WeakMap<object, Validators>()

function validatorOf(document: unknown, schema: object): ValidateFunction {
  const { ajv, known } = validatorsOf(Object(document))
  const found = known.get(schema)
  if (found !== undefined) return found
  const validate = ajv.compile(closed(schema))
  known.set(schema, validate)
  return validate
}

function validatorsOf(document: object): Validators {
  const found = validators.get(document)
  if (found !== undefined) return found
  // What a schema may contain is tested for the document as a whole.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateFormats: false,
    validateSchema: false,
  })
  // `components` is no keyword of JSON Schema.
  const schemas = { components: { schemas: pick(document, 'components.schemas') } }
  ajv.addSchema(closed(schemas), DOCUMENT)
  const made = { ajv, known: new Map() }
  validators.set(document, made)
  return made
}

function faultsOf({ errors }: ValidateFunction): string {
  return (errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`).join(', ')
}

/** What references to components begin with, as they stand in another schema. */
const DOCUMENT = 'document:/'

/** Forbids additional properties, so that an undocumented field is a difference. */
function closed(schema: unknown): object {
  return Object(
    JSON.parse(JSON.stringify(schema), (key, value: unknown) => {
      if (key === '$ref') return String(value).replace(/^#/, `${DOCUMENT}#`)
      const { type, properties, additionalProperties } = Object(value)
      if (type !== 'object' || properties === undefined || additionalProperties !== undefined)
        return value
      return { ...Object(value), additionalProperties: false }
    }),
  )
}
