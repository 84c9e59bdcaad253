import { separatorOf } from '../../platform/subprocess.ts'

/** A part of a line that begins at a time of its own: mostly one word. */
export interface TimedPart {
  /** With the blank before it, if there is one. */
  text: string
  startMs: number
}

/** A line as it is shown; its white space is single blanks, and it has some text. */
export interface CaptionLine {
  text: string
  /** What {@link text} is made of, where the site gives times within the line. At least two. */
  parts?: readonly TimedPart[]
}

/** What is shown from one time to another; whole milliseconds. */
export interface CaptionCue {
  startMs: number
  /** Not after {@link startMs} where the file does not say it. */
  endMs: number
  /** At least one. */
  lines: readonly CaptionLine[]
  /** Counts the segments of a stream that a file was joined from. */
  segment?: number
}

/** Zero width spaces, and byte order marks within a text. */
const INVISIBLE = /[\u200b\ufeff]/g
const SPACES = /\s+/g

/** A line of text without times; undefined for an empty one. */
export function lineOfText(text: string): CaptionLine | undefined {
  const clean = text.replace(INVISIBLE, '').replace(SPACES, ' ').trim()
  return clean === '' ? undefined : { text: clean }
}

/** A line of parts, whose white space is not tidy yet; undefined for an empty one. */
export function lineOfParts(raw: readonly TimedPart[]): CaptionLine | undefined {
  const parts: TimedPart[] = []
  let isSpaced = false
  for (const { text, startMs } of raw) {
    const clean = text.replace(INVISIBLE, '').replace(SPACES, ' ')
    const word = clean.trim()
    const isSpacedHere: boolean = isSpaced || clean.startsWith(' ')
    isSpaced = word === '' ? isSpacedHere : clean.endsWith(' ')
    if (word === '') continue
    const before = parts.at(-1)
    if (before === undefined) parts.push({ text: word, startMs })
    else if (isSpacedHere) parts.push({ text: ` ${word}`, startMs })
    else if (separatorOf(before.text, word) === '') parts.push({ text: word, startMs })
    // The rest of a word, as in `don` and `'t`, and what has no time of its own.
    else before.text += word
  }
  if (parts.length === 0) return undefined
  const text = parts.map((part) => part.text).join('')
  const hasTimes = parts.some(({ startMs }) => startMs !== parts[0]?.startMs)
  return hasTimes ? { text, parts } : { text }
}
