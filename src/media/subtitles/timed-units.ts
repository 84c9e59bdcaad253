import { type TextUnit, textUnits } from './text-units.ts'

/** A stretch of speech as recognisers give it; times in seconds. */
export interface TimedSegment {
  start: number
  end: number
  text: string
  words?: readonly { word: string; start: number; end: number }[]
}

/** A unit of text with its time. */
export interface TimedUnit extends TextUnit {
  startMs: number
  endMs: number
}

/** Speech is hardly slower, so that a word does not last as long as the silence after it. */
const MAX_MS_PER_CHARACTER = 250

/**
 * The units of all segments with their times, which never go back. Where the recogniser has given
 * no times of words, or of other words than the text has, they follow from the words' lengths.
 */
export function timedUnits(segments: readonly TimedSegment[]): TimedUnit[] {
  let earliestMs = 0
  return segments.flatMap((segment) => {
    const units = textUnits(segment.text)
    const timed = timesOfWords(units, segment) ?? timesOfLengths(units, segment)
    for (const unit of timed) {
      unit.startMs = Math.max(unit.startMs, earliestMs)
      unit.endMs = Math.max(unit.endMs, unit.startMs)
      earliestMs = unit.startMs
    }
    return timed
  })
}

/** By the words that cover each unit; undefined where words and text differ. */
function timesOfWords(units: readonly TextUnit[], { words }: TimedSegment) {
  if (words === undefined || words.length === 0) return undefined
  const timed: TimedUnit[] = []
  let index = 0
  /** Characters of the current word that earlier units have used. */
  let used = 0
  for (const unit of units) {
    let rest = withoutSpaces(unit.raw)
    let start: number | undefined
    let end = 0
    while (rest !== '') {
      const word = words[index]
      if (word === undefined) return undefined
      const text = withoutSpaces(word.word).slice(used)
      if (text !== '') {
        start ??= word.start
        end = word.end
      }
      if (text.length <= rest.length) {
        if (!rest.startsWith(text)) return undefined
        rest = rest.slice(text.length)
        index += 1
        used = 0
      } else {
        if (!text.startsWith(rest)) return undefined
        used += rest.length
        rest = ''
      }
    }
    timed.push({ ...unit, startMs: milliseconds(start ?? 0), endMs: milliseconds(end) })
  }
  return timed
}

function timesOfLengths(units: readonly TextUnit[], { start, end }: TimedSegment): TimedUnit[] {
  const total = units.reduce((sum, { width }) => sum + width + 1, 0)
  const startMs = milliseconds(start)
  const duration = Math.max(0, milliseconds(end) - startMs)
  const perCharacter = Math.min(duration / Math.max(1, total), MAX_MS_PER_CHARACTER)
  let before = 0
  return units.map((unit) => {
    const from = startMs + Math.round(before * perCharacter)
    before += unit.width + 1
    return { ...unit, startMs: from, endMs: startMs + Math.round(before * perCharacter) }
  })
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '')
}

function milliseconds(seconds: number): number {
  return Math.max(0, Math.round(seconds * 1000))
}
