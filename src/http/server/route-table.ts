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
  #entries: readonly Entry[] = []
  readonly #shapes = new Map<string, ErrorShape>()
  readonly #refusingWith400 = new Set<string>()

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
    this.#entries = routes.map(({ method, path, hooks }) => {
      const facts = factsOf(hooks.detail)
      const { errorShape: shape = errorShapeBelow(path), refusesHead = false } = facts
      this.#shapes.set(path, shape)
      if (facts.refusesWith400) this.#refusingWith400.add(path)
      return { method, pattern: patternOf(path), shape, refusesHead }
    })
  }

  get all(): readonly Route[] {
    return this.#all
  }

  /**
   * @param route A route's own path, as `/api/skills/:name`: all methods of a path share one shape
   */
  errorShape(route: string): ErrorShape {
    return this.#shapes.get(route) ?? errorShapeBelow(route)
  }

  /** @param route A route's own path; undefined for a request that has reached none */
  refusesWith400(route: string | undefined): boolean {
    return route !== undefined && this.#refusingWith400.has(route)
  }

  /** The error shape of a request that has reached no route. */
  errorShapeOfPath(path: string): ErrorShape {
    return this.#entries.find(({ pattern }) => pattern.test(path))?.shape ?? errorShapeBelow(path)
  }

  /** Whether the path has a HEAD route of its own; otherwise its GET answers HEAD. */
  hasHead(path: string): boolean {
    return this.#entries.some(({ method, pattern }) => method === 'HEAD' && pattern.test(path))
  }

  /** Whether HEAD is no way to ask for the path, although GET is. */
  refusesHead(path: string): boolean {
    return this.#entries.some((entry) => entry.refusesHead && entry.pattern.test(path))
  }

  methodsOf(path: string): string[] {
    const methods = new Set<string>()
    for (const { method, pattern, refusesHead } of this.#entries) {
      if (!pattern.test(path)) continue
      methods.add(method)
      if (method === 'GET' && !refusesHead) methods.add('HEAD')
    }
    return [...methods].sort()
  }
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

/** @returns The shape of the longest prefix, by whole segments of the path */
export function errorShapeBelow(path: string): ErrorShape {
  let found: readonly [string, ErrorShape] = ['', 'json']
  for (const entry of SHAPES) {
    const [prefix] = entry
    const isBelow = path === prefix || path.startsWith(`${prefix}/`)
    if (isBelow && prefix.length > found[0].length) found = entry
  }
  return found[1]
}
