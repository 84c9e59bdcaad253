import { type CaptionCue, lineOfParts, type TimedPart } from './caption-cue.ts'

/** Elements within one another; a file with more is damaged. */
const MAX_DEPTH = 200
const TIMED = new Set(['body', 'div', 'p', 'span'])

type Attributes = Readonly<Record<string, string>>

/** An element that is open; times in milliseconds from the start of the video, not rounded. */
interface OpenElement {
  name: string
  startMs: number
  /** Infinite where no element around it has an end. */
  endMs: number
  /** Whether it, or one around it, has a time. */
  hasTime: boolean
  /** Children that follow one another, instead of all beginning with it. */
  isSequence: boolean
  /** Where the next child of a sequence begins. */
  nextMs: number
  isHidden: boolean
}

const ROOT: OpenElement = {
  name: '',
  startMs: 0,
  endMs: Number.POSITIVE_INFINITY,
  hasTime: false,
  isSequence: false,
  nextMs: 0,
  isHidden: false,
}

/**
 * Reads TTML, and its kin DFXP, SMPTE-TT and EBU-TT: each paragraph is a cue. Entities that a file
 * declares are never expanded. Takes linear time.
 *
 * @returns Empty when there is no paragraph with a time
 */
export function readTtml(xml: string): CaptionCue[] {
  // Loaded by the first file of this kind.
  const { Parser }: typeof import('htmlparser2') = require('htmlparser2')
  const reader = new TtmlReader()
  const parser = new Parser(
    {
      onopentag: (name, attributes) => reader.open(localName(name), attributes),
      onclosetag: () => reader.close(),
      ontext: (text) => reader.text(text),
    },
    { xmlMode: true, decodeEntities: true },
  )
  try {
    parser.end(xml)
  } catch (err) {
    if (!(err instanceof TooDeepError)) throw err
  }
  return reader.cues
}

class TooDeepError extends Error {}

class TtmlReader {
  readonly cues: CaptionCue[] = []
  readonly #open: OpenElement[] = []
  #clock: TtmlClock = ttmlClock(() => undefined)
  /** Start of the programme by the clock of the file. EBU Tech 3350 */
  #programmeMs = 0
  /** Lines of the open paragraph. */
  #lines: { parts: TimedPart[]; endMs: number }[] = []

  open(name: string, attributes: Attributes): void {
    if (this.#open.length >= MAX_DEPTH) throw new TooDeepError()
    const read = (key: string) => attribute(attributes, key)
    if (name === 'tt') this.#clock = ttmlClock(read)
    const parent = this.#open.at(-1) ?? ROOT
    const isTimed = TIMED.has(name)
    const begin = isTimed ? ttmlTime(read('begin'), this.#clock) : undefined
    const end = isTimed ? ttmlTime(read('end'), this.#clock) : undefined
    const duration = isTimed ? ttmlTime(read('dur'), this.#clock) : undefined
    const base = parent.isSequence && isTimed ? parent.nextMs : parent.startMs
    const startMs = base + (begin ?? 0)
    const endMs = Math.min(
      parent.endMs,
      base + (end ?? Number.POSITIVE_INFINITY),
      startMs + (duration ?? Number.POSITIVE_INFINITY),
    )
    this.#open.push({
      name,
      startMs,
      endMs,
      nextMs: startMs,
      hasTime: parent.hasTime || (begin ?? end ?? duration) !== undefined,
      isSequence: isTimed && read('timeContainer') === 'seq',
      // Readings beside ruby text.
      isHidden: parent.isHidden || /^(?:text|textContainer|delimiter)$/.test(read('ruby') ?? ''),
    })
    if (name === 'p') this.#lines = [{ parts: [], endMs: 0 }]
    if (name === 'br') this.#lines.push({ parts: [], endMs: 0 })
  }

  text(text: string): void {
    const within = this.#open.at(-1)
    if (within === undefined || within.isHidden) return
    if (within.name === 'documentStartOfProgramme') {
      this.#programmeMs = ttmlTime(text, this.#clock) ?? 0
      return
    }
    if (within.name !== 'p' && within.name !== 'span') return
    const line = this.#lines.at(-1)
    if (line === undefined || !within.hasTime) return
    line.parts.push({ text, startMs: within.startMs })
    if (text.trim() !== '') line.endMs = Math.max(line.endMs, within.endMs)
  }

  close(): void {
    const closed = this.#open.pop()
    if (closed === undefined) return
    const parent = this.#open.at(-1)
    if (parent?.isSequence === true && TIMED.has(closed.name))
      parent.nextMs = Number.isFinite(closed.endMs) ? closed.endMs : closed.startMs
    if (closed.name === 'p') this.#finishParagraph(closed)
  }

  #finishParagraph(paragraph: OpenElement): void {
    const shown = this.#lines.flatMap(({ parts, endMs }) => {
      const line = lineOfParts(
        parts.map((part) => ({ ...part, startMs: this.#time(part.startMs) })),
      )
      const first = parts.find(({ text }) => text.trim() !== '')
      return line === undefined ? [] : [{ line, endMs, startMs: first?.startMs ?? 0 }]
    })
    this.#lines = []
    if (shown.length === 0) return
    const starts = new Set(shown.map((one) => one.startMs))
    // Lines that appear one after another are cues of their own.
    const groups = starts.size === 1 ? [shown] : shown.map((one) => [one])
    for (const group of groups) {
      const startMs = this.#time(group[0]?.startMs ?? 0)
      const endMs = Math.min(
        paragraph.endMs,
        group.reduce((latest, one) => Math.max(latest, one.endMs), 0),
      )
      this.cues.push({
        startMs,
        endMs: Number.isFinite(endMs) ? this.#time(endMs) : startMs,
        lines: group.map(({ line }) => line),
      })
    }
  }

  #time(ms: number): number {
    const fromStart = ms >= this.#programmeMs ? ms - this.#programmeMs : ms
    return Math.max(0, Math.round(fromStart))
  }
}

function attribute(attributes: Attributes, name: string): string | undefined {
  if (attributes[name] !== undefined) return attributes[name]
  const found = Object.keys(attributes).find((key) => localName(key) === name)
  return found === undefined ? undefined : attributes[found]
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

/** How times are written in a TTML file. TTML 2, 7.2 */
interface TtmlClock {
  frameRate: number
  /** What frames really last: `1000 1001` for 29.97 frames per second. */
  multiplier: number
  subFrameRate: number
  tickRate: number
  isSmpte: boolean
  /** Frame numbers that are left out, so that the clock keeps pace with a real one. */
  dropMode: 'dropNTSC' | 'dropPAL' | 'nonDrop'
}

const CLOCK = /^(?:(\d{1,6}):)?(\d{1,4}):(\d{1,4})(?:[.,](\d{1,9})|[:;](\d{1,4})(?:\.(\d{1,4}))?)?$/
const OFFSET = /^(\d{1,12}(?:[.,]\d{1,9})?|[.,]\d{1,9})(h|m|s|ms|f|t)?$/
const MAX_RATE = 10_000_000_000

/** @param read Gives an attribute of the file's root by its name without prefix */
function ttmlClock(read: (name: string) => string | undefined): TtmlClock {
  const given = rate(read('frameRate'))
  const frameRate = given ?? 30
  const subFrameRate = rate(read('subFrameRate')) ?? 1
  const [above, below] = (read('frameRateMultiplier') ?? '').trim().split(/[\s:]+/, 2)
  const dropMode = read('dropMode')
  return {
    frameRate,
    subFrameRate,
    multiplier: (rate(above) ?? 1) / (rate(below) ?? 1),
    tickRate: rate(read('tickRate')) ?? (given === undefined ? 1 : frameRate * subFrameRate),
    isSmpte: read('timeBase') === 'smpte',
    dropMode: dropMode === 'dropNTSC' || dropMode === 'dropPAL' ? dropMode : 'nonDrop',
  }
}

function rate(text: string | undefined): number | undefined {
  const number = Number(text)
  return text !== undefined && number > 0 && number <= MAX_RATE ? number : undefined
}

/** Milliseconds of a time expression, not rounded; undefined when it is none. */
function ttmlTime(text: string | undefined, clock: TtmlClock): number | undefined {
  const expression = text?.trim() ?? ''
  if (expression === '' || expression.length > 60) return undefined
  const offset = OFFSET.exec(expression)
  if (offset !== null) return offsetTime(offset, clock)
  const found = CLOCK.exec(expression)
  if (found === null) return undefined
  const [, hours = '0', minutes = '0', seconds = '0', fraction, frames, subFrames = '0'] = found
  const whole = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  if (frames === undefined) return (whole + Number(`0.${fraction ?? 0}`)) * 1000
  const { frameRate, multiplier, subFrameRate, isSmpte } = clock
  const part = Number(frames) + Number(subFrames) / subFrameRate
  const seconds1 = isSmpte
    ? (whole * frameRate + part - dropped(whole, clock)) / (frameRate * multiplier)
    : whole + part / (frameRate * multiplier)
  return seconds1 * 1000
}

function offsetTime([, number = '0', metric = 's']: RegExpExecArray, clock: TtmlClock): number {
  const value = Number(number.replace(',', '.'))
  switch (metric) {
    case 'h':
      return value * 3_600_000
    case 'm':
      return value * 60_000
    case 'ms':
      return value
    case 'f':
      return (value * 1000) / (clock.frameRate * clock.multiplier)
    case 't':
      return (value * 1000) / clock.tickRate
    default:
      return value * 1000
  }
}

/** Frame numbers that were left out until then: two a minute, but for each tenth one. SMPTE 12M */
function dropped(seconds: number, { dropMode }: TtmlClock): number {
  const minutes = Math.floor(seconds / 60)
  if (dropMode === 'dropNTSC') return 2 * (minutes - Math.floor(minutes / 10))
  if (dropMode === 'dropPAL') return 4 * (Math.floor(minutes / 2) - Math.floor(minutes / 20))
  return 0
}
