import { type Static, Type } from '@sinclair/typebox'
import {
  BREAK_COST,
  breakCost,
  breakCosts,
  breakLines,
  joinUnits,
  type LineBounds,
  lineWidth,
} from '../../media/subtitles/break-lines.ts'
import { CUE_BOUNDS, type CueBounds, cutUnits } from '../../media/subtitles/cues-of.ts'
import {
  countGraphemes,
  type TextUnit,
  tagsOf,
  textUnits,
  visibleText,
} from '../../media/subtitles/text-units.ts'

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

/** What translations and subtitles follow of a brand. */
export interface SubtitleBrand {
  name: string
  tone: string | null
  glossary: readonly { term: string; use: string }[]
  captionRules: CaptionRules
}

/** Finds a brand by its id. */
export type FindBrand = (id: string) => SubtitleBrand | undefined

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

/** What a subtitle has to be like, in part; the rest is as usual. See Limits. */
export const CaptionRules = Type.Partial(
  Type.Object({
    maxLineCharacters: Type.Integer({ minimum: 10, maximum: 200 }),
    maxLines: Type.Integer({ minimum: 1, maximum: 10 }),
    maxCharactersPerSecond: Type.Number({ minimum: 1, maximum: 100 }),
    minCueSeconds: Type.Number({ minimum: 0, maximum: 10 }),
    minGapMs: Type.Integer({ minimum: 0, maximum: 5000 }),
  }),
)
export type CaptionRules = Static<typeof CaptionRules>

/** Rules with what they leave out. @param brand Counts where the rules are silent */
export function boundsOf(rules: CaptionRules, brand: CaptionRules = {}): CueBounds {
  const { minCueSeconds, ...given } = { ...brand, ...rules }
  const minCueMs =
    minCueSeconds === undefined ? CUE_BOUNDS.minCueMs : Math.round(minCueSeconds * 1000)
  return { ...CUE_BOUNDS, ...given, minCueMs }
}
