import { tryParseJson } from '../../platform/json.ts'
import { decodeEntities } from '../../platform/subprocess.ts'
import { rawCuesOf } from '../subtitles/read-subtitles.ts'
import {
  type CaptionCue,
  type CaptionLine,
  lineOfParts,
  lineOfText,
  type TimedPart,
} from './caption-cue.ts'
import { type CaptionSegment, captionSegments } from './caption-segments.ts'
import { readTtml } from './read-ttml.ts'
import { distinctCues, newLines, spokenLines, spokenPieces } from './rolling-captions.ts'

/** Characters of one file of captions. @limit caption-characters characters */
export const MAX_CAPTION_CHARACTERS = 20_000_000
/** Cues of one file. @limit caption-cues count */
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
  const lines = isScrolled && hasWords ? newLines(cues) : spokenLines(cues)
  return captionSegments(spokenPieces(lines, hasWords))
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
  if (lengthOf(spokenLines(cues)) < lengthOf(distinct)) return []
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

type Fields = Readonly<Record<string, unknown>>

/** A text event on its way to a cue: its lines as parts. */
interface OpenCue {
  startMs: number
  endMs: number
  lines: TimedPart[][]
}

/**
 * Reads YouTube's `json3`: events of text, whose segments are words with their offsets in automatic
 * captions. Events without text, which define windows, are left out. Text that is appended to what
 * its window shows goes on with that line.
 *
 * @returns undefined when it is no such file
 */
function readJson3(text: string): CaptionCue[] | undefined {
  const file = tryParseJson(text).value
  const events = isFields(file) ? file['events'] : undefined
  if (!Array.isArray(events)) return undefined
  const cues: OpenCue[] = []
  /** The cue that each window shows. */
  const shown = new Map<unknown, OpenCue>()
  for (const event of events) {
    if (!isFields(event) || !Array.isArray(event['segs'])) continue
    const startMs = numberOf(event['tStartMs'])
    if (startMs === undefined) continue
    const durationMs = Math.max(0, numberOf(event['dDurationMs']) ?? 0)
    const window = event['wWinId']
    const lines = linesOf(event['segs'], startMs)
    const open = event['aAppend'] === 1 ? shown.get(window) : undefined
    if (open === undefined) {
      // Lines of automatic captions stay until they have scrolled away, long after they were said.
      const last = shown.get(window)
      // What people have written has no window, and may be shown beside another.
      if (window !== undefined && last !== undefined && last.startMs < startMs)
        last.endMs = Math.min(last.endMs, startMs)
      const cue = { startMs, endMs: startMs + durationMs, lines }
      cues.push(cue)
      shown.set(window, cue)
    } else append(open, { startMs, endMs: startMs + durationMs, lines }, cues, shown, window)
  }
  return cues.flatMap(finished)
}

/** Goes on with the last line of a window; after a line break, with a cue of its own. */
function append(
  open: OpenCue,
  added: OpenCue,
  cues: OpenCue[],
  shown: Map<unknown, OpenCue>,
  window: unknown,
): void {
  const [first = [], ...rest] = added.lines
  if (open.lines.every((parts) => parts.length === 0)) open.startMs = added.startMs
  open.lines.at(-1)?.push(...first)
  if (first.length > 0) open.endMs = Math.max(open.endMs, added.endMs)
  if (rest.length === 0) return
  const next = { startMs: added.startMs, endMs: added.endMs, lines: rest }
  cues.push(next)
  shown.set(window, next)
}

function linesOf(segments: readonly unknown[], startMs: number): TimedPart[][] {
  const lines: TimedPart[][] = [[]]
  for (const segment of segments) {
    if (!isFields(segment) || typeof segment['utf8'] !== 'string') continue
    const at = startMs + Math.max(0, numberOf(segment['tOffsetMs']) ?? 0)
    segment['utf8'].split('\n').forEach((text, index) => {
      if (index > 0) lines.push([])
      if (text !== '') lines.at(-1)?.push({ text, startMs: at })
    })
  }
  return lines
}

function finished({ lines, startMs, endMs }: OpenCue): CaptionCue[] {
  const clean = lines.flatMap((parts) => lineOfParts(parts) ?? [])
  return clean.length === 0 ? [] : [{ startMs, endMs, lines: clean }]
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Whole; files of some tools have numbers as texts. */
function numberOf(value: unknown): number | undefined {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) && Math.abs(number) < MAX_MS
    ? Math.round(number)
    : undefined
}

/** About a year: later times are damage. */
const MAX_MS = 32_000_000_000

/** Tags of WebVTT and SRT, codes of SubStation, and readings of ruby text, which are left out. */
const MARKUP =
  /<rt(?:\.[^<>\s]{0,99})?>[^<>]{0,200}(?:<\/rt>|$)|<\/?(?:b|i|u|s|em|strong|font|span|c|v|lang|ruby|rt)(?:[\s.][^<>]{0,200})?>|\{\\[^{}]{0,200}\}/gi
const TIME = /<(?:(\d{1,6}):)?(\d{1,2}):(\d{2})[.,](\d{3})>/g
const LINE_BREAK = /<br\s{0,9}\/?>/i

/** Reads WebVTT, SRT and SBV with the times of words, which WebVTT has within its lines. */
function readTimedText(text: string): CaptionCue[] {
  const cues: CaptionCue[] = []
  for (const { startMs, endMs, lines: raw, segment, shiftMs } of rawCuesOf(text)) {
    const lines: CaptionLine[] = []
    const clock: Clock = { atMs: startMs, startMs, endMs, shiftMs }
    for (const one of raw)
      for (const part of LINE_BREAK.test(one) ? one.split(LINE_BREAK) : [one]) {
        const line = lineOf(part, clock)
        if (line !== undefined) lines.push(line)
      }
    if (lines.length > 0) cues.push({ startMs, endMs, lines, segment })
  }
  return cues
}

interface Clock {
  /** Of what follows, until the next time within the text. */
  atMs: number
  startMs: number
  endMs: number
  shiftMs: number
}

function lineOf(raw: string, clock: Clock): CaptionLine | undefined {
  const text = raw.includes('<') || raw.includes('{') ? raw.replace(MARKUP, '') : raw
  if (!text.includes('<')) return lineOfText(decodeEntities(text))
  const parts: TimedPart[] = []
  let end = 0
  const add = (part: string) => {
    if (part !== '') parts.push({ text: decodeEntities(part), startMs: clock.atMs })
  }
  for (const found of text.matchAll(TIME)) {
    const { 0: tag, index } = found
    add(text.slice(end, index))
    end = index + tag.length
    const [, hours = '0', minutes = '0', seconds = '0', part = '0'] = found
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part)
    clock.atMs = Math.min(
      Math.max(ms + clock.shiftMs, clock.atMs),
      Math.max(clock.endMs, clock.startMs),
    )
  }
  add(text.slice(end))
  return lineOfParts(parts)
}
