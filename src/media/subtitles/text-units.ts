/** A part of a text that stays on one line: a word with its punctuation and its tags. */
export interface TextUnit {
  /** With tags. */
  raw: string
  /** Without tags. */
  text: string
  /** Grapheme clusters of {@link text}. */
  width: number
  /** Whether white space stands before it. */
  isSpaced: boolean
  /** Whether a new line starts before it in the source. */
  isLineStart: boolean
}

/** Tags of HTML that SRT files have, and codes of SubStation such as `{\an8}`. */
const TAG =
  /<\/?(?:b|i|u|s|em|strong|font|span|c|v|lang|ruby|rt)(?:[\s.][^<>\n]{0,200})?>|\{\\[^{}\n]{0,200}\}/gi
/** One character each, whatever stands beside it: no segmenter is needed to count these. */
const SIMPLE =
  /^[\n\u0020-\u02ff\u0370-\u0482\u048a-\u052f\u2010-\u2027\u2030-\u205e\u3000-\u3098\u309b-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u
/** Below it no character of these scripts stands. */
const FIRST_UNSPACED = /[\u0e00-\uffff]/
/** Punctuation that no line begins with. */
const CLOSING =
  /^[\p{Pe}\p{Pf}!?.,:;…、。，．：；！？・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ々%％]+$/u
/** Punctuation that no line ends with. */
const OPENING = /^[\p{Ps}\p{Pi}]+$/u

/** White space between words; the spaces that keep words on one line are none. */
const SPACE = /[^\S\u00a0\u202f\u2007\ufeff]+/

let graphemes: Intl.Segmenter | undefined
let words: Intl.Segmenter | undefined

/** Counts what readers see as characters: a family emoji or a letter with its accents is one. */
export function countGraphemes(text: string): number {
  if (SIMPLE.test(text)) return text.length
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })
  let count = 0
  for (const _ of graphemes.segment(text)) count += 1
  return count
}

/** The text without tags. */
export function visibleText(text: string): string {
  return text.includes('<') || text.includes('{') ? text.replace(TAG, '') : text
}

/** The tags of a text, in order. */
export function tagsOf(text: string): string[] {
  return text.includes('<') || text.includes('{') ? (text.match(TAG) ?? []) : []
}

/**
 * The units of a text, in order; between two of them a line may be broken. A word of spaced scripts
 * is one unit; texts of Chinese, Japanese, Thai and the like are split at their words.
 */
export function textUnits(text: string): TextUnit[] {
  const units: TextUnit[] = []
  const protectedText = withoutTagSpaces(text)
  let isLineStart = true
  for (const line of protectedText.split('\n')) {
    for (const part of line.split(SPACE)) {
      if (part === '') continue
      addPart(units, part.replaceAll(TAG_SPACE, ' '), isLineStart)
      isLineStart = false
    }
    isLineStart = true
  }
  // Tags at the end are no line of their own.
  const last = units.at(-1)
  const before = units.at(-2)
  if (last?.text === '' && before !== undefined) {
    before.raw += last.raw
    units.pop()
  }
  return units
}

/** Stands for a space within a tag while a text is split; Unicode keeps it free for such uses. */
const TAG_SPACE = '\uffff'

function withoutTagSpaces(text: string): string {
  if (!text.includes('<') && !text.includes('{')) return text
  return text.replace(TAG, (tag) => tag.replace(/\s/g, TAG_SPACE))
}

function addPart(units: TextUnit[], part: string, isLineStart: boolean): void {
  const text = visibleText(part)
  const before = units.at(-1)
  // Tags alone belong to the word before, or to the one after.
  if (text === '' && before !== undefined && part.startsWith('</')) {
    before.raw += part
    return
  }
  if (before !== undefined && before.text === '') {
    before.raw += part
    before.text = text
    before.isSpaced = true
    before.width = countGraphemes(text)
    return
  }
  const isUnspaced = FIRST_UNSPACED.test(text) && UNSPACED.test(text)
  if (!isUnspaced) {
    units.push({ raw: part, text, width: countGraphemes(text), isSpaced: true, isLineStart })
    return
  }
  splitUnspaced(part).forEach((raw, index) => {
    const text = visibleText(raw)
    const isFirst = index === 0
    units.push({
      raw,
      text,
      width: countGraphemes(text),
      isSpaced: isFirst,
      isLineStart: isFirst && isLineStart,
    })
  })
}

/** Splits at words; tags and punctuation stay with the word that they belong to. */
function splitUnspaced(part: string): string[] {
  words ??= new Intl.Segmenter(undefined, { granularity: 'word' })
  const parts: string[] = []
  let end = 0
  /** Whether the next piece continues the last part. */
  let isOpen = false
  const add = (piece: string, isAttached: boolean, isOpening: boolean) => {
    const last = parts.length - 1
    if (last >= 0 && (isOpen || isAttached)) parts[last] += piece
    else parts.push(piece)
    isOpen = isOpening
  }
  const addText = (text: string) => {
    for (const { segment } of words?.segment(text) ?? [])
      add(segment, CLOSING.test(segment), OPENING.test(segment))
  }
  for (const { 0: tag, index } of part.matchAll(TAG)) {
    addText(part.slice(end, index))
    const isClosing = tag.startsWith('</')
    add(tag, isClosing, !isClosing)
    end = index + tag.length
  }
  addText(part.slice(end))
  return parts
}
