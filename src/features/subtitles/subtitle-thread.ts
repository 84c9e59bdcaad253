import type { TimedSegment } from '../../media/subtitles/timed-units.ts'
import { AppError } from '../../platform/errors.ts'
import { Thread } from '../../platform/thread-pool.ts'
import {
  answerTo,
  type PerfectSrt,
  type SubtitleRequest,
  type SubtitleResponse,
} from './subtitle-work.ts'

/** Work on one file of subtitles. @limit subtitle-work seconds */
export const SUBTITLE_WORK_MS = 30_000
/** Texts up to this length are worked on in the main thread: a worker takes longer to start. */
const MAX_INLINE_CHARACTERS = 30_000
const MAX_INLINE_SEGMENTS = 300
/** Of segments that are only written. */
const MAX_INLINE_CUES = 5_000

/**
 * Corrects subtitles. Long ones get a worker of their own, which ends with the work.
 *
 * @throws {AppError} `invalid`, `too_large`; `too_long` when the work takes longer than 30 s of processor time
 */
export async function perfectSrt(
  request: Omit<Extract<SubtitleRequest, { type: 'perfect' }>, 'type'>,
  signal: AbortSignal,
): Promise<PerfectSrt> {
  const size = request.srt.length + (request.script?.length ?? 0)
  const work = { type: 'perfect', ...request } as const
  const answer = await done(work, size <= MAX_INLINE_CHARACTERS, signal)
  if (answer.type === 'perfect') return answer
  throw new Error(`Corrected subtitles came as ${answer.type}`)
}

/**
 * Subtitles of recognised speech. Those of a film get a worker of their own.
 *
 * @param options.isCuePerSegment Whether the segments are not cut anew; by default they are, to be
 * read at ease
 * @throws {AppError} `too_long` when the work takes longer than 30 s of processor time
 */
export async function subtitlesOfSegments(
  segments: readonly TimedSegment[],
  format: 'srt' | 'vtt',
  { isCuePerSegment = false } = {},
): Promise<string> {
  const isShort = segments.length <= (isCuePerSegment ? MAX_INLINE_CUES : MAX_INLINE_SEGMENTS)
  const answer = await done({ type: 'write', segments, format, isCuePerSegment }, isShort)
  if (answer.type === 'write') return answer.text
  throw new Error(`Written subtitles came as ${answer.type}`)
}

/**
 * Subtitles of a transcript of a video: cues that people have made as they are, and else
 * {@link subtitlesOfSegments}.
 */
export function subtitlesOfVideo(
  { segments, cues }: { segments: readonly TimedSegment[]; cues?: readonly TimedSegment[] },
  format: 'srt' | 'vtt',
): Promise<string> {
  return cues === undefined
    ? subtitlesOfSegments(segments, format)
    : subtitlesOfSegments(cues, format, { isCuePerSegment: true })
}

async function done(
  request: SubtitleRequest,
  isShort: boolean,
  signal?: AbortSignal,
): Promise<Exclude<SubtitleResponse, { type: 'refused' | 'failed' }>> {
  const answer = isShort ? answerTo(request) : await inWorker(request, signal)
  if (answer.type === 'refused') throw new AppError(answer.code, answer.reason, { param: 'srt' })
  if (answer.type === 'failed') throw new Error(answer.reason)
  return answer
}

async function inWorker(
  request: SubtitleRequest,
  signal: AbortSignal | undefined,
): Promise<SubtitleResponse> {
  const thread = new Thread<SubtitleRequest, SubtitleResponse>(
    new URL('./subtitle.thread.ts', import.meta.url),
  )
  try {
    return await thread.limit(thread.ask(request), {
      cpuMs: SUBTITLE_WORK_MS,
      signal,
      onTimeout: () => {
        throw new AppError(
          'too_long',
          `The subtitles take longer than ${SUBTITLE_WORK_MS / 1000} s: send them in parts`,
        )
      },
    })
  } finally {
    thread.end()
  }
}
