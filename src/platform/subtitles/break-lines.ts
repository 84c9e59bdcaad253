import { breakCosts } from './break-cost.ts'
import type { TextUnit } from './text-units.ts'

/** What a cue may hold. */
export interface LineBounds {
  /** Grapheme clusters. */
  maxLineCharacters: number
  maxLines: number
}

/** A change of speaker within a cue: the line before it always ends. */
const DIALOGUE = /^[-–—‐]$|^[-–—‐]\p{L}/u
/** What lines of different lengths cost, for each part of the bound squared. */
const BALANCE_COST = 6
/** More than all breaks of a cue together: no line more than needed. */
const LINE_COST = 1000

/** Width of units on one line. */
export function lineWidth(units: readonly TextUnit[], from: number, to: number): number {
  let width = 0
  for (let index = from; index < to; index += 1) {
    const unit = units[index]
    if (unit !== undefined) width += unit.width + (index > from && unit.isSpaced ? 1 : 0)
  }
  return width
}

/** Whether a speaker begins with this unit. */
export function startsSpeech({ isLineStart, text }: TextUnit): boolean {
  return isLineStart && DIALOGUE.test(text)
}

/**
 * Breaks a text into as few lines as its words allow, where it hurts least: after sentences and
 * clauses, never after an article where another break fits, with lines of like length.
 *
 * @returns The index of each line's first unit; a unit longer than a line has one of its own
 */
export function breakLines(
  units: readonly TextUnit[],
  { maxLineCharacters: max }: LineBounds,
): number[] {
  const total = lineWidth(units, 0, units.length)
  const hasSpeakers = units.some((unit, index) => index > 0 && startsSpeech(unit))
  if (total <= max && !hasSpeakers) return [0]
  // Lines aim at the same part of the whole.
  const target = Math.min(max, total / Math.ceil(total / max))
  const breaks = breakCosts(units)
  const best = [0]
  const previous = [0]
  for (let end = 1; end <= units.length; end += 1) {
    let least = Number.POSITIVE_INFINITY
    let from = end - 1
    let width = 0
    for (let start = end - 1; start >= 0; start -= 1) {
      const unit = units[start]
      const next = units[start + 1]
      if (unit === undefined) break
      width += unit.width + (start < end - 1 && next?.isSpaced ? 1 : 0)
      if (width > max && start < end - 1) break
      const off = (width - target) / max
      const cost = (best[start] ?? 0) + LINE_COST + (breaks[start] ?? 0) + BALANCE_COST * off * off
      if (cost < least) {
        least = cost
        from = start
      }
      if (startsSpeech(unit)) break
    }
    best.push(least)
    previous.push(from)
  }
  const starts: number[] = []
  for (let end = units.length; end > 0; end = previous[end] ?? 0) starts.push(previous[end] ?? 0)
  return starts.reverse()
}

/** The text of units, with tags, broken at the given starts of lines. */
export function joinUnits(units: readonly TextUnit[], starts: readonly number[]): string {
  const lineStarts = new Set(starts)
  let text = ''
  units.forEach((unit, index) => {
    if (index > 0) text += lineStarts.has(index) ? '\n' : unit.isSpaced ? ' ' : ''
    text += unit.raw
  })
  return text
}
