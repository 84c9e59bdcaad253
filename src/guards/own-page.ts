import { AppError } from '../platform/errors.ts'

/**
 * Refuses a request that a page of another site has led the browser to. For what is read by `GET` and
 * must not be started by others, such as the download of a whole backup; programs send no such header.
 *
 * @throws {AppError} `forbidden`
 */
export function requireOwnPage({ headers }: Request): void {
  const site = headers.get('sec-fetch-site')
  if (site === null || site === 'same-origin' || site === 'none') return
  throw new AppError('forbidden', 'This request did not come from a page of this service')
}
