import type { SafeFetch } from '../../src/media/contract-fetch.ts'
import { AppError } from '../../src/platform/errors.ts'
import { aborted } from './engines.ts'

interface SiteAnswer {
  body: string
  /** By default a web page. */
  type?: string
  status?: number
}

/**
 * Answers for sites of the public internet, by their addresses; others are not found.
 *
 * @param answers A promise is an answer that is waited for
 */
export function fakeSites(
  answers: Readonly<Record<string, SiteAnswer | Promise<SiteAnswer>>>,
): SafeFetch & { urls: string[] } {
  const urls: string[] = []
  return {
    urls,
    async fetch(url, { signal = null }) {
      urls.push(url)
      const { hostname } = new URL(url)
      if (hostname === '127.0.0.1')
        throw new AppError('address_refused', `Cannot download from ${hostname}: it is not public`)
      const stopped = aborted(signal ?? AbortSignal.any([]))
      const found = answers[url] ?? { body: 'Not found', type: 'text/plain', status: 404 }
      const { body, type = 'text/html', status = 200 } = await Promise.race([found, stopped])
      return {
        ...{ url, status, mediaType: type, filename: '', body: new Blob([body]).stream() },
        headers: new Headers({ 'content-type': `${type}; charset=utf-8` }),
      }
    },
  }
}
