import type { Caller } from '../../core/caller.ts'
import { matches } from '../../platform/check.ts'
import { abortable } from '../../platform/deadline.ts'
import { AppError, type ErrorCode } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import type { TranscribeRecording } from './transcribe-task.ts'
import type { TranscribeContext } from './transcript.ts'
import { DOWNLOAD_LANE, filesOf, joinedText, type Transcript, WAITING_LANE } from './transcript.ts'
import type { TranscriptCacheStore } from './transcript-cache-store.ts'
import type { TranscriptionEngines } from './transcription-engines.ts'
import {
  CachedTranscript,
  type FoundCaptions,
  type ReadCaptions,
  type VideoTranscript,
  type VideoTranscriptInput,
} from './video-transcript.ts'

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

/** Failures to read captions after which the sound may still be had. */
const SOUND_MAY_DO: ReadonlySet<ErrorCode> = new Set([
  'site_blocked',
  'not_installed',
  'unsupported_site',
])

interface VideoTranscriberOptions {
  cache: TranscriptCache
  transcriptionEngines: TranscriptionEngines
  readCaptions: ReadCaptions
  transcribeRecording: TranscribeRecording
  /** Of questions to video sites. */
  captionsLane: string
  removeFiles: (ids: readonly string[]) => Promise<void>
  log: Log
}

/** Finds out what is said in videos: by their captions, or by listening to them. */
export class VideoTranscriber {
  readonly #options: VideoTranscriberOptions
  /** The runs that make transcripts, by what was asked. */
  readonly #underWay = new Map<string, { id: string; ended: Promise<void> }>()

  constructor(options: VideoTranscriberOptions) {
    this.#options = options
  }

  /** A kept transcript waits for nobody. */
  firstLane(input: VideoTranscriptInput): string {
    const { cache, captionsLane } = this.#options
    if (cache.has(input)) return WAITING_LANE
    return input.source === 'generated' ? DOWNLOAD_LANE : captionsLane
  }

  /** @throws {AppError} `not_installed`, `no_engine` where only a recogniser is asked for */
  async check(caller: Caller, input: VideoTranscriptInput): Promise<void> {
    const { cache, transcriptionEngines } = this.#options
    if (input.source !== 'generated' || cache.has(input)) return
    await transcriptionEngines.refresh()
    transcriptionEngines.select(undefined, 'transcribe', caller)
  }

  /**
   * @throws {AppError} `not_found` without captions where only those are asked for; `not_installed`
   * without captions and recognisers; and what both fail with
   */
  async transcribe(
    input: VideoTranscriptInput,
    context: TranscribeContext,
  ): Promise<VideoTranscript> {
    const { cache, removeFiles } = this.#options
    const other = this.#underWay.get(questionOf(input))
    // Waits for the same work of another run, once: should that fail, this one does it itself.
    if (other !== undefined) {
      await context.enterLane(WAITING_LANE)
      context.follow(other.id)
      await abortable(other.ended, context.signal)
    }
    const kept = cache.find(input)
    if (kept !== undefined) {
      // An earlier attempt, which a crash has cut off, may have left some.
      await removeFiles(filesOf(input.recording))
      return { url: input.url, ...kept, isCached: true }
    }
    using _ = this.#begin(input, context.id)
    const made = await this.#make(input, context)
    this.#keep(input, made, context.id)
    return { url: input.url, ...made, isCached: false }
  }

  #keep(input: VideoTranscriptInput, made: CachedTranscript, job: string): void {
    const { cache, log } = this.#options
    try {
      cache.keep(input, made)
    } catch (err) {
      // The transcript itself is not lost by that.
      log.error({ job, err }, 'Cannot keep a transcript for the next request')
    }
  }

  #begin(input: VideoTranscriptInput, id: string): Disposable {
    const question = questionOf(input)
    const { promise, resolve } = Promise.withResolvers<void>()
    const isFirst = !this.#underWay.has(question)
    if (isFirst) this.#underWay.set(question, { id, ended: promise })
    return {
      [Symbol.dispose]: () => {
        if (isFirst) this.#underWay.delete(question)
        resolve()
      },
    }
  }

  async #make(input: VideoTranscriptInput, context: TranscribeContext): Promise<CachedTranscript> {
    const { finished } = context.pieces
    // An earlier attempt has been past the captions where it has left any piece.
    if (input.source !== 'generated' && finished.length === 0) {
      const captions = await this.#captions(input, context)
      if (captions !== undefined) return ofCaptions(captions)
      await context.pieces.save({ type: 'no_captions' })
    }
    if (context.lane !== DOWNLOAD_LANE) await context.enterLane(DOWNLOAD_LANE)
    const { transcript, title } = await this.#options.transcribeRecording(input.recording, context)
    return ofRecording(transcript, title)
  }

  /** @returns undefined where a recogniser shall listen instead */
  async #captions(
    { url, source, language }: VideoTranscriptInput,
    context: TranscribeContext,
  ): Promise<FoundCaptions | undefined> {
    const { captionsLane, readCaptions, transcriptionEngines } = this.#options
    if (context.lane !== captionsLane) await context.enterLane(captionsLane)
    context.reportProgress({ done: 0, unit: 'seconds', note: 'Reading the captions' })
    let failure: AppError
    try {
      const found = await readCaptions(url, { language, signal: context.signal })
      if (found !== undefined) return found
      failure = noCaptions(language)
    } catch (error) {
      context.signal.throwIfAborted()
      if (!(error instanceof AppError) || !SOUND_MAY_DO.has(error.code)) throw error
      failure = error
    }
    if (source === 'native') throw failure
    await transcriptionEngines.refresh()
    if (transcriptionEngines.offered.length === 0 && failure.code !== 'not_found') throw failure
    transcriptionEngines.requireAny(`${noneOf(language)}. `)
    return undefined
  }
}

function questionOf({ url, language = '', source }: VideoTranscriptInput): string {
  return JSON.stringify([url, language.toLowerCase(), source])
}

function noneOf(language: string | undefined): string {
  return language === undefined
    ? 'The video has no captions'
    : `The video has no captions in ${JSON.stringify(language)}`
}

function noCaptions(language: string | undefined): AppError {
  return new AppError(
    'not_found',
    `${noneOf(language)}. With source=generated a transcription engine would listen to it`,
  )
}

function ofCaptions({
  title,
  seconds,
  language,
  kind,
  segments,
  cues,
}: FoundCaptions): CachedTranscript {
  return {
    ...(cues === undefined ? {} : { cues }),
    source: 'native',
    kind,
    language,
    title,
    seconds: seconds ?? null,
    text: joinedText(segments),
    segments: segments.map(plainSegment),
    engine: null,
    model: null,
  }
}

function ofRecording(transcript: Transcript, title: string): CachedTranscript {
  const { text, language, seconds, isCut, engine, model, segments } = transcript
  return {
    source: 'generated',
    language,
    title,
    seconds,
    text,
    engine,
    model,
    segments: segments.map(plainSegment),
    ...(isCut === undefined ? {} : { isCut }),
  }
}

/** Without the times of words. */
function plainSegment({ start, end, text }: Transcript['segments'][number]) {
  return { start, end, text }
}
