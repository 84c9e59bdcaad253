import type { SafeFetch } from '../../src/media/contract-fetch.ts'

/** A web that has the same page at every address. */
export const onePage: SafeFetch = {
  async fetch(url) {
    const { status, headers, body } = new Response('<p>Hello')
    return { url, status, headers, mediaType: 'text/html', body: body ?? new Blob().stream() }
  },
}
