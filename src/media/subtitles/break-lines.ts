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

/** How bad a break is: 0 after a sentence, more where it separates what belongs together. */
export const BREAK_COST = {
  sentence: 0,
  clause: 2,
  beforeConjunction: 4,
  word: 7,
  name: 10,
  /** After an article or a preposition, within a number and its unit. */
  weak: 20,
  /** Before punctuation that stands alone, as in French, and after the dash of a speaker. */
  punctuation: 40,
} as const

const SENTENCE_END = /[.!?…。！？．؟۔।]["'”’»«)\]}」』）]*$/
const CLAUSE_END = /[,;:—–，、；：،؛-]["'”’»«)\]}」』）]*$/
/** They end with a full stop and end no sentence. */
const ABBREVIATIONS = wordSet(
  'mr. mrs. ms. dr. prof. st. no. vs. etc. e.g. i.e. hr. fr. nr. bzw. usw. z.b. d.h. m. mme. sr. sra.',
)
/** Articles, prepositions, possessives and auxiliaries: they belong to the word after them. */
const WEAK_END = wordSet(
  `a an the of to in on at by for with from into onto about over under after before between
  through during without within against among upon than as my your his her its our their this
  that these those is are was were am be been has have had do does did will would can could
  shall should may might must not very and or but nor so if because i you he she we they it
  der die das den dem des ein eine einen einem einer eines kein keine mein dein sein ihr unser
  von zu zum zur im am vom beim mit nach aus bei auf für über unter vor hinter neben zwischen
  durch gegen ohne um und oder aber dass weil wenn ich du er sie es wir ist sind war hat haben
  nicht sehr le la les un une du de des au aux ce cette ces mon ma mes ton ta tes son sa ses
  dans sur sous avec pour par sans chez vers entre et ou mais que qui je tu il elle nous vous
  ils elles ne est sont el los las una unos unas del al con por para sin sobre y o pero mi tu
  su se lo gli i uno dello della delle degli nel nella alla dal dalla e ma che con di da per
  os as um uma do dos na nas no nos ao à em com sem het een van op te aan met voor naar uit`,
)
/** Lines are well broken before these. */
const CONJUNCTION = wordSet(
  `and or but because that which who when while where if although though so than as to in on
  at by for with from of into about after before und oder aber weil dass wenn als während wo
  der mit von zu für auf et ou mais que qui quand parce dans pour avec sur y o pero porque
  cuando con para en e ma perché che quando con per di en maar omdat dat met voor`,
)
const UNIT = /^(?:%|°|€|\$|£|[kcm]?m|[km]?g|km\/h|[kmg]b|min|sec|s|h|am|pm|a\.m\.|p\.m\.)[.,]?$/i
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu
const PUNCTUATION = /^[!?;:,.…»”’)\]%。、，！？]+$/u
/** Before what a speaker says. */
const DASH = /^[-–—‐]$/
const UPPER_CASE = /^\p{Lu}\p{Ll}/u

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/))
}

/** Whether a sentence ends with this unit. */
export function endsSentence({ text }: TextUnit): boolean {
  return SENTENCE_END.test(text) && !ABBREVIATIONS.has(bareWord(text))
}

/** The cost of a line or a cue that ends between two units. */
export function breakCost(before: TextUnit, after: TextUnit): number {
  if (PUNCTUATION.test(after.text)) return BREAK_COST.punctuation
  if (before.isLineStart && DASH.test(before.text)) return BREAK_COST.punctuation
  if (endsSentence(before)) return BREAK_COST.sentence
  if (CLAUSE_END.test(before.text)) return BREAK_COST.clause
  const last = bareWord(before.text)
  const next = bareWord(after.text)
  if (WEAK_END.has(last) || ABBREVIATIONS.has(last)) return BREAK_COST.weak
  if (/\d$/.test(last) && UNIT.test(after.text)) return BREAK_COST.weak
  if (CONJUNCTION.has(next)) return BREAK_COST.beforeConjunction
  const isName = UPPER_CASE.test(before.text) && UPPER_CASE.test(after.text)
  return isName ? BREAK_COST.name : BREAK_COST.word
}

/** For each unit, the cost of a break before it; 0 for the first. */
export function breakCosts(units: readonly TextUnit[]): number[] {
  return units.map((unit, index) => {
    const before = units[index - 1]
    return before === undefined ? 0 : breakCost(before, unit)
  })
}

function bareWord(text: string): string {
  return text.length > 40 ? '' : text.toLowerCase().replace(EDGES, '')
}
