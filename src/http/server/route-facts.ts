/**
 * How the errors of a path are written: this service's JSON, the object or text of OpenAI's,
 * Anthropic's or Ollama's clients inside it, or a page.
 */
export type ErrorShape = 'json' | 'openai' | 'anthropic' | 'ollama' | 'page'

/**
 * What a route's options say of it beside its guard; kept in its `detail`, where its whole entry
 * is.
 */
export interface RouteFacts {
  errorShape?: ErrorShape
  /** Whether it may answer 429 for too many requests from one address. */
  rateLimited?: boolean
  /** Whether its answers are kept by no cache and its query holds no secret. */
  sensitive?: boolean
  /** Whether it has nothing for keys, although they pass its guard: it is for signed-in browsers. */
  browserOnly?: boolean
  /** Whether it refuses grants in OAuth's form. */
  grant?: boolean
  /** Whether its GET does work that is charged for, so that HEAD, which shows none of it, is refused. */
  refusesHead?: boolean
  /**
   * Whether what is wrong with a request itself has the status 400, for clients that repeat a
   * request after 413, 415 and 422.
   */
  refusesWith400?: boolean
  /** Statuses of errors that do not follow from its other options. */
  errors?: readonly number[]
}

const PREFIX = 'x-hearth-'

/**
 * Each is a field of its own: Elysia merges the objects in the `detail` of a group of routes with those
 * of each route in place, so that the routes would have one.
 *
 * @returns The part of a route's `detail` that holds its facts
 */
export function factsDetail(facts: RouteFacts): object {
  return Object.fromEntries(Object.entries(facts).map(([name, value]) => [PREFIX + name, value]))
}

/** @param detail Of a route, with the parts of all its options merged */
export function factsOf(detail: unknown): RouteFacts {
  return Object.fromEntries(
    Object.entries(Object(detail))
      .filter(([name]) => name.startsWith(PREFIX))
      .map(([name, value]) => [name.slice(PREFIX.length), value]),
  )
}
