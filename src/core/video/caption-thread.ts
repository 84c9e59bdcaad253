import type { CaptionSegment } from '../../platform/captions/caption-segments.ts'
import { readCaptionCues, readCaptions } from '../../platform/captions/read-captions.ts'
import { deadline } from '../../platform/deadline.ts'
import { AppError } from '../../platform/errors.ts'
import { WorkerThread } from '../../platform/worker-thread.ts'
import type { CaptionRequest, CaptionResponse } from './caption-work.ts'

/** The reading of one file of captions. See Limits. */
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
export function captionSegments(text: string, signal: AbortSignal): Promise<CaptionSegment[]> {
  return readIn({ text }, readCaptions, signal)
}

/** The same of the cues as they are; empty where they scroll. */
export function captionCues(text: string, signal: AbortSignal): Promise<CaptionSegment[]> {
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
  const thread = new WorkerThread<CaptionRequest, CaptionResponse>(
    new URL('./caption-worker.ts', import.meta.url),
  )
  try {
    return await deadline(allOf(thread, first), CAPTION_WORK_MS, {
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
  thread: WorkerThread<CaptionRequest, CaptionResponse>,
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
