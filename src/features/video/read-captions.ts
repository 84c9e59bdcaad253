import type { CaptionSegment } from '../../media/captions/caption-segments.ts'
import { readCaptionCues, readCaptions } from '../../media/captions/read-captions.ts'
import type { CaptionTrack, VideoDetails } from '../../media/contract-video.ts'
import { AppError } from '../../platform/errors.ts'
import { Thread } from '../../platform/thread-pool.ts'
import type { FoundCaptions, ReadCaptions } from '../transcription/video-transcript.ts'
import type { CaptionRequest, CaptionResponse } from './caption-work.ts'
import type { FoundFile, Videos } from './videos.ts'

/** What some sites list among their captions: messages of viewers, pictures. */
const NO_CAPTIONS = new Set(['live_chat', 'danmaku', 'rechat', 'comments', 'storyboards'])
/** Taken where nothing tells what is spoken, as most people can read or translate it. */
const COMMON_LANGUAGE = 'en'

/**
 * Picks the captions of a video to read.
 *
 * With a language: its tag, else another variant of it, in the same script before others; captions
 * by people before automatic ones. None of another language.
 *
 * Without: by people in the spoken language; automatic ones, which are what is said word by word;
 * translations by people, English ones first. Where the site does not say what is spoken, it is the
 * language of the automatic captions, as long as these are of one.
 *
 * @param language A language tag
 */
export function chooseTrack(
  { captions, language: spoken }: Pick<VideoDetails, 'captions' | 'language'>,
  language: string | undefined,
): CaptionTrack | undefined {
  const tracks = captions.filter((track) => !NO_CAPTIONS.has(track.language))
  if (language !== undefined) return inLanguage(tracks, language)
  const original = spoken ?? recognisedLanguage(tracks)
  const inOriginal = original === undefined ? undefined : inLanguage(tracks, original)
  if (inOriginal !== undefined) return inOriginal
  const native = ofKind(tracks, 'native')
  return best(native, COMMON_LANGUAGE) ?? native[0] ?? best(tracks, COMMON_LANGUAGE) ?? tracks[0]
}

function inLanguage(tracks: readonly CaptionTrack[], language: string): CaptionTrack | undefined {
  return best(ofKind(tracks, 'native'), language) ?? best(ofKind(tracks, 'automatic'), language)
}

function ofKind(tracks: readonly CaptionTrack[], kind: CaptionTrack['kind']): CaptionTrack[] {
  return tracks.filter((track) => track.kind === kind)
}

/** The first of those that are nearest to a language. */
function best(tracks: readonly CaptionTrack[], language: string): CaptionTrack | undefined {
  const wanted = languageTag(language)
  const near = tracks
    .map((track) => ({ track, tag: languageTag(track.language) }))
    .filter(({ tag }) => isSameLanguage(tag, wanted))
  const found =
    near.find(({ tag }) => tag === wanted) ??
    // Of `pt-PT` and `pt`, the latter for `pt-BR`.
    near.find(({ tag }) => !tag.includes('-') && isSameScript(tag, wanted)) ??
    near.find(({ tag }) => isSameScript(tag, wanted)) ??
    near[0]
  return found?.track
}

/** What a site's speech recognition has heard; undefined where it lists several languages. */
function recognisedLanguage(tracks: readonly CaptionTrack[]): string | undefined {
  const [first, ...others] = ofKind(tracks, 'automatic').map((track) => languageTag(track.language))
  return others.every((other) => first !== undefined && isSameLanguage(other, first))
    ? first
    : undefined
}

/** Marks captions in the language that is spoken. */
const ORIGINAL = /-orig$/i
/** The id of a track, which readers of YouTube add where there are several of one language. */
const TRACK_ID = /-[\w-]{11}$/

/**
 * A language as its canonical tag: `pt-BR` of `pt_br`, `de` of `deu`, `he` of `iw`, `en` of `en-orig`.
 *
 * @returns What is no tag as it is
 */
function languageTag(language: string): string {
  const plain = language.trim().replaceAll('_', '-').replace(ORIGINAL, '')
  return canonical(plain) ?? canonical(plain.replace(TRACK_ID, '')) ?? plain
}

function canonical(tag: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(tag)[0]
  } catch {
    // No tag: sites have names and ids of their own as well.
    return undefined
  }
}

/** Whether two canonical tags are of one language, whatever its variant. */
function isSameLanguage(one: string, other: string): boolean {
  return primary(one) === primary(other)
}

/** Whether two canonical tags are usually written in one script: `zh-TW` as `zh-Hant`. */
function isSameScript(one: string, other: string): boolean {
  return scriptOf(one) === scriptOf(other)
}

function primary(tag: string): string {
  const [first = ''] = tag.toLowerCase().split('-', 1)
  return first
}

function scriptOf(tag: string): string | undefined {
  return canonical(tag) === undefined ? undefined : new Intl.Locale(tag).maximize().script
}

/** The reading of one file of captions. @limit caption-work seconds */
export const CAPTION_WORK_MS = 30_000
/** Files up to this length are read in the main thread: a worker takes longer to start. */
const MAX_INLINE_CHARACTERS = 64 * 1024

/**
 * Reads what is said in a file of captions. A long one gets a worker of its own, which ends with the
 * work.
 *
 * @returns Empty for a file that is no captions
 * @throws {AppError} `download_failed` for one that is too long, or takes too long
 */
function captionSegments(text: string, signal: AbortSignal): Promise<CaptionSegment[]> {
  return readIn({ text }, readCaptions, signal)
}

/** The same of the cues as they are; empty where they scroll. */
function captionCues(text: string, signal: AbortSignal): Promise<CaptionSegment[]> {
  return readIn({ text, isOfCues: true }, readCaptionCues, signal)
}

async function readIn(
  request: CaptionRequest & { text: string },
  read: typeof readCaptions,
  signal: AbortSignal,
): Promise<CaptionSegment[]> {
  const { text } = request
  const isShort = text.length <= MAX_INLINE_CHARACTERS
  const segments = isShort ? read(text) : await inWorker(request, signal)
  if (segments !== undefined) return segments
  throw new AppError('download_failed', 'Cannot read the captions: the file is too long')
}

async function inWorker(
  first: CaptionRequest,
  signal: AbortSignal,
): Promise<CaptionSegment[] | undefined> {
  const thread = new Thread<CaptionRequest, CaptionResponse>(
    new URL('./caption.thread.ts', import.meta.url),
  )
  try {
    return await thread.limit(allOf(thread, first), {
      cpuMs: CAPTION_WORK_MS,
      signal,
      onTimeout: () => {
        throw new AppError(
          'download_failed',
          `Cannot read the captions: it takes longer than ${CAPTION_WORK_MS / 1000} s`,
        )
      },
    })
  } finally {
    thread.end()
  }
}

async function allOf(
  thread: Thread<CaptionRequest, CaptionResponse>,
  first: CaptionRequest,
): Promise<CaptionSegment[] | undefined> {
  const all: CaptionSegment[] = []
  for (let request = first; ; request = {}) {
    const { segments, hasMore } = await thread.ask(request)
    if (segments === undefined) return undefined
    all.push(...segments)
    if (!hasMore) return all
  }
}

/** Reads captions by the first reader of video sites that gets some with text in them. */
export function captionReader(videos: Pick<Videos, 'captions'>): ReadCaptions {
  return (url, { language, signal }) => {
    // The captions of a stream that is live have no end.
    const choose = (details: VideoDetails) =>
      details.liveStatus === 'live' ? undefined : chooseTrack(details, language)
    return videos.captions(url, choose, foundCaptions, signal)
  }
}

/** @throws {AppError} `site_blocked` for a file without captions: sites send such ones to programs */
async function foundCaptions(
  { details, file }: FoundFile,
  signal: AbortSignal,
): Promise<FoundCaptions | undefined> {
  const { title, durationSeconds, liveStatus } = details
  if (liveStatus === 'live')
    throw new AppError(
      'invalid',
      'This is a stream that is live now: ask again when it has ended',
      {
        param: 'url',
      },
    )
  if (file === undefined) return undefined
  const segments = await captionSegments(file.text, signal)
  const { language, kind } = file.track
  if (segments.length === 0)
    throw new AppError(
      'site_blocked',
      `Cannot read the captions: the site lists them in ${language}, but sends a file without any`,
    )
  const cues = kind === 'native' ? await captionCues(file.text, signal) : []
  return {
    title,
    language: languageTag(language),
    kind,
    segments,
    ...(cues.length === 0 ? {} : { cues }),
    ...(durationSeconds === undefined ? {} : { seconds: durationSeconds }),
  }
}
