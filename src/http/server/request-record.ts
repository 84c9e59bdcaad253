import type { EngineFacts } from './connection.ts'

/** A request that was answered: never its path, its query or its body. */
export interface RequestRecord {
  requestId: string
  method: string
  /** The route's pattern, or `unmatched`. */
  route: string
  status: number
  /** Until the last byte was sent. */
  ms: number
  /** Undefined where nobody was recognized. */
  actor: string | undefined
  engine: EngineFacts | undefined
}

/** What pages load and poll, what monitors ask and what shared links send: it would push out all else. */
const ROUTINE =
  /^\/(?:$|(?:admin|pages|app|assets|docs|nas|api\/(?:me|dashboard|ai\/jobs|ai\/(?:image|tts)\/file))(?:\/|$)|(?:health|metrics|style\.css|icon\.svg|openapi\.json|client)$)/

/** Whether a request says something about the use of the service. Refusals always do. */
export function isWorthKeeping({ method, route, status }: RequestRecord): boolean {
  return status >= 400 || (method !== 'GET' && method !== 'HEAD') || !ROUTINE.test(route)
}
