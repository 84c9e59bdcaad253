import { wantsErrorPage } from '../reply/wants-page.ts'
import { asGet } from './head.ts'

/** The route of the admin pages. */
export const ADMIN_PAGE_ROUTE = '/pages/admin'
/** Paths below /admin, but for files such as `usage.csv`. */
const ADMIN_PATH = /^\/admin(?:\/[^./]*)*$/

/**
 * Leads a browser that opens a path below /admin to the admin pages: the same path answers a script
 * with JSON.
 *
 * @returns The path that was opened, and the request to be routed; undefined for any other request
 */
export function pageRequest(request: Request): { path: string; routed: Request } | undefined {
  // Before the URL is parsed, which the requests of programs need not wait for.
  if (!wantsErrorPage(request)) return undefined
  const { url, headers, signal } = request
  const path = URL.parse(url)?.pathname ?? '/'
  if (!ADMIN_PATH.test(path)) return undefined
  return { path, routed: asGet({ url: new URL(ADMIN_PAGE_ROUTE, url).href, headers, signal }) }
}
