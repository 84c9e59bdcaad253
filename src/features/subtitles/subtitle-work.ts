import { type Cue, type CueBounds, cuesOf } from '../../media/subtitles/cues-of.ts'
import { readSubtitles } from '../../media/subtitles/read-subtitles.ts'
import type { TimedSegment } from '../../media/subtitles/timed-units.ts'
import { writeSrt, writeVtt } from '../../media/subtitles/write-subtitles.ts'
import type { Change, Unmet } from './perfect.ts'
import { perfect } from './perfect.ts'

/** Cues of one file. @limit cues count */
export const MAX_CUES = 50_000
/** Changes, and unmet bounds, that a result lists at most. @limit cue-changes count */
export const MAX_LISTED = 10_000

/** Work on subtitles that may take long. */
export type SubtitleRequest =
  | { type: 'perfect'; srt: string; bounds: CueBounds; script: string | undefined }
  /** Subtitles of a transcript: cut to be read at ease, or with a cue for each segment. */
  | {
      type: 'write'
      segments: readonly TimedSegment[]
      format: 'srt' | 'vtt'
      isCuePerSegment: boolean
    }

/** Corrected subtitles; each list has at most {@link MAX_LISTED} entries. */
export interface PerfectSrt {
  srt: string
  changes: Change[]
  unmet: Unmet[]
  /** How many changes are not listed. */
  moreChanges: number
  moreUnmet: number
}

export type SubtitleResponse =
  | ({ type: 'perfect' } & PerfectSrt)
  | { type: 'write'; text: string }
  /** What was sent cannot be worked on, in words for the caller. */
  | { type: 'refused'; code: 'invalid' | 'too_large'; reason: string }
  | { type: 'failed'; reason: string }

const WRITERS = { srt: writeSrt, vtt: writeVtt }

/** Does the work; what fails unexpectedly is an answer too, as errors lose their types on the way. */
export function answerTo(request: SubtitleRequest): SubtitleResponse {
  try {
    return request.type === 'write' ? writeAnswer(request) : perfectAnswer(request)
  } catch (cause) {
    return { type: 'failed', reason: cause instanceof Error ? cause.message : String(cause) }
  }
}

function writeAnswer({
  segments,
  format,
  isCuePerSegment,
}: Extract<SubtitleRequest, { type: 'write' }>): SubtitleResponse {
  const cues = isCuePerSegment ? segments.flatMap(cueOf) : cuesOf(segments)
  return { type: 'write', text: WRITERS[format](cues) }
}

/** None for a segment without text. */
function cueOf({ start, end, text }: TimedSegment): Cue[] {
  const startMs = Math.max(0, Math.round(start * 1000))
  if (text.trim() === '') return []
  return [{ startMs, endMs: Math.max(startMs, Math.round(end * 1000)), text }]
}

function perfectAnswer({
  srt,
  bounds,
  script,
}: Extract<SubtitleRequest, { type: 'perfect' }>): SubtitleResponse {
  const cues = readSubtitles(srt)
  const refusal = refusalOf(cues.length)
  if (refusal !== undefined) return refusal
  if (script !== undefined && cues.every(({ text }) => text === ''))
    return refused('invalid', 'The cues have no text that a script could be aligned with')
  const { changes, unmet, cues: result } = perfect(cues, bounds, script)
  return {
    type: 'perfect',
    srt: writeSrt(result),
    changes: changes.slice(0, MAX_LISTED),
    unmet: unmet.slice(0, MAX_LISTED),
    moreChanges: Math.max(0, changes.length - MAX_LISTED),
    moreUnmet: Math.max(0, unmet.length - MAX_LISTED),
  }
}

/** Why a file with so many cues is not worked on. */
export function refusalOf(
  cues: number,
): Extract<SubtitleResponse, { type: 'refused' }> | undefined {
  if (cues === 0)
    return refused('invalid', 'There are no subtitles in srt: no line has a start and an end')
  if (cues <= MAX_CUES) return undefined
  return refused('too_large', `There are ${cues} cues; at most ${MAX_CUES} are taken`)
}

function refused(code: 'invalid' | 'too_large', reason: string) {
  return { type: 'refused', code, reason } as const
}
