import { separatorOf } from '../../platform/subprocess.ts'
import type { CaptionCue, CaptionLine, TimedPart } from './caption-cue.ts'

/** What appears at one time and was not shown before; whole milliseconds. */
interface SpokenLine {
  startMs: number
  /** Not after {@link startMs} where the file does not say it. */
  endMs: number
  text: string
  /** As in a `CaptionLine`. */
  parts?: readonly TimedPart[]
}

/** A cue so short only moves the line that was said before it. */
const HOLD_MS = 100
/** Cues with a longer silence between them do not continue one another. */
const MAX_GAP_MS = 500
/** Pairs of cues before and after a pair that tell whether it is of rolling captions. */
const WINDOW = 10
/** Of these, as many have to overlap, and three times as many as do not. */
const MIN_EVIDENCE = 3
/** The same of those on one side alone, as live captions turn into others at breaks. */
const MIN_SIDE_EVIDENCE = 8
const EVIDENCE_RATIO = 3
/** Fewer words are said twice by people as well. */
const MIN_WORDS = 3
/** Cues at the same time that may be the same one. */
const SAME_START = 4

/**
 * What is said in cues, each word once: of captions that scroll or grow, only what is new in each
 * cue. Where nothing around it scrolls, a repetition is one that people have said, and is kept.
 * Takes linear time.
 *
 * @param cues In order of their starts
 */
export function spokenLines(cues: readonly CaptionCue[]): SpokenLine[] {
  const distinct = distinctCues(cues)
  const pairs = distinct.map((cue, index) => pairOf(distinct[index - 1], cue))
  const isRolling = majority(pairs.map(({ lines }) => lines))
  const isPainted = majority(pairs.map(({ grown }) => grown))
  const isRepeating = majority(pairs.map(({ words }) => words))
  const hasRows = distinct.some((cue, index) => cue.lines.length > 1 && isRolling[index] === true)
  const said: SpokenLine[] = []
  distinct.forEach((cue, index) => {
    const before = distinct[index - 1]
    const last = said.at(-1)
    if (before === undefined || last === undefined) said.push(allOf(cue))
    else if (isHold(before, cue)) last.endMs = Math.max(last.endMs, cue.endMs)
    else if (isRolling[index] === true)
      addRolled(said, last, before, cue, { hasRows, isPainted: isPainted[index] === true })
    else if (isRepeating[index] === true) addRepeated(said, last, before, cue)
    else said.push(allOf(cue))
  })
  return said
}

/** The same for captions of which each line is there once. */
export function newLines(cues: readonly CaptionCue[]): SpokenLine[] {
  return cues.map(allOf)
}

export interface ShownCue extends CaptionCue {
  /** Of all of its lines. */
  text: string
}

/**
 * Each cue once: streams have a cue in each of their segments that it is in, and some files have
 * layers.
 *
 * @param cues In order of their starts
 */
export function distinctCues(cues: readonly CaptionCue[]): ShownCue[] {
  const kept: ShownCue[] = []
  for (const shown of cues) {
    const cue = { ...shown, text: joined(shown.lines) }
    const copied = kept.slice(-SAME_START).find(({ text, startMs, endMs, segment }) => {
      const isContinued = segment !== cue.segment && endMs === cue.startMs
      return text === cue.text && (startMs === cue.startMs || isContinued)
    })
    if (copied === undefined) kept.push(cue)
    else copied.endMs = Math.max(copied.endMs, cue.endMs)
  }
  return kept
}

interface Pair {
  /** 1: the lines overlap; -1: they could and do not; 0: it tells nothing. */
  lines: number
  /** The same, for words. */
  words: number
  /** The same, for lines that grow; a new line comes after several words. */
  grown: number
}

const NO_EVIDENCE: Pair = { lines: 0, words: 0, grown: 0 }
const NEW_LINE_COST = 1 / 3

function pairOf(before: ShownCue | undefined, cue: ShownCue): Pair {
  if (before === undefined) return NO_EVIDENCE
  if (isSame(before, cue)) {
    const isMoved = isHold(before, cue) || cue.startMs < before.endMs
    return isMoved ? { lines: 1, words: 1, grown: 0 } : NO_EVIDENCE
  }
  const overlap = lineOverlap(before.lines, cue.lines, false)
  if (overlap !== undefined)
    return { lines: 1, words: 1, grown: overlap.grownFrom === undefined ? -NEW_LINE_COST : 1 }
  const words = isTimed(cue) ? 0 : wordOverlap(before.text, cue.text)
  if (words > 0) return { lines: -1, words: words >= MIN_WORDS ? 1 : 0, grown: 0 }
  const isLate = cue.startMs - before.endMs > MAX_GAP_MS
  return isLate ? NO_EVIDENCE : { lines: -1, words: -1, grown: -NEW_LINE_COST }
}

/** For each pair, whether most of those around it overlap. */
function majority(evidence: readonly number[]): boolean[] {
  const sums = { for: [0], against: [0] }
  for (const one of evidence) {
    sums.for.push((sums.for.at(-1) ?? 0) + Math.max(0, one))
    sums.against.push((sums.against.at(-1) ?? 0) + Math.max(0, -one))
  }
  const within = (sum: readonly number[], from: number, to: number) =>
    (sum[Math.min(sum.length - 1, to + 1)] ?? 0) - (sum[Math.max(0, from)] ?? 0)
  const isMajority = (from: number, to: number, least: number) => {
    const count = within(sums.for, from, to)
    return count >= least && count >= EVIDENCE_RATIO * within(sums.against, from, to)
  }
  return evidence.map(
    (_, index) =>
      isMajority(index - WINDOW, index + WINDOW, MIN_EVIDENCE) ||
      isMajority(index - WINDOW, index, MIN_SIDE_EVIDENCE) ||
      isMajority(index, index + WINDOW, MIN_SIDE_EVIDENCE),
  )
}

/** Whether a cue only shows for an instant what the one before it shows, or the end of it. */
function isHold(before: ShownCue, cue: ShownCue): boolean {
  const shownMs = cue.endMs - cue.startMs
  if (shownMs <= 0 || shownMs > HOLD_MS || cue.startMs - before.endMs > MAX_GAP_MS) return false
  const last = before.lines.slice(-cue.lines.length)
  const isShown = last.every(({ text }, index) => text === cue.lines[index]?.text)
  return isShown && last.length === cue.lines.length && !isTimed(cue)
}

function isSame(before: ShownCue, cue: ShownCue): boolean {
  return before.lines.length === cue.lines.length && before.text === cue.text && !isTimed(cue)
}

/** Words with times of their own are being said. */
function isTimed({ lines }: ShownCue): boolean {
  return lines.some(({ parts }) => parts !== undefined)
}

function addRolled(
  said: SpokenLine[],
  last: SpokenLine,
  before: ShownCue,
  cue: ShownCue,
  { hasRows, isPainted }: { hasRows: boolean; isPainted: boolean },
): void {
  const isLate = cue.startMs - before.endMs > MAX_GAP_MS
  const overlap = lineOverlap(before.lines, cue.lines, isPainted)
  const isShown = overlap !== undefined && overlap.lines === cue.lines.length
  if (overlap === undefined || (isShown && isLate)) {
    said.push(allOf(cue))
    return
  }
  if (overlap.grownFrom !== undefined) {
    grow(last, cue, overlap)
    const rest = cue.lines.slice(overlap.lines)
    if (rest.length > 0) said.push(someOf(cue, rest))
    return
  }
  if (!isShown) {
    said.push(someOf(cue, cue.lines.slice(overlap.lines)))
    return
  }
  const isAgain = isSame(before, cue) && cue.startMs >= before.endMs
  const isOneText = cue.lines.every(({ text }) => text === cue.lines[0]?.text)
  // Rows that are all alike have moved by one; a single line that is shown anew is said anew.
  if (isAgain && isOneText && (cue.lines.length > 1 || !hasRows))
    said.push(someOf(cue, cue.lines.slice(-1)))
  else last.endMs = Math.max(last.endMs, cue.endMs)
}

/** Adds what a line has grown by, which is said when the cue begins. */
function grow(
  last: SpokenLine,
  cue: CaptionCue,
  { lines, grownFrom = 0 }: { lines: number; grownFrom: number | undefined },
): void {
  const line = cue.lines[lines - 1]
  if (line === undefined) return
  const added: TimedPart[] =
    line.parts === undefined
      ? [{ text: line.text.slice(grownFrom), startMs: cue.startMs }]
      : partsAfter(line.parts, grownFrom)
  const parts = last.parts ?? [{ text: last.text, startMs: last.startMs }]
  Object.assign(last, {
    parts: [...parts, ...added],
    text: last.text + added.map(({ text }) => text).join(''),
    endMs: Math.max(last.endMs, cue.endMs),
  })
}

/** The parts after so many characters. */
function partsAfter(parts: readonly TimedPart[], characters: number): TimedPart[] {
  let before = 0
  return parts.flatMap(({ text, startMs }) => {
    const rest = text.slice(Math.max(0, characters - before))
    before += text.length
    return rest === '' ? [] : [{ text: rest, startMs }]
  })
}

function addRepeated(said: SpokenLine[], last: SpokenLine, before: ShownCue, cue: ShownCue): void {
  const half = cue.text.slice(0, Math.floor(cue.text.length / 2))
  // Both rows are alike, and have moved by one.
  const isMoved = isSame(before, cue) && cue.text === `${half} ${half}`
  const overlap = isMoved ? half.split(' ').length : wordOverlap(before.text, cue.text)
  // A few words are old if they are all that was said before.
  const isLast = cue.text.startsWith(`${last.text} `) && before.text.endsWith(last.text)
  const count = overlap >= MIN_WORDS || isLast ? overlap : 0
  const rest = cue.text.split(' ').slice(count).join(' ')
  if (count === 0) said.push(allOf(cue))
  else if (rest === '') last.endMs = Math.max(last.endMs, cue.endMs)
  else said.push({ startMs: cue.startMs, endMs: cue.endMs, text: rest })
}

function allOf(cue: CaptionCue): SpokenLine {
  return someOf(cue, cue.lines)
}

/** Lines of a cue as one. */
function someOf({ startMs, endMs }: CaptionCue, lines: readonly CaptionLine[]): SpokenLine {
  const text = joined(lines)
  if (lines.every(({ parts }) => parts === undefined)) return { startMs, endMs, text }
  const parts: TimedPart[] = []
  for (const line of lines) {
    const [first, ...rest] = line.parts ?? [{ text: line.text, startMs }]
    if (first === undefined) continue
    const before = parts.at(-1)
    const separator = separatorOf(before?.text ?? '', first.text)
    const at = Math.max(first.startMs, before?.startMs ?? startMs)
    parts.push({ text: separator + first.text, startMs: at }, ...rest)
  }
  return { startMs, endMs, text, parts }
}

function joined(lines: readonly CaptionLine[]): string {
  let last = ''
  const parts = lines.flatMap(({ text }) => {
    const separator = separatorOf(last, text)
    last = text
    return [separator, text]
  })
  return parts.join('')
}

/** What has one time: a word, or a whole line where the times of its words are not known. */
export interface SpokenPiece {
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
export function spokenPieces(lines: readonly SpokenLine[], hasWords: boolean): SpokenPiece[] {
  const pieces: SpokenPiece[] = []
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
  { startMs, text, parts }: SpokenLine,
  before: string,
  hasWords: boolean,
  isMark: boolean,
): SpokenPiece[] {
  const separator = separatorOf(before, text)
  const first = { startMs, endMs: startMs, text, separator, isLineStart: true, isMark }
  if (parts === undefined || isMark)
    return [{ ...first, isWord: hasWords && (isMark || !text.includes(' ')) }]
  const pieces: SpokenPiece[] = []
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

function inner(text: string, startMs: number, separator: string, isWord: boolean): SpokenPiece {
  return { startMs, endMs: startMs, text, separator, isLineStart: false, isWord, isMark: false }
}

function endOf({ startMs, endMs }: SpokenLine, nextMs: number): number {
  const known = endMs > startMs ? endMs : startMs + MAX_LINE_MS
  return nextMs > startMs ? Math.min(known, nextMs) : known
}

function wordMs(text: string): number {
  let ms = 0
  for (const character of text.slice(0, 100))
    ms += character >= '0' && character <= '9' ? MS_PER_DIGIT : MS_PER_CHARACTER
  return Math.max(MIN_WORD_MS, ms)
}

/** Lines of one cue that are looked at; more are not shown at a time. */
const MAX_LINES = 12
/** Words that are looked at, at the end of one cue and at the start of the next. */
const MAX_WORDS = 80
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** What a cue still shows of the one before it. */
interface LineOverlap {
  /** Lines at the start of the cue that the one before it has at its end. */
  lines: number
  /** Characters at the start of the last of these that are old; the rest of it is new. */
  grownFrom: number | undefined
}

/**
 * Finds the lines at the end of one cue with which the next begins; the last of them may have grown.
 * A line that has times of its own words is being said just now, so it is no old one.
 *
 * @param isPainted Whether lines around these grow word by word, so that a new line is less likely
 */
function lineOverlap(
  before: readonly CaptionLine[],
  after: readonly CaptionLine[],
  isPainted: boolean,
): LineOverlap | undefined {
  const most = Math.min(before.length, after.length, MAX_LINES)
  let grown: LineOverlap | undefined
  for (let count = most; count > 0; count -= 1) {
    const overlap = overlapOf(before, after, count)
    if (overlap === undefined) continue
    if (isPainted || overlap.grownFrom === undefined) return overlap
    grown ??= overlap
  }
  return grown
}

function overlapOf(
  before: readonly CaptionLine[],
  after: readonly CaptionLine[],
  count: number,
): LineOverlap | undefined {
  for (let index = 0; index < count; index += 1) {
    const shown = before[before.length - count + index]?.text ?? ''
    const line = after[index]
    if (line === undefined) return undefined
    if (line.text === shown && line.parts === undefined) continue
    const mayGrow = index === count - 1 && line.text.length > shown.length
    if (!mayGrow || !line.text.startsWith(shown)) return undefined
    // Times within the old part mean that it is said again.
    const isAgain = line.parts !== undefined && (line.parts[0]?.text.length ?? 0) < shown.length
    return isAgain ? undefined : { lines: count, grownFrom: shown.length }
  }
  return { lines: count, grownFrom: undefined }
}

/**
 * Counts the words at the end of one text with which the next begins, whatever their case and
 * punctuation. For sites that break the lines of each cue anew.
 */
function wordOverlap(before: string, after: string): number {
  const [first = ''] = after.split(' ', 1)
  if (!before.toLowerCase().includes(bare(first))) return 0
  const old = before
    .slice(-MAX_WORDS * 20)
    .split(' ')
    .slice(-MAX_WORDS)
    .map(bare)
  const words = after
    .slice(0, MAX_WORDS * 20)
    .split(' ', MAX_WORDS)
    .map(bare)
  // The longest border of `words`, a separator and `old`, as Knuth, Morris and Pratt find it.
  const all = [...words, undefined, ...old]
  const borders = [0]
  for (let index = 1; index < all.length; index += 1) {
    let length = borders[index - 1] ?? 0
    while (length > 0 && all[index] !== all[length]) length = borders[length - 1] ?? 0
    borders.push(all[index] === all[length] && all[index] !== undefined ? length + 1 : 0)
  }
  return borders.at(-1) ?? 0
}

function bare(word: string): string {
  const text = word.length > 60 ? word : word.replace(EDGES, '')
  return text === '' ? word : text.toLowerCase()
}
