import { breakCosts } from '../../platform/subtitles/break-cost.ts'
import { breakLines, joinUnits, lineWidth } from '../../platform/subtitles/break-lines.ts'
import type { CueBounds } from '../../platform/subtitles/cues-of.ts'
import { cutUnits } from '../../platform/subtitles/cut-units.ts'
import { tagsOf, textUnits } from '../../platform/subtitles/text-units.ts'
import { type Caption, widthOf } from './caption.ts'

const PART_COST = 30
/** What parts of different lengths cost, for each part of the room squared. */
const BALANCE_COST = 10
/** Tags that stay open from one part to the next; deeper ones end with their part. */
const MAX_OPEN_TAGS = 8

/**
 * Splits a cue whose text does not fit its lines, at sentences and clauses where possible. The
 * parts share its time by their lengths; all of them keep its tags.
 *
 * @param latestEndMs Until when it may stay to be read
 */
export function splitCaption(
  { text, source, startMs, endMs }: Caption,
  bounds: CueBounds,
  latestEndMs: number,
): Caption[] {
  const units = textUnits(text)
  const total = lineWidth(units, 0, units.length)
  const { maxLineCharacters, maxLines } = bounds
  const room = maxLineCharacters * maxLines
  const target = total / Math.ceil(total / room)
  const widths = runningWidths(units)
  const breaks = breakCosts(units)
  const starts = cutUnits(units, bounds, (start, end) => {
    const off = ((widths[end] ?? 0) - (widths[start] ?? 0) - target) / room
    return PART_COST + (breaks[end] ?? 0) + BALANCE_COST * off * off
  })
  const position = /^\{\\an?\d{1,2}\}/.exec(text)?.[0] ?? ''
  let open: string[] = []
  const texts = starts.map((start, index) => {
    const own = units.slice(start, starts[index + 1])
    const inner = joinUnits(own, breakLines(own, bounds))
    const before = open.join('')
    open = openTags(open, inner)
    const closing = open.toReversed().map((tag) => `</${nameOf(tag)}>`)
    return `${index > 0 ? position : ''}${before}${inner}${closing.join('')}`
  })
  return timed(texts, { source, startMs, endMs }, bounds, latestEndMs)
}

function timed(
  texts: readonly string[],
  { source, startMs, endMs }: Pick<Caption, 'source' | 'startMs' | 'endMs'>,
  { minCueMs, minGapMs, maxCharactersPerSecond }: CueBounds,
  latestEndMs: number,
): Caption[] {
  const widths = texts.map(widthOf)
  const needs = widths.map((width) =>
    Math.max(minCueMs, Math.ceil((width / maxCharactersPerSecond) * 1000)),
  )
  const total = needs.reduce((sum, need) => sum + need, 0)
  const gaps = minGapMs * (texts.length - 1)
  const wanted = Math.max(endMs, Math.min(startMs + total + gaps, latestEndMs))
  const perNeed = Math.max(0, wanted - startMs - gaps) / total
  let from = startMs
  return texts.map((text, index) => {
    const until = from + Math.floor((needs[index] ?? 0) * perNeed)
    const caption = { source, sourceTimes: undefined, text, width: widths[index] ?? 0 }
    const part = { ...caption, startMs: from, endMs: until }
    from = until + minGapMs
    return part
  })
}

/** Where each unit begins if all stood on one line. */
function runningWidths(units: readonly { width: number; isSpaced: boolean }[]): number[] {
  const widths = [0]
  let width = 0
  for (const unit of units) {
    width += unit.width + (unit.isSpaced ? 1 : 0)
    widths.push(width)
  }
  return widths
}

/** The tags that are open after a text. */
function openTags(before: readonly string[], text: string): string[] {
  const open = [...before]
  for (const tag of tagsOf(text)) {
    if (tag.startsWith('{')) continue
    if (!tag.startsWith('</')) {
      if (open.length < MAX_OPEN_TAGS) open.push(tag)
      continue
    }
    const name = nameOf(tag)
    const at = open.findLastIndex((one) => nameOf(one) === name)
    if (at !== -1) open.splice(at, 1)
  }
  return open
}

function nameOf(tag: string): string {
  return /[a-z]+/i.exec(tag)?.[0].toLowerCase() ?? ''
}
