import { type TSchema, Type } from '@sinclair/typebox'
import { factsDetail } from '../../http/server/route-facts.ts'

/** One answer of a route. */
export interface DocumentedResponse {
  description: string
  /** Of its body; without one, the answer has no body that is described. A schema with an `$id` becomes a component. */
  schema?: TSchema
  /** `application/json` unless said otherwise. */
  contentType?: string
  /** Media types of text that some requests get instead: a page, an event stream. */
  alternatives?: readonly string[]
}

interface Documented {
  summary: string
  description?: string
  tags: string[]
  /** The body that the handler reads itself, after the guard. */
  body?: TSchema
  /** Media types of the body; JSON unless said otherwise. */
  bodyTypes?: readonly string[]
  /** The good answers, by status. They are not checked at run time; tests check them. */
  responses?: Readonly<Record<number, DocumentedResponse>>
  /**
   * Statuses of errors that the route adds to those which follow from its options: 401 and 403 from a
   * guard, 404 from params, 422 from a query, 400, 408, 413, 415 and 422 from a body, 429 from a rate
   * limit, and 500.
   */
  errors?: readonly number[]
}

/** The part of a route's entry in the API description that its author writes. */
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
