/** How times are written in a TTML file. TTML 2, 7.2 */
export interface TtmlClock {
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
export function ttmlClock(read: (name: string) => string | undefined): TtmlClock {
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
export function ttmlTime(text: string | undefined, clock: TtmlClock): number | undefined {
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
