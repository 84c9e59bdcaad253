import {
  BREAK_COST,
  breakCosts,
  breakLines,
  endsSentence,
  joinUnits,
  type LineBounds,
  startsSpeech,
} from './break-lines.ts'
import type { TextUnit } from './text-units.ts'
import { type TimedSegment, type TimedUnit, timedUnits } from './timed-units.ts'

/**
 * Cuts a text into parts that fit the lines of a cue each, at the least cost. A unit longer than a
 * line is a part of its own where nothing else fits beside it.
 *
 * @param costOf The cost of one part, from one unit to before another; infinite for none that may
 * be, unless it is a single unit
 * @returns The index of each part's first unit
 */
export function cutUnits(
  units: readonly TextUnit[],
  { maxLineCharacters: max, maxLines }: LineBounds,
  costOf: (start: number, end: number) => number,
): number[] {
  const best = [0]
  const previous = [0]
  for (let end = 1; end <= units.length; end += 1) {
    let least = Number.POSITIVE_INFINITY
    let from = end - 1
    let lines = 1
    let width = 0
    // Lines filled from the last unit backwards are as few as lines filled from the first.
    for (let start = end - 1; start >= 0; start -= 1) {
      const unit = units[start]
      if (unit === undefined) break
      const after = width > 0 ? units[start + 1] : undefined
      const space = after?.isSpaced ? 1 : 0
      const isForced = after !== undefined && startsSpeech(after)
      if (isForced || (width > 0 && unit.width + space + width > max)) {
        lines += 1
        width = unit.width
      } else width += unit.width + space
      if (lines > maxLines) break
      const own = costOf(start, end)
      // It has to be somewhere.
      const cost = (best[start] ?? 0) + (start === end - 1 && own === Infinity ? MAX_COST : own)
      if (cost < least) {
        least = cost
        from = start
      }
      if (own === Infinity && start < end - 1) break
    }
    best.push(least)
    previous.push(from)
  }
  const starts: number[] = []
  for (let end = units.length; end > 0; end = previous[end] ?? 0) starts.push(previous[end] ?? 0)
  return starts.reverse()
}

const MAX_COST = 1e6

/** What a subtitle has to be like to be read at ease. */
export interface CueBounds extends LineBounds {
  maxCharactersPerSecond: number
  minCueMs: number
  minGapMs: number
}

export const CUE_BOUNDS: CueBounds = {
  maxLineCharacters: 42,
  maxLines: 2,
  maxCharactersPerSecond: 20,
  minCueMs: 1000,
  minGapMs: 83,
}
/** A subtitle stays no longer. */
const MAX_CUE_MS = 7000

/** Silence that always ends a cue. */
const PAUSE_MS = 1500
/** Silence where a cue may well end. */
const SHORT_PAUSE_MS = 300

const CUE_COST = 10
const PAUSE_GAIN = 5
/** For each second that is missing. */
const SHORT_COST = 30
/** For each character per second too many. */
const SPEED_COST = 0.5
/** A sentence that ends within a cue, where the cue does not end with one. */
const MIXED_COST = 6

/**
 * Subtitles of recognised speech: at most 2 lines of 42 characters, 1 to 7 seconds each where the
 * speech allows it, broken where sentences, clauses and pauses are, with a gap of 83 ms. Every word
 * is in them once, in order.
 */
export function cuesOf(segments: readonly TimedSegment[], bounds = CUE_BOUNDS): Cue[] {
  const units = timedUnits(segments)
  const cues: TimedCue[] = []
  let from = 0
  units.forEach((unit, index) => {
    const next = units[index + 1]
    if (next !== undefined && next.startMs - unit.endMs < PAUSE_MS) return
    cues.push(...cutRun(units.slice(from, index + 1), bounds))
    from = index + 1
  })
  return cues.map((cue, index) => {
    const { units } = cue
    const endMs = endOf(cue, cues[index + 1]?.startMs, bounds)
    return { startMs: cue.startMs, endMs, text: joinUnits(units, breakLines(units, bounds)) }
  })
}

interface TimedCue {
  startMs: number
  /** Of the last word. */
  endMs: number
  units: readonly TimedUnit[]
}

/** Cuts speech without long pauses into cues. */
function cutRun(units: readonly TimedUnit[], bounds: CueBounds): TimedCue[] {
  const breaks = breakCosts(units)
  const cost = (start: number, end: number) => cueCost(units, start, end, breaks[end] ?? 0, bounds)
  const starts = cutUnits(units, bounds, cost)
  return starts.map((start, index) => {
    const own = units.slice(start, starts[index + 1])
    return { startMs: own[0]?.startMs ?? 0, endMs: own.at(-1)?.endMs ?? 0, units: own }
  })
}

function cueCost(
  units: readonly TimedUnit[],
  start: number,
  end: number,
  breaking: number,
  { maxCharactersPerSecond, minCueMs, minGapMs }: CueBounds,
): number {
  const first = units[start]
  const last = units[end - 1]
  if (first === undefined || last === undefined) return Number.POSITIVE_INFINITY
  if (last.endMs - first.startMs > MAX_CUE_MS) return Number.POSITIVE_INFINITY
  const next = units[end]
  let cost = CUE_COST
  let width = 0
  let sentences = 0
  for (let index = start; index < end; index += 1) {
    const unit = units[index]
    if (unit === undefined) break
    width += unit.width + (unit.isSpaced ? 1 : 0)
    if (index < end - 1 && endsSentence(unit)) sentences += 1
  }
  let availableMs = MAX_CUE_MS
  if (next !== undefined) {
    const hasPause = next.startMs - last.endMs >= SHORT_PAUSE_MS
    cost += Math.max(0, breaking - (hasPause ? PAUSE_GAIN : 0))
    if (breaking > BREAK_COST.sentence) cost += MIXED_COST * sentences
    availableMs = next.startMs - minGapMs - first.startMs
  }
  const seconds = Math.max(availableMs, 1) / 1000
  if (availableMs < minCueMs) cost += SHORT_COST * (minCueMs / 1000 - seconds)
  return cost + SPEED_COST * Math.max(0, Math.min(100, width / seconds - maxCharactersPerSecond))
}

/** Lets a cue stay as long as its text takes to read, where the next one leaves the time. */
function endOf(
  { startMs, endMs, units }: TimedCue,
  nextStartMs: number | undefined,
  { minCueMs, maxCharactersPerSecond, minGapMs }: CueBounds,
): number {
  const width = units.reduce((sum, unit) => sum + unit.width + (unit.isSpaced ? 1 : 0), 0)
  const readingMs = Math.ceil((width / maxCharactersPerSecond) * 1000)
  const wanted = Math.max(endMs, startMs + Math.min(MAX_CUE_MS, Math.max(minCueMs, readingMs)))
  if (nextStartMs === undefined) return wanted
  return Math.max(startMs + 1, Math.min(wanted, nextStartMs - minGapMs))
}

/** One subtitle: whole milliseconds from the start, and its lines joined by `\n`. */
export interface Cue {
  startMs: number
  endMs: number
  text: string
}
