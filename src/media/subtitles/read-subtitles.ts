import type { Cue } from './cues-of.ts'
import { textOfVtt, timingOf } from './timing-line.ts'

const FENCE = /^```\w{0,20}$/
const NUMBER = /^\d{1,9}$/
const HEADER = /^WEBVTT(?:\s|$)/
/** Blocks of WebVTT that are no cues; a header stands within a file of joined segments too. */
const OTHER_BLOCK = /^(?:NOTE|STYLE|REGION|WEBVTT)(?:\s|$)/
/** Names with values, whatever they mean. */
const BAD_SETTINGS = /^(?:[\w-]{1,40} ?[:=] ?[\w.,%-]{1,40}(?:\s|$))+$/
const LINE_BREAK_TAG = /<br\s{0,9}\/?>/gi

/**
 * Reads SRT and WebVTT, well-formed or not, as people and models write them. Takes linear time.
 *
 * Accepted are a byte order mark, any line ends, dots or commas, short and missing parts of times,
 * odd arrows, missing numbers, missing and additional blank lines, text beside the times,
 * coordinates, cue settings and a code fence around the whole. Cues come in the order of the text
 * and with its times, even where these are reversed or overlap. Empty cues are kept. What stands
 * before the first times is no cue and is left out.
 *
 * @returns Lines of a cue are trimmed and not empty; empty when there are no times in the text
 */
export function readSubtitles(text: string): Cue[] {
  return rawCuesOf(text).map(cueOf)
}

/** A cue with the number that its file gives it, where it gives one. */
export interface NumberedCue extends Cue {
  number: number | undefined
}

/** The same, with the numbers of the cues. */
export function readNumberedCues(text: string): NumberedCue[] {
  return rawCuesOf(text).map((raw) => ({ ...cueOf(raw), number: raw.number }))
}

/** A cue with its markup. */
export interface RawCue {
  startMs: number
  endMs: number
  number: number | undefined
  /** Trimmed, and not empty. */
  lines: readonly string[]
  /** Whether its file is WebVTT. */
  isVtt: boolean
  /** Counts the headers before it, of which a file of joined segments has several. */
  segment: number
  /** How much later its times are than the file says, as its segment's header tells. */
  shiftMs: number
}

/** The same as {@link readSubtitles}, with the markup. */
export function rawCuesOf(text: string): RawCue[] {
  const reader = new Reader()
  for (const line of linesOf(text)) reader.add(line)
  return reader.end()
}

function cueOf({ startMs, endMs, lines, isVtt }: RawCue): Cue {
  let text = lines.join('\n')
  if (isVtt) text = withoutBlankLines(textOfVtt(text))
  if (text.includes('<')) text = withoutBlankLines(text.replace(LINE_BREAK_TAG, '\n'))
  return { startMs, endMs, text }
}

class Reader {
  readonly #cues: RawCue[] = []
  readonly #map = new TimestampMap()
  /** The cue whose lines are being read. */
  #times: { startMs: number; endMs: number } | undefined
  /** Its lines, blank ones included; those before the first cue belong to none. */
  #lines: string[] = []
  /** What stands beside its times. */
  #besideTimes = ''
  #isVtt = false
  #isOtherBlock = false
  #segment = 0
  #isFirst = true
  /** Whether the cues of this file have their numbers directly before their times. */
  #isNumbered = false
  #lastNumber = 0
  /** Of the cue whose lines are being read. */
  #number: number | undefined

  add(line: string): void {
    if (FENCE.test(line)) return
    if (this.#isFirst && line !== '') {
      this.#isFirst = false
      this.#isVtt = HEADER.test(line)
      if (this.#isVtt) return
    }
    if (this.#isVtt && TimestampMap.isHeader(line)) {
      // Segments are also joined without a blank line.
      if (this.#lines.at(-1) === 'WEBVTT') this.#startOtherBlock(this.#lines.pop() ?? '')
      this.#map.read(line)
      return
    }
    const timing = timingOf(line)
    if (timing !== undefined) {
      const number = this.#takeName()
      this.#finishCue()
      this.#number = number
      this.#isOtherBlock = false
      this.#times = timing
      this.#lines = timing.text === '' || this.#isVtt ? [] : [timing.text]
      this.#besideTimes = timing.text
    } else if (line === '') {
      this.#isOtherBlock = false
      this.#lines.push(line)
    } else if (!this.#isOtherBlock) {
      const isBlockStart = this.#isVtt && this.#lines.at(-1) === '' && OTHER_BLOCK.test(line)
      if (isBlockStart) this.#startOtherBlock(line)
      else this.#lines.push(line)
    }
  }

  end(): RawCue[] {
    this.#finishCue()
    return this.#cues
  }

  #startOtherBlock(line: string): void {
    this.#isOtherBlock = true
    if (!HEADER.test(line)) return
    this.#finishCue()
    this.#times = undefined
    this.#segment += 1
  }

  /** Removes the number or the name of the next cue from the lines before its times. */
  #takeName(): number | undefined {
    const lines = this.#lines
    let last = lines.length - 1
    while (last >= 0 && lines[last] === '') last -= 1
    const name = lines[last]
    if (name === undefined) return undefined
    const isDirect = last === lines.length - 1
    // In WebVTT a number before a blank line is text: there, names stand directly before the times.
    if (this.#isVtt && !isDirect) return undefined
    const isAfterBlank = last === 0 ? this.#times === undefined : lines[last - 1] === ''
    if (NUMBER.test(name)) {
      const isExpected = Number(name) === this.#lastNumber + 1
      const isPosition = Number(name) === this.#cues.length + 2
      const isNumber = isDirect
        ? isAfterBlank || this.#isNumbered || isPosition
        : isAfterBlank && isExpected
      if (!isNumber) return undefined
      this.#isNumbered ||= isDirect
      this.#lastNumber = Number(name)
      lines.length = last
      return this.#lastNumber
    }
    if (this.#isVtt && isAfterBlank) lines.length = last
    return undefined
  }

  #finishCue(): void {
    if (this.#times === undefined) return
    const shiftMs = this.#map.shiftMs
    const lines = this.#lines.filter((line) => line !== '')
    // In WebVTT only settings stand there, good or bad; models write the text there.
    if (this.#isVtt && lines.length === 0 && !BAD_SETTINGS.test(this.#besideTimes))
      lines.push(...(this.#besideTimes === '' ? [] : [this.#besideTimes]))
    this.#cues.push({
      startMs: Math.max(0, this.#times.startMs + shiftMs),
      endMs: Math.max(0, this.#times.endMs + shiftMs),
      number: this.#number,
      lines,
      isVtt: this.#isVtt,
      segment: this.#segment,
      shiftMs,
    })
  }
}

function withoutBlankLines(text: string): string {
  return [...linesOf(text)].filter((line) => line !== '').join('\n')
}

/** Trimmed; a byte order mark counts as white space. */
function* linesOf(text: string): Generator<string> {
  for (let start = 0; start <= text.length; ) {
    let end = text.indexOf('\n', start)
    if (end === -1) end = text.length
    const line = text.slice(start, end)
    // Files of old Macs have carriage returns alone.
    if (!line.includes('\r')) yield line.trim()
    else for (const part of line.replace(/\r$/, '').split('\r')) yield part.trim()
    start = end + 1
  }
}

/** The header by which a segment of a stream tells its place. RFC 8216, 3.5 */
const MAP_HEADER = /^X-TIMESTAMP-MAP\s?=(.{1,100})$/i
const LOCAL = /LOCAL:(?:(\d{1,6}):)?(\d{1,2}):(\d{2})[.,](\d{3})/i
const STREAM = /MPEGTS:(\d{1,12})/i

const TICKS_PER_MS = 90
/** Clocks of transport streams start anew after about 26 hours. */
const CLOCK_TICKS = 2 ** 33

/**
 * Puts the cues of a stream's segments on one time line: that of the first segment, as the time at
 * which the stream itself starts is not in the captions.
 */
class TimestampMap {
  /** Stream time of the first segment's own zero. */
  #first: number | undefined
  #shiftMs = 0

  /** What is added to the times of the segment that is being read. */
  get shiftMs(): number {
    return this.#shiftMs
  }

  static isHeader(line: string): boolean {
    return line.startsWith('X-TIMESTAMP-MAP')
  }

  read(line: string): void {
    const value = MAP_HEADER.exec(line)?.[1] ?? ''
    const ticks = STREAM.exec(value)?.[1]
    const local = LOCAL.exec(value)
    if (ticks === undefined || local === null) return
    const [, hours = '0', minutes = '0', seconds = '0', part = '0'] = local
    const localMs =
      ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(part)
    const zero = Number(ticks) - localMs * TICKS_PER_MS
    this.#first ??= zero
    const distance = (((zero - this.#first) % CLOCK_TICKS) + CLOCK_TICKS) % CLOCK_TICKS
    const shortest = distance > CLOCK_TICKS / 2 ? distance - CLOCK_TICKS : distance
    this.#shiftMs = Math.round(shortest / TICKS_PER_MS)
  }
}
