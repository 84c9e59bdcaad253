interface Route {
  method: string
  path: string
}

/** Which methods a path takes; for 405 and `Allow`, which Elysia does not know. */
export class RouteTable {
  #routes: { method: string; pattern: RegExp }[] = []

  /** Called once, when every route is registered. */
  fill(routes: readonly Route[]): void {
    this.#routes = routes.map(({ method, path }) => ({ method, pattern: patternOf(path) }))
  }

  methodsOf(path: string): string[] {
    const methods = new Set<string>()
    for (const { method, pattern } of this.#routes) {
      if (!pattern.test(path)) continue
      methods.add(method)
      if (method === 'GET') methods.add('HEAD')
    }
    return [...methods].sort()
  }
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[^/]+/g, '[^/]+')
    .replace(/\*/g, '.*')
  return new RegExp(`^${source}/?$`)
}
