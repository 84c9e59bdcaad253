import { connectionOf, type HttpContext } from '../../src/http/server/connection.ts'

/** The context of a request that reached a handler without a guard. */
export function contextOf(request = new Request('http://test/')): HttpContext {
  return { request, connection: connectionOf(request) }
}
