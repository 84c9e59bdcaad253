import { breakCost, endsSentence } from '../subtitles/break-lines.ts'
import type { SpokenPiece } from './rolling-captions.ts'

/** What is said from one time to another; seconds from the start of the video. */
export interface CaptionSegment {
  start: number
  end: number
  text: string
  /** Only where the site gives times of words. */
  words?: { word: string; start: number; end: number }[]
}

/** A segment is no longer, but for a line that is longer itself. */
const MAX_SEGMENT_MS = 7000
const MAX_SEGMENT_CHARACTERS = 200
/** Silence that always ends a segment. */
const PAUSE_MS = 1000
/** Silence where one may well end. */
const SHORT_PAUSE_MS = 300
/** A sentence that is shorter is joined with the next one. */
const MIN_SENTENCE_MS = 1500
/** How bad the end of a segment is by what it leaves: see `BREAK_COST`. */
const PAUSE_GAIN = 5
const SHORT_COST_PER_SECOND = 6
const SHORT_MS = 3000

/** Before what another person says. */
const SPEAKER = /^(?:>>|&gt;&gt;|[-–—‐]\s?\p{L})/u

/**
 * Joins what is said into segments that read well: sentences where the captions have punctuation,
 * else up to seven seconds, ended at pauses. Marks of sounds are segments of their own.
 */
export function captionSegments(pieces: readonly SpokenPiece[]): CaptionSegment[] {
  const segments: CaptionSegment[] = []
  let open: SpokenPiece[] = []
  let characters = 0
  const finish = (count: number) => {
    const done = open.slice(0, count)
    if (done.length > 0) segments.push(segmentOf(done))
    open = open.slice(count)
    characters = open.reduce((sum, { text }) => sum + text.length + 1, 0)
  }
  for (const piece of pieces) {
    const last = open.at(-1)
    if (last !== undefined && isEnd(open[0] ?? last, last, piece)) finish(open.length)
    // Often the rest is still too long, where times are missing.
    while (open.length > 0 && isTooLong(open, characters, piece)) finish(bestEnd([...open, piece]))
    open.push(piece)
    characters += piece.text.length + 1
  }
  finish(open.length)
  return segments
}

function isEnd(first: SpokenPiece, last: SpokenPiece, next: SpokenPiece): boolean {
  const pauseMs = next.startMs - last.endMs
  if (pauseMs >= PAUSE_MS || last.isMark || next.isMark || last.isWord !== next.isWord) return true
  if (next.isLineStart && SPEAKER.test(next.text)) return true
  const isSentence = endsSentence(unitOf(last))
  return isSentence && (pauseMs >= SHORT_PAUSE_MS || last.endMs - first.startMs >= MIN_SENTENCE_MS)
}

function isTooLong(open: readonly SpokenPiece[], characters: number, next: SpokenPiece): boolean {
  const startMs = open[0]?.startMs ?? 0
  return (
    next.endMs - startMs > MAX_SEGMENT_MS || characters + next.text.length > MAX_SEGMENT_CHARACTERS
  )
}

/** How many of these pieces make the best segment; at least one, and not all. */
function bestEnd(pieces: readonly SpokenPiece[]): number {
  let best = pieces.length - 1
  let least = Number.POSITIVE_INFINITY
  const startMs = pieces[0]?.startMs ?? 0
  for (let count = pieces.length - 1; count > 0; count -= 1) {
    const last = pieces[count - 1]
    const next = pieces[count]
    if (last === undefined || next === undefined) continue
    const missingMs = Math.max(0, SHORT_MS - (last.endMs - startMs))
    const hasPause = next.startMs - last.endMs >= SHORT_PAUSE_MS
    const cost =
      breakCost(unitOf(last), unitOf(next)) +
      (missingMs / 1000) * SHORT_COST_PER_SECOND -
      (hasPause ? PAUSE_GAIN : 0)
    if (cost >= least) continue
    least = cost
    best = count
  }
  return best
}

function unitOf({ text, isLineStart }: SpokenPiece) {
  const end = text.length > 60 ? text.slice(text.lastIndexOf(' ', text.length - 2) + 1) : text
  return { raw: end, text: end, width: end.length, isSpaced: true, isLineStart }
}

function segmentOf(pieces: readonly SpokenPiece[]): CaptionSegment {
  const text = pieces
    .map((piece, index) => (index === 0 ? piece.text : piece.separator + piece.text))
    .join('')
  const start = seconds(pieces[0]?.startMs ?? 0)
  const end = seconds(Math.max(...pieces.map(({ endMs }) => endMs)))
  if (!pieces.every(({ isWord }) => isWord)) return { start, end, text }
  const words = pieces.map((piece) => ({
    word: piece.text,
    start: seconds(piece.startMs),
    end: seconds(piece.endMs),
  }))
  return { start, end, text, words }
}

function seconds(ms: number): number {
  return ms / 1000
}
