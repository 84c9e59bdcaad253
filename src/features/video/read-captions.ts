import type { CaptionSegment } from '../../media/captions/caption-segments.ts'
import { readCaptionCues, readCaptions } from '../../media/captions/read-captions.ts'
import type { VideoDetails } from '../../media/contract-video.ts'
import { AppError } from '../../platform/errors.ts'
import { Thread } from '../../platform/thread-pool.ts'
import type { FoundCaptions, ReadCaptions } from '../transcription/video-captions.ts'
import type { CaptionRequest, CaptionResponse } from './caption-work.ts'
import { chooseTrack, languageTag } from './choose-track.ts'
import type { FoundFile, Videos } from './videos.ts'

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
