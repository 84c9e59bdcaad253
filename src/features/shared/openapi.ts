import { type TSchema, Type } from '@sinclair/typebox'
import { factsDetail } from '../../http/server/route-facts.ts'
import { nullable } from './fields.ts'

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

/** Bodies that can be sent as they stand, for people, by a short name. The first is shown first. */
export type BodyExamples = Readonly<Record<string, { summary: string; value: unknown }>>

/** What the API description says of a route, beside its guard and its parameters. */
export interface Documented {
  summary: string
  description?: string
  /** By default those of its group of routes. */
  tags?: readonly string[]
  /** Schema of the body, which the handler reads itself after the guard. */
  body?: TSchema
  /** Media types of the body; by default JSON. */
  bodyTypes?: readonly string[]
  /** Otherwise one is made from the schema. */
  bodyExamples?: BodyExamples
  /** Headers of the request that the route reads, with their schemas. */
  headers?: Readonly<Record<string, TSchema>>
  /** Those without which it refuses. */
  requiredHeaders?: Readonly<Record<string, TSchema>>
  /** The successful responses, by status. They are checked by tests and not at run time. */
  responses?: Readonly<Record<number, DocumentedResponse>>
}

interface DocumentedRoute extends Documented {
  /**
   * Statuses of errors that the route adds to those which follow from its options: 400, 421 and 500
   * of every route, 401 and 403 from a guard, 404 from params, 422 from a query, 408, 413, 415 and
   * 422 from a body, 429 from a rate limit, and 507 of every method but GET.
   */
  errors?: readonly number[]
  /** Whether it has nothing for keys, although they pass its guard: it is for signed-in browsers. */
  browserOnly?: boolean
  /** Whether it refuses grants in OAuth's form. */
  grant?: boolean
  /** Whether its GET does work that is charged for, so that HEAD is refused. */
  refusesHead?: boolean
  /** Whether 400 stands in place of 413, 415 and 422. */
  refusesWith400?: boolean
}

/** The `detail` of a route. Nothing is made of it before the API description is asked for. */
export function documented({
  errors = [],
  browserOnly = false,
  grant = false,
  refusesHead = false,
  refusesWith400 = false,
  ...words
}: DocumentedRoute): object {
  return { ...factsDetail({ errors, browserOnly, grant, refusesHead, refusesWith400 }), ...words }
}

/** Options of a route that only the API description reads. */
const DESCRIBED: readonly string[] = [
  'summary',
  'description',
  'tags',
  'body',
  'bodyTypes',
  'bodyExamples',
  'headers',
  'requiredHeaders',
  'responses',
  'errors',
  'browserOnly',
  'grant',
  'refusesHead',
  'refusesWith400',
] satisfies (keyof DocumentedRoute)[]

type Hooks<options> = Omit<options, keyof DocumentedRoute> & { parse?: 'none'; detail: object }

/**
 * The options of a route and what the API description says of it. Elysia reads none of its bodies:
 * the handler does, after the guard.
 */
export function route<const options extends object>(
  options: options & DocumentedRoute,
): Hooks<options> {
  const entries = Object.entries(options)
  const part = (isDescribed: boolean) =>
    Object.fromEntries(entries.filter(([name]) => DESCRIBED.includes(name) === isDescribed))
  const detail = documented({ summary: options.summary, ...part(true) })
  // Elysia makes a promise of each answer of a route with a parser.
  const parser = options.body === undefined ? {} : { parse: 'none' }
  const hooks: unknown = { ...part(false), ...parser, detail }
  return hooks as Hooks<options>
}

/** Key of the schema that the API description has in place of the one that is checked. */
export const DESCRIBED_AS = 'x-described-as'

/** A schema that is described as another: clients are told more than is refused. */
export function describedAs<schema extends TSchema>(checked: schema, described: TSchema): schema {
  return { ...checked, [DESCRIBED_AS]: described }
}

/**
 * Optional fields that are described and not checked; null counts as absent. The types of a body do
 * not have them.
 */
export function uncheckedFields(fields: Readonly<Record<string, TSchema>>): Record<never, TSchema> {
  const unchecked = Object.entries(fields).map(([name, { description, deprecated, ...schema }]) => {
    const told = { ...nullable(schema, description), ...(deprecated === true && { deprecated }) }
    return [name, Type.Optional(describedAs(Type.Unknown(), told))]
  })
  return Object.fromEntries(unchecked)
}
