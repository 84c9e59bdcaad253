import type { SafeFetch } from '../../../src/media/contract-fetch.ts'
import { YoutubeReader } from '../../../src/media/video/youtube-reader.ts'
import { serveLocal } from '../serve-local.ts'

/** What has been asked of the double. */
export interface AskedYoutube {
  method: string
  /** `/player`, `/browse`, …, else the whole path. */
  path: string
  headers: Headers
  /** The JSON of a POST. */
  body: {
    videoId?: string
    browseId?: string
    params?: string
    continuation?: string
    url?: string
    context?: { client?: { clientName?: string } }
  }
}

type Answer = object | Response
type Answering = (asked: AskedYoutube) => Answer | undefined | Promise<Answer | undefined>

/** A server that speaks YouTube's own interface. */
export class YoutubeDouble implements AsyncDisposable {
  readonly asked: AskedYoutube[] = []
  readonly #server: ReturnType<typeof serveLocal>

  /** @param answer What is not answered is a 404. */
  constructor(answer: Answering) {
    this.#server = serveLocal(async (request) => {
      const path = new URL(request.url).pathname.replace('/youtubei/v1', '')
      const { method, headers } = request
      const text = await request.text()
      const body: AskedYoutube['body'] = text === '' ? {} : JSON.parse(text)
      const asked = { method, path, headers: new Headers(headers), body }
      this.asked.push(asked)
      const found = await answer(asked)
      if (found instanceof Response) return found
      return found === undefined ? new Response('{}', { status: 404 }) : Response.json(found)
    })
  }

  get url(): string {
    return this.#server.origin
  }

  /** What was asked of one path. */
  of(path: string): AskedYoutube['body'][] {
    return this.asked.filter((asked) => asked.path === path).map(({ body }) => body)
  }

  reader(): YoutubeReader {
    return new YoutubeReader(youtubeAt(this.url))
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#server.stop()
  }
}

/** Sends what is for YouTube to another server. */
export function youtubeAt(origin: string): SafeFetch {
  return {
    async fetch(url, { method = 'GET', body, headers = {}, signal, deadlineMs }) {
      const target = new URL(url)
      if (target.hostname !== 'www.youtube.com') throw new Error(`Another host is asked: ${url}`)
      const response = await fetch(`${origin}${target.pathname}${target.search}`, {
        ...{ method, headers },
        ...(body !== undefined && { body }),
        signal: AbortSignal.any([
          AbortSignal.timeout(deadlineMs),
          ...(signal === undefined ? [] : [signal]),
        ]),
      })
      const mediaType = response.headers.get('content-type') ?? ''
      const { status, headers: sent, body: stream } = response
      return { url, status, headers: sent, mediaType, body: stream ?? new Blob().stream() }
    },
  }
}
