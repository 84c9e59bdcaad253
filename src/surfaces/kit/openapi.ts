import { type TSchema, Type } from '@sinclair/typebox'
import { factsDetail } from '../../http/server/route-facts.ts'

/** A documented response of a route. */
export interface DocumentedResponse {
  description: string
  /** Schema of the body; undefined for no body. A schema with an `$id` becomes a component. */
  schema?: TSchema
  /** By default `application/json`. */
  contentType?: string
  /** Media types that some requests get instead, such as a page or an event stream. */
  alternatives?: readonly string[]
}

interface Documented {
  summary: string
  description?: string
  tags: string[]
  /** Schema of the body, which the handler reads itself after the guard. */
  body?: TSchema
  /** Media types of the body; by default JSON. */
  bodyTypes?: readonly string[]
  /** The successful responses, by status. They are checked by tests and not at run time. */
  responses?: Readonly<Record<number, DocumentedResponse>>
  /**
   * Statuses of errors that the route adds to those which follow from its options: 401 and 403 from
   * a guard, 404 from params, 422 from a query, 400, 408, 413, 415 and 422 from a body, 429 from a
   * rate limit, and 500.
   */
  errors?: readonly number[]
}

/** The `detail` of a route for the API description. */
export function documented({
  summary,
  description,
  tags,
  body,
  bodyTypes = ['application/json'],
  responses = {},
  errors = [],
}: Documented) {
  return {
    ...factsDetail({ errors }),
    summary,
    tags,
    ...(description === undefined ? {} : { description }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: contentOf(bodyTypes, body) } }),
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
}: DocumentedResponse) {
  if (schema === undefined) return { description }
  const content = { ...contentOf([contentType], schema), ...contentOf(alternatives, Type.String()) }
  return { description, content }
}

function contentOf(types: readonly string[], schema: TSchema): Record<string, { schema: object }> {
  // TypeBox schemas are JSON Schema once their symbols are gone.
  const plain: object = JSON.parse(JSON.stringify(schema))
  return Object.fromEntries(types.map((type) => [type, { schema: plain }]))
}
