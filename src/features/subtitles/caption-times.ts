import type { CueBounds } from '../../media/subtitles/cues-of.ts'
import { type Caption, laidOut, widthOf } from './caption.ts'

/** A cue begins at most this much earlier or later than it did, except where cues overlapped. */
const MAX_SHIFT_MS = 500
/** The least that is left of a cue whose time others take. */
const MIN_SLICE_MS = 200
/** Cues are joined over silence of at most this length. */
const MAX_MERGE_PAUSE_MS = 1000
/** No cue is joined into one that stays longer. */
const MAX_MERGED_MS = 7000

/** After it, what another cue says keeps a line of its own. */
const SENTENCE_END = /[.!?…。！？]\S{0,9}$/

/** Told of two cues that became one. */
export type OnMerge = (into: Caption, gone: Caption) => void

/** The time that a text needs: to be seen, and to be read. */
function neededMs(width: number, { minCueMs, maxCharactersPerSecond }: CueBounds): number {
  return Math.max(minCueMs, Math.ceil((width / maxCharactersPerSecond) * 1000))
}

/**
 * Gives cues that are in order of their start the time that they need, without overlaps. Free time
 * after a cue is used first, then free time before it, then that of the next one; what is still too
 * short is joined with a neighbour. What remains too short or too fast stays so.
 */
export function retimed(
  captions: readonly Caption[],
  bounds: CueBounds,
  onMerge: OnMerge,
): Caption[] {
  const apart = separated(captions, bounds, onMerge)
  apart.forEach((caption, index) => {
    extend(caption, apart[index - 1], apart[index + 1], bounds)
  })
  apart.forEach((caption, index) => {
    pushNext(caption, apart[index + 1], apart[index + 2], bounds)
  })
  return merged(apart, bounds, onMerge)
}

/** Ends overlaps, and leaves the gap between cues. */
function separated(captions: readonly Caption[], bounds: CueBounds, onMerge: OnMerge): Caption[] {
  const { minGapMs, minCueMs } = bounds
  const apart: Caption[] = []
  const slice = Math.max(1, Math.min(MIN_SLICE_MS, minCueMs))
  for (const caption of captions) {
    const before = apart.at(-1)
    caption.endMs = Math.max(caption.endMs, caption.startMs + slice)
    const latest = caption.startMs - minGapMs
    if (before === undefined || before.endMs <= latest) {
      apart.push(caption)
      continue
    }
    if (caption.startMs - before.startMs < minCueMs) {
      const joined = join(before, caption, bounds)
      if (joined !== undefined) {
        Object.assign(before, joined)
        onMerge(before, caption)
        continue
      }
    }
    const slack = caption.endMs - caption.startMs - neededMs(caption.width, bounds)
    const mayShift = Math.max(0, Math.min(MAX_SHIFT_MS, slack))
    const wanted = before.startMs + neededMs(before.width, bounds)
    let until = Math.min(before.endMs, Math.max(latest, Math.min(wanted, latest + mayShift)))
    if (until - before.startMs < slice) {
      const span = Math.max(before.endMs, caption.endMs) - before.startMs - minGapMs
      const share = (span * before.width) / Math.max(1, before.width + caption.width)
      const fair = Math.min(Math.floor(share), latest + MAX_SHIFT_MS - before.startMs)
      until = before.startMs + Math.max(slice, fair)
    }
    before.endMs = until
    caption.startMs = Math.max(caption.startMs, until + minGapMs)
    caption.endMs = Math.max(caption.endMs, caption.startMs + slice)
    apart.push(caption)
  }
  return apart
}

/** Uses the free time after a cue, then that before it. */
function extend(
  caption: Caption,
  before: Caption | undefined,
  after: Caption | undefined,
  bounds: CueBounds,
): void {
  const needed = neededMs(caption.width, bounds)
  if (caption.endMs - caption.startMs >= needed) return
  const latest = (after?.startMs ?? Number.POSITIVE_INFINITY) - bounds.minGapMs
  caption.endMs = Math.max(caption.endMs, Math.min(caption.startMs + needed, latest))
  if (caption.endMs - caption.startMs >= needed) return
  const earliest = before === undefined ? 0 : before.endMs + bounds.minGapMs
  const wanted = Math.max(caption.endMs - needed, caption.startMs - MAX_SHIFT_MS)
  caption.startMs = Math.min(caption.startMs, Math.max(earliest, wanted))
}

/** Lets the next cue begin later where it has more time than it needs. */
function pushNext(
  caption: Caption,
  next: Caption | undefined,
  afterNext: Caption | undefined,
  bounds: CueBounds,
): void {
  const missing = neededMs(caption.width, bounds) - (caption.endMs - caption.startMs)
  if (missing <= 0 || next === undefined) return
  const needed = neededMs(next.width, bounds)
  const latest = (afterNext?.startMs ?? Number.POSITIVE_INFINITY) - bounds.minGapMs
  const slack = Math.max(next.endMs, Math.min(latest, next.startMs + 2 * needed)) - next.startMs
  const shift = Math.min(missing, MAX_SHIFT_MS, slack - needed)
  if (shift <= 0) return
  caption.endMs += shift
  next.startMs += shift
  next.endMs = Math.max(next.endMs, next.startMs + needed)
}

/** Joins cues that have too little time with a neighbour, where both have enough together. */
function merged(captions: readonly Caption[], bounds: CueBounds, onMerge: OnMerge): Caption[] {
  const kept: Caption[] = []
  captions.forEach((caption, index) => {
    const before = kept.at(-1)
    const next = captions[index + 1]
    if (before === undefined || (isLongEnough(before, bounds) && isLongEnough(caption, bounds))) {
      kept.push(caption)
      return
    }
    const joined = join(before, caption, bounds)
    const latest = (next?.startMs ?? Number.POSITIVE_INFINITY) - bounds.minGapMs
    if (joined !== undefined) {
      const needed = joined.startMs + neededMs(joined.width, bounds)
      joined.endMs = Math.max(joined.endMs, Math.min(needed, latest))
    }
    if (joined === undefined || !isLongEnough(joined, bounds)) kept.push(caption)
    else {
      Object.assign(before, joined)
      onMerge(before, caption)
    }
  })
  return kept
}

function isLongEnough({ startMs, endMs, width }: Caption, bounds: CueBounds): boolean {
  return endMs - startMs >= neededMs(width, bounds)
}

/** Two cues as one; undefined where that is none that may be. */
function join(one: Caption, other: Caption, bounds: CueBounds): Caption | undefined {
  if (other.startMs - one.endMs > MAX_MERGE_PAUSE_MS) return undefined
  // A code of SubStation, such as a position, counts for the whole cue.
  if (one.text.startsWith('{\\') || other.text.startsWith('{\\')) return undefined
  const endMs = Math.max(one.endMs, other.endMs)
  if (endMs - one.startMs > MAX_MERGED_MS) return undefined
  const room = bounds.maxLineCharacters * bounds.maxLines
  if (one.width + other.width > room) return undefined
  const isContinued = !SENTENCE_END.test(one.text)
  const text = laidOut(`${one.text}${isContinued ? ' ' : '\n'}${other.text}`, bounds)
  if (text === undefined) return undefined
  return { ...one, endMs, text, width: widthOf(text), sourceTimes: undefined }
}
