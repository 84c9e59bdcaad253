/** Of the first piece, so that its sound is there at once. */
const MAX_FIRST_CHARACTERS = 140
/** Of every other piece: long enough for a natural melody, short enough to be stopped between two. */
const MAX_PIECE_CHARACTERS = 600
/** A second piece of this size is spoken while the first is heard; each next one may be twice as long. */
const SECOND_PIECE_CHARACTERS = 200
/** A sentence is not split before this share of what is allowed. */
const MIN_SHARE = 0.4

const PARAGRAPH_PAUSE_MS = 600
const SENTENCE_PAUSE_MS = 300
const CLAUSE_PAUSE_MS = 150
/** Behind the last piece: players cut the end of a sound off. */
const END_PAUSE_MS = 150

const SPEAKABLE = /[\p{L}\p{N}]/u
const CLAUSE_END = /[,;:)\]–—、，；：](?=\s|$)|[、，；：]/gu
const SPACE = /\s/gu

/** A part of a text that is spoken as one. */
export interface TextPiece {
  text: string
  /** Silence behind it; 0 within a word. */
  pauseMs: number
}

/** Whether a text has a letter or a digit; without one there is nothing to say. */
export function isSpeakable(text: string): boolean {
  return SPEAKABLE.test(text)
}

/**
 * Splits a text into pieces, one after the other as they are asked for: at ends of paragraphs and
 * sentences, and a sentence that is too long at a clause, a space, or where it must be. No word is
 * left out; what has neither letters nor digits goes with its neighbour where there is
 * room for it.
 */
export function* splitText(text: string): Generator<TextPiece> {
  let last: TextPiece | undefined
  for (const piece of piecesOf(text)) {
    if (last !== undefined) yield last
    last = piece
  }
  if (last !== undefined) yield { ...last, pauseMs: END_PAUSE_MS }
}

function* piecesOf(text: string): Generator<TextPiece> {
  let allowed = MAX_FIRST_CHARACTERS
  let held: TextPiece | undefined
  for (const sentence of sentencesOf(text)) {
    for (const part of partsOf(sentence, () => allowed)) {
      const joined = held && join(held, part, allowed)
      if (joined !== undefined) {
        held = joined
        continue
      }
      if (held !== undefined) {
        yield held
        allowed = nextAllowed(allowed)
      }
      held = part
      // The first piece does not wait for another sentence.
      if (allowed === MAX_FIRST_CHARACTERS && isSpeakable(held.text)) {
        yield held
        held = undefined
        allowed = SECOND_PIECE_CHARACTERS
      }
    }
  }
  if (held !== undefined && isSpeakable(held.text)) yield held
}

function nextAllowed(allowed: number): number {
  return Math.min(MAX_PIECE_CHARACTERS, allowed * 2)
}

/** @returns undefined where the two are better spoken apart */
function join(held: TextPiece, part: TextPiece, allowed: number): TextPiece | undefined {
  const fits = held.text.length + part.text.length < allowed
  const isEmpty = !isSpeakable(held.text) || !isSpeakable(part.text)
  // Nothing is lost: signs without a word are not spoken.
  if (isEmpty && !fits) return isSpeakable(part.text) ? part : held
  if (!isEmpty && (!fits || held.pauseMs >= PARAGRAPH_PAUSE_MS || held.pauseMs === 0))
    return undefined
  const space = held.pauseMs === 0 ? '' : ' '
  return { text: `${held.text}${space}${part.text}`, pauseMs: part.pauseMs }
}

function* sentencesOf(text: string): Generator<TextPiece> {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })
  for (const paragraph of paragraphsOf(text)) {
    let last: TextPiece | undefined
    for (const { segment } of segmenter.segment(paragraph)) {
      if (last !== undefined) yield last
      last = { text: segment.trim(), pauseMs: SENTENCE_PAUSE_MS }
    }
    if (last !== undefined) yield { ...last, pauseMs: PARAGRAPH_PAUSE_MS }
  }
}

/** Lines with something in them; a blank line, a heading and an item of a list end a paragraph. */
function* paragraphsOf(text: string): Generator<string> {
  for (const match of text.matchAll(/[^\n\r\u2028\u2029]+/g)) {
    const line = match[0].replace(/\s+/g, ' ').trim()
    if (line !== '') yield line
  }
}

function* partsOf({ text, pauseMs }: TextPiece, allowed: () => number): Generator<TextPiece> {
  let rest = text
  while (rest.length > allowed()) {
    const { at, pauseMs: pause } = cutOf(rest, allowed())
    yield { text: rest.slice(0, at).trim(), pauseMs: pause }
    rest = rest.slice(at).trim()
  }
  if (rest !== '') yield { text: rest, pauseMs }
}

function cutOf(text: string, allowed: number): { at: number; pauseMs: number } {
  const head = text.slice(0, allowed)
  const clause = lastEnd(head, CLAUSE_END)
  if (clause >= allowed * MIN_SHARE) return { at: clause, pauseMs: CLAUSE_PAUSE_MS }
  const space = lastEnd(head, SPACE)
  // A breath between two words, where there is no better place.
  if (space >= allowed * MIN_SHARE) return { at: space, pauseMs: 1 }
  const isPair = /[\ud800-\udbff]$/.test(head)
  return { at: isPair ? allowed - 1 : allowed, pauseMs: 0 }
}

function lastEnd(text: string, pattern: RegExp): number {
  let end = -1
  for (const match of text.matchAll(pattern)) end = match.index + match[0].length
  return end
}
