import type { CaptionCue } from './caption-cue.ts'
import { type CaptionSegment, captionSegments } from './caption-segments.ts'
import { readJson3 } from './read-json3.ts'
import { readTimedText } from './read-timed-text.ts'
import { readTtml } from './read-ttml.ts'
import { distinctCues, newLines, saidLines } from './said-lines.ts'
import { saidPieces } from './said-pieces.ts'

/** Characters of one file of captions. See Limits. */
export const MAX_CAPTION_CHARACTERS = 20_000_000
/** Cues of one file. See Limits. */
export const MAX_CAPTION_CUES = 500_000

const XML = /^(?:<\?xml|<!--|<!DOCTYPE\s|<(?:\w{1,20}:)?tt[\s>])/i

/**
 * Reads captions of a video site: YouTube's `json3`, WebVTT, SRT or TTML, told apart by their
 * beginnings, because sites name them wrongly. Each word of captions that scroll is there once.
 * Takes linear time, and never throws.
 *
 * @returns Segments in order, times in seconds, with the times of words where the site gives them;
 * empty for a text that is no captions; undefined for one above the bounds
 */
export function readCaptions(text: string): CaptionSegment[] | undefined {
  if (text.length > MAX_CAPTION_CHARACTERS) return undefined
  const { cues, isScrolled } = cuesOf(text.trim())
  if (cues.length > MAX_CAPTION_CUES) return undefined
  cues.sort((one, other) => one.startMs - other.startMs)
  const hasWords = cues.some(({ lines }) => lines.some(({ parts }) => parts !== undefined))
  const lines = isScrolled && hasWords ? newLines(cues) : saidLines(cues)
  return captionSegments(saidPieces(lines, hasWords))
}

/**
 * Reads the cues of such a file as they are, with their times and lines; each once, and in order.
 *
 * @returns Empty for captions that scroll, whose cues repeat words, and for a text that is no captions;
 * undefined for one above the bounds
 */
export function readCaptionCues(text: string): CaptionSegment[] | undefined {
  if (text.length > MAX_CAPTION_CHARACTERS) return undefined
  const { cues } = cuesOf(text.trim())
  if (cues.length > MAX_CAPTION_CUES) return undefined
  cues.sort((one, other) => one.startMs - other.startMs)
  const distinct = distinctCues(cues)
  if (lengthOf(saidLines(cues)) < lengthOf(distinct)) return []
  return distinct.map(({ startMs, endMs, lines }, index) => {
    const shownMs = distinct[index + 1]?.startMs ?? startMs + LAST_CUE_MS
    return {
      start: startMs / 1000,
      end: (endMs > startMs ? endMs : shownMs) / 1000,
      text: lines.map((line) => line.text).join('\n'),
    }
  })
}

/** Of the last cue of a file without ends. */
const LAST_CUE_MS = 3_000

function lengthOf(lines: readonly { text: string }[]): number {
  return lines.reduce((sum, { text }) => sum + text.length, 0)
}

interface FoundCues {
  cues: CaptionCue[]
  /** Whether its player scrolls automatic captions by itself, so that each line is there once. */
  isScrolled: boolean
}

function cuesOf(text: string): FoundCues {
  const json = text.startsWith('{') ? readJson3(text) : undefined
  if (json !== undefined) return { cues: json, isScrolled: true }
  return { cues: XML.test(text) ? readTtml(text) : readTimedText(text), isScrolled: false }
}
