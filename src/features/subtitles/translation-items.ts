import { breakLines, joinUnits, type LineBounds } from '../../media/subtitles/break-lines.ts'
import type { Cue } from '../../media/subtitles/cues-of.ts'
import { textUnits } from '../../media/subtitles/text-units.ts'

/** Stands for the end of a line within an item. */
export const LINE_END = '<br>'
/** Longer paragraphs are translated in parts. */
const MAX_ITEM_CHARACTERS = 1200
const LETTER = /\p{L}/u
const SPEAKER = /^[-–—‐]/
const FIRST_TAGS = /^(?:\s{0,9}(?:<[biu]>|\{\\[^{}\n]{1,200}\})){0,8}/i
const LAST_TAGS = /(?:<\/[biu]>\s{0,9}){0,8}$/i
const LAST_CHARACTERS = 64
/** Lines of a paragraph that somebody's editor has broken have about this length. */
const WRAPPED_CHARACTERS = { min: 50, max: 100 }
const LIST_ITEM = /^\s*(?:[-*+•#>|]|\d{1,3}[.)])/

/** A part of what is translated: one line of text for a model. */
export interface TranslationItem {
  text: string
  /** Number of its cue; undefined in a text. */
  cue?: number | undefined
}

/** What is translated, as items, and how it is put together again. */
export interface TranslationDocument {
  items: readonly TranslationItem[]
  /** @param translations By item; undefined for an item that keeps its text */
  write(translations: readonly (string | undefined)[]): string[]
}

/**
 * Subtitles as items, one for each cue with words. Tags around a whole cue are not shown to the
 * model.
 *
 * @param numbers Of the cues in their file
 */
export function cueDocument(
  cues: readonly Cue[],
  numbers: readonly number[],
  bounds: LineBounds,
): TranslationDocument {
  const items: TranslationItem[] = []
  const places: number[] = []
  const frames = cues.map(({ text }) => frameOf(text))
  frames.forEach(({ inner }, index) => {
    if (!LETTER.test(inner)) return
    const lines = inner.split('\n')
    const hasSpeakers = lines.length > 1 && lines.some((line) => SPEAKER.test(line))
    places.push(index)
    items.push({ text: lines.join(hasSpeakers ? LINE_END : ' '), cue: numbers[index] })
  })
  return {
    items,
    write(translations) {
      const texts = cues.map(({ text }) => text)
      translations.forEach((translation, item) => {
        const place = places[item] ?? 0
        const frame = frames[place]
        if (translation === undefined || frame === undefined) return
        const units = textUnits(translation.replaceAll(LINE_END, '\n'))
        const inner = joinUnits(units, breakLines(units, bounds))
        texts[place] = `${frame.start}${inner}${frame.end}`
      })
      return texts
    },
  }
}

function frameOf(text: string): { start: string; inner: string; end: string } {
  if (!text.includes('<') && !text.includes('{')) return { start: '', inner: text, end: '' }
  const start = FIRST_TAGS.exec(text)?.[0] ?? ''
  const rest = text.slice(start.length)
  const end = LAST_TAGS.exec(rest.slice(-LAST_CHARACTERS))?.[0] ?? ''
  return { start, inner: rest.slice(0, rest.length - end.length), end }
}

/** A text as items: its paragraphs, or the parts of long ones. Everything between them is kept. */
export function textDocument(text: string, joinsWithSpaces: boolean): TranslationDocument {
  const parts = text
    .split(/(\n[^\S\n]*\n\s*)/)
    .flatMap((block, index) => (index % 2 === 1 ? [block] : linesOf(block)))
    .flatMap(sentencesOf)
  const items: TranslationItem[] = []
  const places: number[] = []
  parts.forEach((part, index) => {
    if (!LETTER.test(part)) return
    places.push(index)
    items.push({ text: part.trim() })
  })
  return {
    items,
    write(translations) {
      const written = [...parts]
      translations.forEach((translation, item) => {
        const place = places[item] ?? 0
        const part = parts[place] ?? ''
        if (translation === undefined) return
        const start = part.slice(0, part.length - part.trimStart().length)
        const end = part.slice(part.trimEnd().length)
        const isSpace = end === '' || (!joinsWithSpaces && !end.includes('\n'))
        written[place] = `${start}${translation.replaceAll(LINE_END, '\n')}${isSpace ? '' : end}`
      })
      return [written.join('')]
    },
  }
}

/** The lines of a block, with their ends; one where somebody's editor has broken a paragraph. */
function linesOf(block: string): string[] {
  const lines = block.split(/(?<=\n)/)
  const isWrapped = lines.every((line, index) => {
    const { length } = line.trimEnd()
    const isLast = index === lines.length - 1
    const { min, max } = WRAPPED_CHARACTERS
    return !LIST_ITEM.test(line) && length <= max && (isLast || length >= min)
  })
  if (lines.length === 1 || !isWrapped) return lines
  const end = block.slice(block.trimEnd().length)
  return [block.trimEnd().replace(/[^\S\n]*\n[^\S\n]*/g, ' ') + end]
}

/** Parts of whole sentences, with the white space between them; a short line is one. */
function sentencesOf(line: string): string[] {
  if (line.length <= MAX_ITEM_CHARACTERS) return [line]
  const parts: string[] = []
  let part = ''
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
  for (const { segment } of segmenter.segment(line)) {
    if (part !== '' && part.length + segment.length > MAX_ITEM_CHARACTERS) {
      parts.push(part)
      part = ''
    }
    part += segment
    // A sentence without an end is cut between its words.
    while (part.length > MAX_ITEM_CHARACTERS) {
      const space = part.lastIndexOf(' ', MAX_ITEM_CHARACTERS)
      const end = space > 0 ? space + 1 : MAX_ITEM_CHARACTERS
      parts.push(part.slice(0, end))
      part = part.slice(end)
    }
  }
  return part === '' ? parts : [...parts, part]
}
