import { Innertube, Log, Parser } from 'youtubei.js'
import { boundedText } from '../../platform/bounded-text.ts'
import { AppError } from '../../platform/errors.ts'
import { JSON_BOUNDS, jsonExcess } from '../../platform/json.ts'
import type { SafeFetch } from '../contract-fetch.ts'
import { blocked, MAX_YOUTUBE_BYTES, YoutubeStatusError } from './youtube-error.ts'

/** Headers that the library sets and that have no use here; sessions are not told apart. */
const DROPPED: ReadonlySet<string> = new Set(['cookie', 'content-length', 'host', 'connection'])

/** Whose requests are made, and until when. */
export interface RequestBounds {
  /** By `performance.now()`. */
  until: number
  signal: AbortSignal
}

/** Sends what the library asks by a fetch that checks addresses. */
export class YoutubeFetch {
  readonly #safeFetch: SafeFetch
  #bounds: RequestBounds = { until: 0, signal: AbortSignal.abort() }
  #refusal: AppError | undefined

  constructor(safeFetch: SafeFetch) {
    this.#safeFetch = safeFetch
  }

  /** Of all requests from now on. */
  set bounds(bounds: RequestBounds) {
    this.#bounds = bounds
    this.#refusal = undefined
  }

  /**
   * After a refusal nothing more is sent, although the library would go on.
   *
   * @throws {YoutubeStatusError} for an answer that is no success
   * @throws {AppError} `site_blocked`, and those of {@link SafeFetch}
   */
  async text(url: string, request?: Request): Promise<string> {
    if (this.#refusal !== undefined) throw this.#refusal
    const { until, signal } = this.#bounds
    const method = request?.method === 'POST' ? 'POST' : 'GET'
    const headers = [...(request?.headers ?? [])].filter(([name]) => !DROPPED.has(name))
    const answer = await this.#safeFetch.fetch(url, {
      maxBytes: MAX_YOUTUBE_BYTES,
      deadlineMs: Math.max(1, until - performance.now()),
      signal,
      method,
      headers: Object.fromEntries(headers),
      ...(method === 'POST' && { body: await request?.text() }),
    })
    const text = (await boundedText(answer, MAX_YOUTUBE_BYTES)) ?? ''
    if (answer.status === 429) {
      const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
      this.#refusal = blocked('it is asked too often', seconds > 0 ? seconds : undefined)
      throw this.#refusal
    }
    if (answer.status < 200 || answer.status > 299) throw new YoutubeStatusError(answer.status)
    return text
  }

  /** In the form of the library. */
  readonly fetch: typeof fetch = Object.assign(
    async (input: URL | string | Request, init?: RequestInit): Promise<Response> => {
      const request =
        input instanceof Request ? new Request(input, init) : new Request(String(input), init)
      const text = withinBounds(await this.text(request.url, request))
      return new Response(text, { headers: { 'content-type': 'application/json' } })
    },
    { preconnect: () => undefined },
  )
}

/** A session without an account, a cache, or scripts of YouTube. */
export function openSession(fetch: YoutubeFetch): Promise<Innertube> {
  // Both tell of parts of answers that the library does not know, which are left out.
  Log.setLevel(Log.Level.NONE)
  Parser.setParserErrorHandler(() => undefined)
  return Innertube.create({
    lang: 'en',
    location: 'US',
    timezone: 'UTC',
    retrieve_player: false,
    enable_session_cache: false,
    fetch: fetch.fetch,
  })
}

/**
 * @throws {AppError} `site_blocked` when it is no JSON, as the page that asks for consent;
 * `download_failed` when it holds too much
 */
export function mustBeJson(text: string): string {
  if (!/^\s*[[{]/.test(text)) throw blocked('it answers with another page')
  return withinBounds(text)
}

/** The library parses it, which has no bound of its own. */
function withinBounds(text: string): string {
  if (jsonExcess(text, JSON_BOUNDS) === undefined) return text
  throw new AppError('download_failed', 'Cannot read YouTube: its answer holds too many values')
}

/** The failure of a question, in words for its caller. */
export function youtubeFailure(error: unknown): AppError {
  // The address is none that a user has given: the fault is one of the network.
  if (error instanceof AppError && error.code === 'address_refused')
    return new AppError('download_failed', `YouTube cannot be reached. ${error.message}`)
  if (error instanceof AppError) return error
  if (error instanceof YoutubeStatusError) return error.asAppError()
  if (error instanceof SyntaxError) return blocked('it answers with another page')
  return new AppError(
    'download_failed',
    'Cannot read YouTube: its answer has a form that this version of Hearth does not know',
    { cause: error },
  )
}
