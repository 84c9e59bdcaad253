import { type LineBounds, startsSpeech } from './break-lines.ts'
import type { TextUnit } from './text-units.ts'

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
