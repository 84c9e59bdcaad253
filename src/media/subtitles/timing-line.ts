/** The times of a cue, and what follows them on their line. */
export interface Timing {
  startMs: number
  endMs: number
  /** Text that stands on the same line; empty in well-formed files. In WebVTT it is mostly bad settings. */
  text: string
}

/** A line that is longer is read as a timing line by its beginning only. */
const HEAD_CHARACTERS = 200

const TIME = String.raw`(-?)(?:(\d{1,6}) ?[:：] ?)?(\d{1,6}) ?[:：] ?(\d{1,2})(?: ?[,.:;，．] ?(\d{1,9}))?`
/** `-->`, and what translators and typists make of it. */
const STRONG_ARROW = `[-‐-―−= ]{0,12}(?:>|&gt;|→|⟶|➔|➜){1,3}`
/** Separators that need whole times on both sides, because text may have them between clock times. */
const WEAK_ARROW = `[-‐-―−]{2,5}|,|`
const TIMING = new RegExp(
  `^[[(]?\\s{0,9}${TIME}\\s{0,20}(?:(${STRONG_ARROW})|${WEAK_ARROW})\\s{0,20}${TIME}(?!\\d)\\s{0,9}[\\])]?`,
)

/** Begins with one of WebVTT's cue settings or of the coordinates in old SRT files; others follow it. */
const SETTINGS = /^(?:vertical|line|position|size|align|region|[XY][12]):\S/i

/** Reads a line with two times; undefined for any other line. Takes bounded time. */
export function timingOf(line: string): Timing | undefined {
  const code = line.charCodeAt(0)
  const mayBegin = (code >= 0x30 && code <= 0x39) || code === 0x5b || code === 0x28 || code === 0x2d
  if (!mayBegin) return undefined
  const found = TIMING.exec(line.slice(0, HEAD_CHARACTERS))
  if (found === null) return undefined
  const [whole, ...groups] = found
  const start = groups.slice(0, 5)
  const arrow = groups[5]
  const end = groups.slice(6)
  const isWhole = [start, end].every(([, hours, , , part]) => (hours && part) !== undefined)
  if (arrow === undefined && !isWhole) return undefined
  const rest = line.slice(whole.length).trim()
  const text = SETTINGS.test(rest) ? '' : rest
  // Clock times in a sentence: "12:30 -> 13:45 departure".
  const hasPart = start[4] !== undefined || end[4] !== undefined
  if (text !== '' && !hasPart && !isLong(start, end)) return undefined
  return { startMs: millisecondsOf(start), endMs: millisecondsOf(end), text }
}

type Groups = readonly (string | undefined)[]

/** Whether both times have hours, minutes and seconds. */
function isLong(start: Groups, end: Groups): boolean {
  return start[1] !== undefined && end[1] !== undefined
}

function millisecondsOf([sign, hours = '0', minutes = '0', seconds = '0', part = '']: Groups) {
  if (sign === '-') return 0
  // A short part is a decimal fraction, as in `1.5`.
  const fraction = Number(part.slice(0, 3).padEnd(3, '0'))
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + fraction
}
