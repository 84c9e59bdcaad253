import { type Static, Type } from '@sinclair/typebox'
import type { TaskContext } from '../../core/tasks/define-task.ts'
import type { Transcription } from '../../engines/contract/transcription.ts'
import type { AudioPiece } from '../../media/contract-audio.ts'
import { AppError } from '../../platform/errors.ts'
import { oneOf } from '../../platform/schemas.ts'
import { separatorOf } from '../../platform/subprocess.ts'

/** Of recordings that are downloaded, decoded and split; not of recognition. */
export const MEDIA_LANE = 'media'
/** Recordings that are decoded at a time. @limit recordings-decoded count */
export const MEDIA_LANE_WIDTH = 2
/** Of recordings that are downloaded, which may take longer than to decode them. */
export const DOWNLOAD_LANE = 'media-downloads'
/** Recordings that are downloaded at a time. @limit recording-downloads count */
export const DOWNLOAD_LANE_WIDTH = 2
/**
 * Of runs that only wait, so that they hold no lane that others wait for: for recognisers that have
 * failed, or for a transcript that another run makes.
 */
export const WAITING_LANE = 'transcription-waits'
const WAITING_LANE_WIDTH = 1_000
/** The lanes of transcripts, beside that of all heavy work, with their widths. */
export const TRANSCRIPT_LANES: Readonly<Record<string, number>> = {
  [MEDIA_LANE]: MEDIA_LANE_WIDTH,
  [DOWNLOAD_LANE]: DOWNLOAD_LANE_WIDTH,
  [WAITING_LANE]: WAITING_LANE_WIDTH,
}
/** Of all that is decoded for one transcript. @limit recording-preparation minutes */
export const MEDIA_MS = 60 * 60_000
/** Of the ids of all jobs that make transcripts, as one list has them. */
export const TRANSCRIPT_ID_PREFIX = 'trs_'
/** One downloaded recording. @limit recording-download GiB */
export const MAX_DOWNLOAD_BYTES = 2 * 1024 ** 3
/** @limit recording-download-time minutes */
export const DOWNLOAD_MS = 30 * 60_000
/**
 * Length of the pieces that a recogniser is given: at the best silence, and at most.
 * @limit recording-piece seconds
 */
export const TARGET_PIECE_SECONDS = 60
/** @limit recording-piece-max seconds */
export const MAX_PIECE_SECONDS = 90
/** Of one owner, running or waiting. @limit recordings-owner count */
export const MAX_OPEN_TRANSCRIPTS = 20
/** Waits before recognisers that have failed are tried again. @limit transcription-retry seconds */
export const TRANSCRIPTION_RETRY_MS: readonly number[] = [1_000, 5_000, 15_000, 30_000]
/**
 * Code points of a prompt; recognisers read no more than its end.
 * @limit transcribe-prompt characters
 */
export const MAX_PROMPT_CHARACTERS = 2_000

const Word = Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() })

/** A stretch of speech; times in seconds from the start of the recording. */
export const TranscriptSegment = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  text: Type.String(),
  /** Only where the recogniser gives them. */
  words: Type.Optional(Type.Array(Word)),
})
export type TranscriptSegment = Static<typeof TranscriptSegment>

/** What was spoken in a recording. */
export const Transcript = Type.Object({
  text: Type.String(),
  /** A primary language subtag; null where it is not known, as where nothing is spoken. */
  language: Type.Union([Type.String(), Type.Null()]),
  /** Duration of the recording. */
  seconds: Type.Number(),
  /** Only where the recording is longer than what is read of one. */
  isCut: Type.Optional(Type.Literal(true)),
  /** Of the last piece. */
  engine: Type.String(),
  /** Null where the engine has no models to choose from. */
  model: Type.Union([Type.String(), Type.Null()]),
  segments: Type.Array(TranscriptSegment),
})
export type Transcript = Static<typeof Transcript>

/** A recording to be written down, as plain data. */
export const TranscribeInput = Type.Object({
  source: Type.Union([
    Type.Object({ type: Type.Literal('file'), id: Type.String() }),
    /** `id` is that of the file which the download becomes. */
    Type.Object({ type: Type.Literal('url'), url: Type.String(), id: Type.String() }),
  ]),
  /** The file with the decoded recording, once it is there. */
  preparedId: Type.String(),
  /** Of the file, for people. */
  name: Type.String(),
  /** As in a request: `auto`, an engine's id, `engine/model`, or a model. */
  engine: Type.Optional(Type.String()),
  /** A primary language subtag. */
  language: Type.Optional(Type.String()),
  prompt: Type.Optional(Type.String()),
  temperature: Type.Optional(Type.Number()),
  /** `translate`: into English. */
  task: oneOf(['transcribe', 'translate']),
  /** Whether the history keeps the transcript; absent: it does. */
  store: Type.Optional(Type.Boolean()),
  /** Whether a client waits for it, who is rather refused soon than served late. */
  isAwaited: Type.Optional(Type.Boolean()),
})
export type TranscribeInput = Static<typeof TranscribeInput>

const Part = Type.Object({
  start: Type.Number(),
  end: Type.Number(),
  isSilent: Type.Optional(Type.Literal(true)),
})

/** What was found out of the recording, its split, and then each of its parts as it was heard. */
export const TranscriptPiece = Type.Union([
  /** The site has no captions to take. */
  Type.Object({ type: Type.Literal('no_captions') }),
  /** The sound of a site that says what it is called. */
  Type.Object({ type: Type.Literal('downloaded'), title: Type.String() }),
  Type.Object({
    type: Type.Literal('plan'),
    seconds: Type.Number(),
    isCut: Type.Optional(Type.Literal(true)),
    parts: Type.Array(Part),
  }),
  Type.Object({
    type: Type.Literal('heard'),
    engine: Type.String(),
    model: Type.Union([Type.String(), Type.Null()]),
    language: Type.Union([Type.String(), Type.Null()]),
    segments: Type.Array(TranscriptSegment),
  }),
])
export type TranscriptPiece = Static<typeof TranscriptPiece>
export type Plan = Extract<TranscriptPiece, { type: 'plan' }>
export type HeardPart = Extract<TranscriptPiece, { type: 'heard' }>

/** The spooled files that belong to an input, whether they are there yet or not. */
export function filesOf({ source, preparedId }: TranscribeInput): string[] {
  return [source.id, preparedId]
}

const SCHEME = /^https?:\/\//i

/**
 * A recording at an address that a user gives.
 *
 * @throws {AppError} `invalid`
 */
export function recordingAt(url: string) {
  return { source: { type: 'url' as const, url }, name: nameIn(parsed(url)) }
}

/**
 * An address without its fragment, in which programs keep notes of their own.
 *
 * @throws {AppError} `invalid`
 */
export function withoutFragment(url: string): string {
  const whole = parsed(url)
  whole.hash = ''
  return whole.href
}

function parsed(url: string): URL {
  const found = SCHEME.test(url) ? URL.parse(url) : null
  if (found !== null) return found
  throw new AppError('invalid', 'Cannot use url: it must be an http or https address', {
    param: 'url',
  })
}

/** The last part of a path, or the host. */
function nameIn({ pathname, hostname }: URL): string {
  const last = pathname.split('/').at(-1) ?? ''
  try {
    return decodeURIComponent(last) || hostname
  } catch {
    return last
  }
}

/** Of the text before a part, which a recogniser gets so that names and sentences go on. */
const TAIL_CHARACTERS = 200

/** What a recogniser has heard in a part, with times from the start of the recording. */
export function shifted(
  { segments }: Pick<Transcription, 'segments'>,
  { start, end }: AudioPiece,
): TranscriptSegment[] {
  const found: TranscriptSegment[] = []
  // Recognisers give times behind the end of the sound, and now and then one before the last.
  let at = start
  const time = (seconds: number) => {
    const absolute = Number.isFinite(seconds) ? start + seconds : at
    return rounded(Math.min(Math.max(absolute, at), end))
  }
  for (const segment of segments) {
    const text = segment.text.trim()
    if (text === '') continue
    const from = time(segment.start)
    at = from
    const words = segment.words?.map(({ word, ...times }) => {
      const begin = time(times.start)
      at = begin
      const until = time(times.end)
      at = until
      return { word: word.trim(), start: begin, end: until }
    })
    at = Math.max(at, time(segment.end))
    found.push({ start: from, end: at, text, ...(words === undefined ? {} : { words }) })
  }
  return found
}

/** The transcript of a recording whose parts were all heard. */
export function joined(
  { seconds, isCut }: Plan,
  heard: readonly HeardPart[],
  otherwise: Pick<Transcript, 'engine' | 'model'>,
): Transcript {
  const segments = heard.flatMap((part) => part.segments)
  const { engine, model } = heard.at(-1) ?? otherwise
  return {
    text: joinedText(segments),
    language: languageOf(heard),
    seconds,
    engine,
    model,
    segments,
    ...(isCut === undefined ? {} : { isCut }),
  }
}

/** The language of the first part in which something was spoken; null while there is none. */
export function languageOf(heard: readonly HeardPart[]): string | null {
  return heard.find(({ segments }) => segments.length > 0)?.language ?? null
}

/** The texts of segments as one. */
export function joinedText(segments: readonly Pick<TranscriptSegment, 'text'>[]): string {
  // Not by looking at the end of the whole each time, for which the engine copies it.
  const parts: string[] = []
  let last = ''
  for (const { text } of segments) {
    if (text === '') continue
    parts.push(separatorOf(last, text), text)
    last = text
  }
  return parts.join('')
}

/** The end of what was heard so far, from the start of a word; undefined for nothing. */
export function tailOf(heard: readonly HeardPart[]): string | undefined {
  const text = joinedText(heard.at(-1)?.segments.slice(-10) ?? [])
  if (text === '') return undefined
  const tail = text.slice(-TAIL_CHARACTERS).toWellFormed()
  return tail.length === text.length ? tail : tail.replace(/^\S*\s+/, '')
}

/** To the millisecond. */
function rounded(seconds: number): number {
  return Math.round(seconds * 1000) / 1000
}

/** The context of a run that writes a recording down; its events are what each piece adds to the text. */
export type TranscribeContext = TaskContext<string, TranscriptPiece>
