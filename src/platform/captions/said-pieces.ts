import { separatorOf } from '../separator-of.ts'
import type { SaidLine } from './said-lines.ts'

/** What has one time: a word, or a whole line where the times of its words are not known. */
export interface SaidPiece {
  startMs: number
  endMs: number
  text: string
  /** What stands between it and the piece before: a blank or nothing. */
  separator: string
  isLineStart: boolean
  isWord: boolean
  /** Whether it is a line of its own, and not spoken: `[Music]`, `♪`. */
  isMark: boolean
}

/** A line whose end is not known is shown no longer. */
const MAX_LINE_MS = 7000
/** How long words last, for which only the start is known. */
const MIN_WORD_MS = 300
const MS_PER_CHARACTER = 100
const MS_PER_DIGIT = 400
const MARK =
  /^(?:\[[^[\]]{1,100}\]|\([^()]{1,100}\)|（[^（）]{1,100}）|【[^【】]{1,100}】|[♪♫\s]{1,20})$/u

/**
 * Cuts lines into what has times of its own. The times never go back, and a piece ends when the next
 * one begins, or before.
 *
 * @param hasWords Whether the site gives times of words; lines of a single word have theirs then
 */
export function saidPieces(lines: readonly SaidLine[], hasWords: boolean): SaidPiece[] {
  const pieces: SaidPiece[] = []
  let last = ''
  let earliestMs = 0
  for (const [index, line] of lines.entries()) {
    const isMark = MARK.test(line.text)
    const nextMs = Math.max(earliestMs, lines[index + 1]?.startMs ?? Number.POSITIVE_INFINITY)
    const lineEndMs = endOf(line, nextMs)
    const own = piecesOf(line, last, hasWords, isMark)
    own.forEach((piece, at) => {
      piece.startMs = Math.max(piece.startMs, earliestMs)
      earliestMs = piece.startMs
      const following = own[at + 1]?.startMs
      // A line may be shown for long after its last word.
      const isEstimated = piece.isWord && !isMark
      const mayEndMs = isEstimated ? piece.startMs + wordMs(piece.text) : lineEndMs
      const limitMs = following === undefined ? Math.max(lineEndMs, line.startMs) : following
      piece.endMs = Math.max(piece.startMs, Math.min(mayEndMs, limitMs))
      pieces.push(piece)
    })
    last = line.text
  }
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]
    if (next !== undefined && next.startMs > piece.startMs)
      piece.endMs = Math.min(piece.endMs, next.startMs)
  }
  return pieces
}

function piecesOf(
  { startMs, text, parts }: SaidLine,
  before: string,
  hasWords: boolean,
  isMark: boolean,
): SaidPiece[] {
  const separator = separatorOf(before, text)
  const first = { startMs, endMs: startMs, text, separator, isLineStart: true, isMark }
  if (parts === undefined || isMark)
    return [{ ...first, isWord: hasWords && (isMark || !text.includes(' ')) }]
  const pieces: SaidPiece[] = []
  for (const part of parts) {
    const word = part.text.trim()
    const last = pieces.at(-1)
    if (last === undefined)
      pieces.push({ ...first, text: word, startMs: part.startMs, isWord: hasWords })
    else if (part.text.startsWith(' ')) pieces.push(inner(word, part.startMs, ' ', hasWords))
    else if (separatorOf(last.text, word) === '')
      pieces.push(inner(word, part.startMs, '', hasWords))
    // The rest of a word, whose letters appear one by one.
    else last.text += part.text
  }
  return pieces
}

function inner(text: string, startMs: number, separator: string, isWord: boolean): SaidPiece {
  return { startMs, endMs: startMs, text, separator, isLineStart: false, isWord, isMark: false }
}

function endOf({ startMs, endMs }: SaidLine, nextMs: number): number {
  const known = endMs > startMs ? endMs : startMs + MAX_LINE_MS
  return nextMs > startMs ? Math.min(known, nextMs) : known
}

function wordMs(text: string): number {
  let ms = 0
  for (const character of text.slice(0, 100))
    ms += character >= '0' && character <= '9' ? MS_PER_DIGIT : MS_PER_CHARACTER
  return Math.max(MIN_WORD_MS, ms)
}
