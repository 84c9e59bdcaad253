import { Type } from '@sinclair/typebox'
import { boundedText } from '../../platform/bounded-text.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import { knownFetchReason } from '../../platform/fetch-reason.ts'
import { tryParseJson } from '../../platform/json.ts'
import { plainText } from '../../platform/subprocess.ts'
import { MAX_SEARCH_HITS, SEARCH_MS, type SearchHit, type WebSearch } from '../contract-web.ts'

const MAX_REPLY_BYTES = 2 * 1024 * 1024
const MAX_TITLE_CHARACTERS = 300
const MAX_EXCERPT_CHARACTERS = 1_000

const Reply = Type.Object({ results: Type.Array(Type.Unknown()) })
const Result = Type.Object({
  url: Type.String(),
  title: Type.Optional(Type.Unknown()),
  content: Type.Optional(Type.Unknown()),
})

/**
 * Searches by the owner's SearXNG. Its address is a setting, so it may be on the owner's own network.
 *
 * https://docs.searxng.org/dev/search_api.html
 */
export class SearxngSearch implements WebSearch {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  async search(query: string, signal: AbortSignal): Promise<readonly SearchHit[]> {
    const late = AbortSignal.timeout(SEARCH_MS)
    try {
      const response = await fetch(this.#addressOf(query), {
        signal: AbortSignal.any([signal, late]),
        headers: { accept: 'application/json' },
        redirect: 'error',
      })
      if (!response.ok) {
        await response.body?.cancel()
        throw failed(
          response.status === 403
            ? 'it refuses answers as JSON; its owner can allow them with `json` in `search.formats` of its settings'
            : `it answered with the status ${response.status}`,
        )
      }
      const text = await boundedText(response, MAX_REPLY_BYTES)
      if (text === undefined) throw failed('its answer is too long')
      const reply = tryParseJson(text).value
      if (!matches(Reply, reply)) throw failed('its answer is not that of SearXNG')
      return reply.results.flatMap(hitOf).slice(0, MAX_SEARCH_HITS)
    } catch (error) {
      signal.throwIfAborted()
      if (error instanceof AppError) throw error
      if (late.aborted)
        throw new AppError('download_timeout', 'The search did not answer in time', {
          cause: error,
        })
      // The error's own text may hold the address.
      throw failed(knownFetchReason(error) ?? 'it cannot be reached', error)
    }
  }

  #addressOf(query: string): URL {
    const base = this.#url.endsWith('/') ? this.#url : `${this.#url}/`
    const address = new URL('search', base)
    address.searchParams.set('q', query)
    address.searchParams.set('format', 'json')
    return address
  }
}

function hitOf(result: unknown): SearchHit[] {
  if (!matches(Result, result) || !/^https?:\/\//i.test(result.url)) return []
  return [
    {
      url: plainText(result.url),
      title: shortText(result.title, MAX_TITLE_CHARACTERS),
      excerpt: shortText(result.content, MAX_EXCERPT_CHARACTERS),
    },
  ]
}

function shortText(value: unknown, maxCharacters: number): string {
  return typeof value === 'string' ? plainText(value).slice(0, maxCharacters).toWellFormed() : ''
}

function failed(reason: string, cause?: unknown): AppError {
  return new AppError('download_failed', `The search failed: ${reason}`, { cause })
}
