import { decodeEntities } from '../../platform/subprocess.ts'

/** A reference to `<` that would become a tag, which SRT cannot escape. */
const TAG_AS_TEXT =
  /&(?:lt|#0{0,9}60|#x0{0,9}3c);(?=\/?(?:b|i|u|s|em|strong|font|span|c|v|lang|ruby|rt)\b)/gi
/** WebVTT's tags that SRT has not: voices, classes, languages, ruby and times of words. */
const VTT_TAG = /<(?:\/?(?:c|v|lang|ruby|rt)(?:[.\s][^<>\n]{0,200})?|\d{1,6}:\d{2}[\d:.]{0,20})>/g
/** WebVTT allows classes in every tag. */
const CLASSED_TAG = /<([biu])\.[^<>\n]{0,200}>/g

/**
 * The text of a WebVTT cue as SRT has it: no character references, and of the tags only bold, italic,
 * underline.
 */
export function textOfVtt(text: string): string {
  if (!text.includes('<') && !text.includes('&')) return text
  const plain = text.replace(VTT_TAG, '').replace(CLASSED_TAG, '<$1>')
  return decodeEntities(plain.replace(TAG_AS_TEXT, '<\u200b'))
}

const KNOWN_TAG = /<\/?[biu]>/gi
/** What SRT files have and WebVTT has not: fonts, other tags of HTML and the codes of SubStation. */
const SRT_ONLY = /<\/?(?:font|span|s|em|strong)(?:\s[^<>\n]{0,200})?>|\{\\[^{}\n]{0,200}\}/gi

/** The text of a cue as WebVTT has it. */
export function textToVtt(text: string): string {
  const kept = text.replace(SRT_ONLY, '')
  if (!/[&<>]/.test(kept)) return kept
  let escaped = ''
  let end = 0
  for (const { 0: tag, index } of kept.matchAll(KNOWN_TAG)) {
    escaped += escapedText(kept.slice(end, index)) + tag.toLowerCase()
    end = index + tag.length
  }
  return escaped + escapedText(kept.slice(end))
}

function escapedText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

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
