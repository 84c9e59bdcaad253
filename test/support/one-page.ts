import type { ReadCaptions } from '../../src/features/transcription/video-transcript.ts'
import type { SafeFetch } from '../../src/media/contract-fetch.ts'

/** A web that has the same page at every address. */
export const onePage: SafeFetch = {
  async fetch(url) {
    const { status, headers, body } = new Response('<p>Hello')
    return { url, status, headers, mediaType: 'text/html', body: body ?? new Blob().stream() }
  },
}

/** The same captions at every address. */
export const oneTalk: ReadCaptions = async () => ({
  ...{ title: 'A talk', seconds: 2, language: 'en', kind: 'native' },
  segments: [{ start: 0, end: 2, text: 'Hello' }],
})
