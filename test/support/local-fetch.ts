import type { SafeFetch } from '../../src/media/contract-fetch.ts'
import { AppError } from '../../src/platform/errors.ts'

/** Downloads from servers of the tests, which are not on the public internet. */
export function localFetch(): SafeFetch & { urls: string[] } {
  const urls: string[] = []
  return {
    urls,
    async fetch(url, { maxBytes, signal = null }) {
      urls.push(url)
      const response = await fetch(url, { signal })
      const { status, headers, body } = response
      if (Number(headers.get('content-length')) > maxBytes)
        throw new AppError('too_large', `Cannot download: it is larger than ${maxBytes} bytes`)
      const filename = new URL(url).pathname.split('/').at(-1) ?? ''
      const mediaType = (headers.get('content-type') ?? '').split(';')[0] ?? ''
      return { url, status, headers, mediaType, filename, body: body ?? new Blob().stream() }
    },
  }
}
