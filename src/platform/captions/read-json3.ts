import { tryParseJson } from '../try-parse-json.ts'
import { type CaptionCue, lineOfParts, type TimedPart } from './caption-cue.ts'

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
export function readJson3(text: string): CaptionCue[] | undefined {
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
