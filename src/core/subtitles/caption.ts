import { BREAK_COST, breakCost } from '../../platform/subtitles/break-cost.ts'
import { breakLines, joinUnits, type LineBounds } from '../../platform/subtitles/break-lines.ts'
import {
  countGraphemes,
  type TextUnit,
  textUnits,
  visibleText,
} from '../../platform/subtitles/text-units.ts'

/** A cue that is being corrected. */
export interface Caption {
  startMs: number
  endMs: number
  text: string
  /** Grapheme clusters without tags, line ends included. */
  width: number
  /** Position of the cue that it comes from, from 1. */
  source: number
  /** Times in the source, reversed ones put right; undefined for what was split or merged. */
  sourceTimes: { startMs: number; endMs: number } | undefined
}

/** What readers see of a text, line ends included. */
export function widthOf(text: string): number {
  return countGraphemes(visibleText(text))
}

/**
 * The text in as many lines as allowed. Its own lines are kept where they fit and end where lines
 * may end.
 *
 * @returns undefined where it does not fit
 */
export function laidOut(text: string, bounds: LineBounds): string | undefined {
  const lines = text.split('\n')
  const fits =
    lines.length <= bounds.maxLines &&
    lines.every((line) => line.length <= bounds.maxLineCharacters || isWithin(line, bounds))
  if (fits && !endsWeakly(lines)) return text
  const units = textUnits(text)
  const starts = breakLines(units, bounds)
  if (starts.length > bounds.maxLines) return fits ? text : undefined
  const broken = joinUnits(units, starts)
  return fits && endsWeakly(broken.split('\n')) ? text : broken
}

function isWithin(line: string, { maxLineCharacters }: LineBounds): boolean {
  return widthOf(line) <= maxLineCharacters
}

/** Whether a line ends within what belongs together. */
function endsWeakly(lines: readonly string[]): boolean {
  return lines.some((line, index) => {
    const next = lines[index + 1]
    if (next === undefined) return false
    const last = wordAt(line.slice(line.lastIndexOf(' ') + 1))
    const first = next.split(' ', 1)[0] ?? ''
    return breakCost(last, wordAt(first)) >= BREAK_COST.weak
  })
}

function wordAt(word: string): TextUnit {
  const text = visibleText(word)
  return { raw: word, text, width: 0, isSpaced: true, isLineStart: false }
}
