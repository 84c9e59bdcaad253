import { once } from '../../platform/once.ts'
import { type ErrorShape, factsOf } from './route-facts.ts'

/** A route as Elysia lists it. */
export interface Route {
  method: string
  path: string
  /** Schemas that Elysia checks, and the route's entry in the API description. */
  hooks: { detail?: unknown; params?: unknown; query?: unknown }
}

interface Entry {
  method: string
  pattern: RegExp
  shape: ErrorShape
  refusesHead: boolean
}

/**
 * Which methods a path takes and how its errors are written; Elysia does not say it of a request
 * that matches no route.
 */
export class RouteTable {
  #all: readonly Route[] = []
  // Both are made at their first use, as no start needs them.
  readonly #facts = once(() => factsOfPaths(this.#all))
  readonly #entries = once(() => this.#all.map(entryOf))

  /**
   * Called once, when every route is registered.
   *
   * @throws {Error} For a pattern with HEAD beside GET: Elysia answers its HEAD by GET
   */
  fill(routes: readonly Route[]): void {
    this.#all = routes
    const unreached = routes.find(
      ({ method, path }) => method === 'HEAD' && path.includes(':') && takes(routes, 'GET', path),
    )
    if (unreached !== undefined) throw new Error(`HEAD ${unreached.path} is never reached`)
  }

  get all(): readonly Route[] {
    return this.#all
  }

  /**
   * @param route A route's own path, as `/api/skills/:name`: all methods of a path share one shape
   */
  errorShape(route: string): ErrorShape {
    return this.#facts().get(route)?.errorShape ?? errorShapeBelow(route)
  }

  /** @param route A route's own path; undefined for a request that has reached none */
  refusesWith400(route: string | undefined): boolean {
    return route !== undefined && this.#facts().get(route)?.refusesWith400 === true
  }

  /** The error shape of a request that has reached no route. */
  errorShapeOfPath(path: string): ErrorShape {
    return this.#entries().find(({ pattern }) => pattern.test(path))?.shape ?? errorShapeBelow(path)
  }

  /** Whether the path has a HEAD route of its own; otherwise its GET answers HEAD. */
  hasHead(path: string): boolean {
    return this.#entries().some(({ method, pattern }) => method === 'HEAD' && pattern.test(path))
  }

  /** Whether HEAD is no way to ask for the path, although GET is. */
  refusesHead(path: string): boolean {
    return this.#entries().some((entry) => entry.refusesHead && entry.pattern.test(path))
  }

  methodsOf(path: string): string[] {
    const methods = new Set<string>()
    for (const { method, pattern, refusesHead } of this.#entries()) {
      if (!pattern.test(path)) continue
      methods.add(method)
      if (method === 'GET' && !refusesHead) methods.add('HEAD')
    }
    return [...methods].sort()
  }
}

function factsOfPaths(routes: readonly Route[]) {
  const facts = new Map<string, { errorShape: ErrorShape; refusesWith400: boolean }>()
  for (const { path, hooks } of routes) {
    const { errorShape = errorShapeBelow(path), refusesWith400 } = factsOf(hooks.detail)
    const isSaid = refusesWith400 === true || facts.get(path)?.refusesWith400 === true
    facts.set(path, { errorShape, refusesWith400: isSaid })
  }
  return facts
}

function entryOf({ method, path, hooks }: Route): Entry {
  const { errorShape: shape = errorShapeBelow(path), refusesHead = false } = factsOf(hooks.detail)
  return { method, pattern: patternOf(path), shape, refusesHead }
}

function takes(routes: readonly Route[], method: string, path: string): boolean {
  return routes.some((route) => route.method === method && route.path === path)
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[^/]+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${source}/?$`)
}

/**
 * The shape of errors below a path, where a route does not name its own: also of unknown paths, of
 * wrong methods, and of requests that are refused before they reach a route. The clients of a
 * dialect read no other shape.
 */
const SHAPES: readonly (readonly [prefix: string, shape: ErrorShape])[] = [
  ['/v1', 'openai'],
  ['/v1/messages', 'anthropic'],
  ['/api/code/v1', 'openai'],
  ['/api/code/v1/messages', 'anthropic'],
  ['/api/chat', 'ollama'],
  ['/api/generate', 'ollama'],
  ['/api/tags', 'ollama'],
  ['/api/show', 'ollama'],
  ['/api/ps', 'ollama'],
  ['/api/version', 'ollama'],
  // Not there, which Ollama's clients shall read.
  ['/api/blobs', 'ollama'],
  ['/api/copy', 'ollama'],
  ['/api/create', 'ollama'],
  ['/api/delete', 'ollama'],
  ['/api/embed', 'ollama'],
  ['/api/embeddings', 'ollama'],
  ['/api/pull', 'ollama'],
  ['/api/push', 'ollama'],
  ['/audio/transcriptions', 'openai'],
]
const LONGEST_FIRST = SHAPES.toSorted(([one], [other]) => other.length - one.length)

/** @returns The shape of the longest prefix, by whole segments of the path */
export function errorShapeBelow(path: string): ErrorShape {
  const isBelow = ([prefix]: (typeof SHAPES)[number]) =>
    path.startsWith(prefix) && (path.length === prefix.length || path[prefix.length] === '/')
  return LONGEST_FIRST.find(isBelow)?.[1] ?? 'json'
}
