import { openApiDocument } from '../../src/features/docs/openapi-document.ts'
import { connectionOf } from '../../src/http/server/connection.ts'
import type { Route } from '../../src/http/server/route-table.ts'
import { type Answer, describedHead, undocumented } from './described.ts'

/** Answers of one route and status whose bodies are compared; tests of load send thousands. */
const MAX_BODIES = 50

/** The document of each set of routes, because making it takes longer than many a test. */
const documents = new Map<string, unknown>()

/**
 * Compares every answer that a test provokes with the API description, errors included: status,
 * media type, and the whole body where it is JSON.
 */
export class DescribedAnswers {
  readonly #routes: readonly Route[]
  readonly #faults: string[] = []
  #found: unknown
  readonly #bodies: Promise<void>[] = []
  readonly #counts = new Map<string, number>()

  constructor(routes: readonly Route[]) {
    this.#routes = routes
  }

  /** @returns The same answer */
  check(request: Request, answer: Response): Response {
    const { route } = connectionOf(request)
    const method = request.method === 'HEAD' ? 'GET' : request.method
    const found = this.#routes.find((one) => one.path === route && one.method === method)
    if (route === undefined || found === undefined || isHidden(found)) return answer
    if (isApart(answer)) return answer
    const name = `${method.toLowerCase()} ${route.replace(/:(\w+)/g, '{$1}')}`
    const { faults, schema } = describedHead(this.#document(), name, answer)
    if (request.method !== 'HEAD') this.#faults.push(...faults)
    const count = (this.#counts.get(`${name} ${answer.status}`) ?? 0) + 1
    this.#counts.set(`${name} ${answer.status}`, count)
    const isWhole = answer.headers.get('content-type')?.startsWith('application/json')
    if (schema !== undefined && isWhole && count <= MAX_BODIES && request.method !== 'HEAD')
      this.#bodies.push(this.#compare(name, copyOf(answer)))
    return answer
  }

  /** @throws {Error} With all differences */
  async finish(): Promise<void> {
    await Promise.all(this.#bodies)
    if (this.#faults.length === 0) return
    throw new Error(`Answers are not as described:\n${[...new Set(this.#faults)].join('\n')}`)
  }

  async #compare(name: string, answer: Answer): Promise<void> {
    this.#faults.push(...(await undocumented(this.#document(), name, answer)))
  }

  #document(): unknown {
    this.#found ??= this.#find()
    return this.#found
  }

  #find(): unknown {
    const key = this.#routes.map(({ method, path }) => `${method} ${path}`).join()
    const known = documents.get(key)
    if (known !== undefined) return known
    const base = { info: {}, externalDocs: {}, servers: [] }
    const document: unknown = JSON.parse(JSON.stringify(openApiDocument(this.#routes, base)))
    documents.set(key, document)
    return document
  }
}

/** `clone` has another type than `Response` in the types of Bun. */
function copyOf(answer: Response): Answer {
  const { status, headers } = answer
  const copy = answer.clone()
  return { status, headers, text: () => copy.text() }
}

function isHidden({ hooks }: Route): boolean {
  const detail = Object(hooks.detail)
  return detail.hide === true || detail.summary === undefined
}

/**
 * Errors as pages, and redirects to sign in, which the description has in its introduction; and the
 * status for the log of a client that has left.
 */
function isApart({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  if (status === 499) return true
  if (status === 303) return /^\/(?:login|waiting)/.test(headers.get('location') ?? '')
  return status >= 400 && headers.get('content-type')?.startsWith('text/html') === true
}
