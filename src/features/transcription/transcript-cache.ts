import { matches } from '../../platform/check.ts'
import { sha256 } from '../../platform/ids.ts'
import type { TranscriptCacheStore } from './transcript-cache-store.ts'
import { CachedTranscript, type VideoTranscriptInput } from './video-transcript.ts'

/** How long a transcript is given to anyone who asks for the same. @limit transcript-cache hours */
export const TRANSCRIPT_CACHE_HOURS = 24
const TRANSCRIPT_CACHE_MS = TRANSCRIPT_CACHE_HOURS * 60 * 60_000
/** Kept transcripts; above it the oldest go. @limit transcript-cache-entries count */
export const MAX_CACHED_TRANSCRIPTS = 5_000
/**
 * Bytes of all of them, which every backup has too, and of one, which is not kept above it.
 *
 * @limit transcript-cache-bytes MiB
 */
export const MAX_TRANSCRIPT_CACHE_BYTES = 64 * 1024 ** 2
/** @limit transcript-cache-entry MiB */
export const MAX_CACHED_TRANSCRIPT_BYTES = 4 * 1024 ** 2

type Question = Pick<VideoTranscriptInput, 'url' | 'language' | 'source'>

interface TranscriptCacheOptions {
  store: TranscriptCacheStore
  /** UTC milliseconds. */
  now: () => number
}

/**
 * Transcripts of what is on the public internet, for all callers alike. Addresses, which may hold
 * secrets, are not kept.
 */
export class TranscriptCache {
  readonly #options: TranscriptCacheOptions

  constructor(options: TranscriptCacheOptions) {
    this.#options = options
  }

  has(question: Question): boolean {
    const { store, now } = this.#options
    return keysOf(question).some((key) => store.has(key, now()))
  }

  find(question: Question): CachedTranscript | undefined {
    const { store, now } = this.#options
    for (const key of keysOf(question)) {
      const value = store.find(key, now())
      // One of an older version may be of another form.
      if (matches(CachedTranscript, value)) return value
    }
    return undefined
  }

  keep({ url, language, source }: Question, transcript: CachedTranscript): void {
    const { store, now } = this.#options
    const value = JSON.stringify(transcript)
    const bytes = Buffer.byteLength(value)
    if (bytes > MAX_CACHED_TRANSCRIPT_BYTES) return
    const isAuto = source === 'auto' && transcript.source === 'generated'
    const key = keyOf(url, language, isAuto ? 'auto' : transcript.source)
    store.put({ key, bytes, value, expiresAt: now() + TRANSCRIPT_CACHE_MS })
    store.shrink(MAX_CACHED_TRANSCRIPTS, MAX_TRANSCRIPT_CACHE_BYTES)
  }

  /** Deletes what has expired. */
  sweep(): void {
    const { store, now } = this.#options
    store.deleteExpired(now())
  }
}

/**
 * What each question is answered by, the best first. What was heard for `auto` is apart from what was
 * asked for as `generated`: of that it is not known whether captions, which cost less, would do.
 */
const ANSWERED_BY = {
  native: ['native'],
  generated: ['generated', 'auto'],
  auto: ['native', 'auto'],
} as const

function keysOf({ url, language, source }: Question): string[] {
  return ANSWERED_BY[source].map((one) => keyOf(url, language, one))
}

function keyOf(url: string, language = '', source: string): string {
  return sha256(JSON.stringify([url, language.toLowerCase(), source]))
}
