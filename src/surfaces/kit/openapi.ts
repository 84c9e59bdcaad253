import { type TSchema, Type } from '@sinclair/typebox'
import { factsDetail, type RouteFacts } from '../../http/server/route-facts.ts'

/** A documented response of a route. */
export interface DocumentedResponse {
  description: string
  /** Schema of the body; undefined for no body. A schema with an `$id` becomes a component. */
  schema?: TSchema
  /** By default `application/json`. */
  contentType?: string
  /** Media types that some requests get instead, such as a page. */
  alternatives?: readonly string[]
  /** Schema of the JSON in each event, where the answer may be a stream of server-sent events. */
  events?: TSchema
  /** An answer as it is sent; otherwise one is made from the schema. */
  example?: unknown
  /** What each header of the answer says. */
  headers?: Readonly<Record<string, string>>
}

/** A body that can be sent as it stands, for people. */
export interface BodyExample {
  summary: string
  value: unknown
}

interface Documented {
  summary: string
  description?: string
  tags: string[]
  /** Schema of the body, which the handler reads itself after the guard. */
  body?: TSchema
  /** Media types of the body; by default JSON. */
  bodyTypes?: readonly string[]
  /** By a short name; the first is shown first. Otherwise one is made from the schema. */
  bodyExamples?: Readonly<Record<string, BodyExample>>
  /** Headers of the request that the route reads, with their schemas. */
  headers?: Readonly<Record<string, TSchema>>
  /** The successful responses, by status. They are checked by tests and not at run time. */
  responses?: Readonly<Record<number, DocumentedResponse>>
  /**
   * Statuses of errors that the route adds to those which follow from its options: 400, 421 and 500
   * of every route, 401 and 403 from a guard, 404 from params, 422 from a query, 408, 413, 415 and
   * 422 from a body, 429 from a rate limit, and 507 of every method but GET.
   */
  errors?: readonly number[]
  /** Whether it refuses grants in OAuth's form. */
  grant?: boolean
  /** Whether its GET does work that is charged for, so that HEAD is refused. */
  refusesHead?: boolean
  /** Whether 400 stands in place of 413, 415 and 422. */
  refusesWith400?: boolean
}

/** The `detail` of a route for the API description. */
export function documented({
  summary,
  description,
  tags,
  body,
  bodyTypes = ['application/json'],
  bodyExamples,
  headers = {},
  responses = {},
  errors = [],
  grant = false,
  refusesHead = false,
  refusesWith400 = false,
}: Documented) {
  const facts: RouteFacts = {
    errors,
    ...(grant ? { grant } : {}),
    ...(refusesHead ? { refusesHead } : {}),
    ...(refusesWith400 ? { refusesWith400 } : {}),
  }
  const parameters = Object.entries(headers).map(([name, { description: words, ...schema }]) => ({
    name,
    in: 'header' as const,
    required: false,
    ...(words === undefined ? {} : { description: words }),
    schema: plain(schema),
  }))
  return {
    ...factsDetail(facts),
    summary,
    tags,
    ...(description === undefined ? {} : { description }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: bodyContent(bodyTypes, body, bodyExamples) } }),
    responses: Object.fromEntries(
      Object.entries(responses).map(([status, response]) => [status, answerOf(response)]),
    ),
  }
}

function answerOf({
  description,
  schema,
  contentType = 'application/json',
  alternatives = [],
  events,
  example,
  headers = {},
}: DocumentedResponse) {
  const words = {
    description,
    ...(Object.keys(headers).length === 0 ? {} : { headers: headersOf(headers) }),
  }
  if (schema === undefined) return words
  const content = {
    [contentType]: { schema: plain(schema), ...(example === undefined ? {} : { example }) },
    ...(events === undefined ? {} : { 'text/event-stream': { schema: plain(events) } }),
    ...Object.fromEntries(alternatives.map((type) => [type, { schema: plain(Type.String()) }])),
  }
  return { ...words, content }
}

function headersOf(headers: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, description]) => [
      name,
      { description, schema: { type: 'string' as const } },
    ]),
  )
}

function bodyContent(
  types: readonly string[],
  schema: TSchema,
  examples: Documented['bodyExamples'],
): Record<string, { schema: object }> {
  const content = { schema: plain(schema), ...(examples === undefined ? {} : { examples }) }
  return Object.fromEntries(types.map((type) => [type, content]))
}

/** TypeBox schemas are JSON Schema once their symbols are gone. */
function plain(schema: object): object {
  return JSON.parse(JSON.stringify(schema))
}
