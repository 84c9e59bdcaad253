import { endsSentence, joinUnits } from '../../media/subtitles/break-lines.ts'
import { type TextUnit, textUnits } from '../../media/subtitles/text-units.ts'

/** Tags and codes that a cue begins with. */
const FIRST_TAGS = /^(?:\s{0,9}(?:<[biu]>|\{\\[^{}\n]{1,200}\})){0,8}/i
/** The tags that it ends with. */
const LAST_TAGS = /(?:<\/[biu]>\s{0,9}){0,8}$/i
/** Room for them. */
const LAST_CHARACTERS = 64
const NOT_SPOKEN = /[^\p{L}\p{N}]+/gu

/**
 * The words of a script, spread over cues by which of their own words they follow. Every word of
 * the script is in one cue, in order.
 *
 * @returns A text for each cue; empty for a cue that the script has nothing of
 */
export function alignedToScript(texts: readonly string[], script: string): string[] {
  const heard: string[] = []
  const cueOf: number[] = []
  texts.forEach((text, cue) => {
    for (const unit of textUnits(text)) {
      heard.push(spoken(unit))
      cueOf.push(cue)
    }
  })
  const units = textUnits(script)
  const matches = alignWords(units.map(spoken), heard)
  const cues = cuesOfUnits(units, matches, cueOf)
  const own: TextUnit[][] = texts.map(() => [])
  units.forEach((unit, index) => {
    own[cues[index] ?? 0]?.push(unit)
  })
  return texts.map((text, cue) => {
    const words = joinUnits(own[cue] ?? [], [])
    return words === '' ? '' : tagged(words, text)
  })
}

/** A word without a match goes with the word before it, and at the start of a sentence with the next. */
function cuesOfUnits(
  units: readonly TextUnit[],
  matches: Int32Array,
  cueOf: readonly number[],
): number[] {
  const cues = Array.from(units, () => -1)
  let next = -1
  const following = Array.from(units, () => -1)
  for (let index = units.length - 1; index >= 0; index -= 1) {
    const match = matches[index] ?? -1
    if (match >= 0) next = cueOf[match] ?? next
    following[index] = next
  }
  let current = -1
  let isNewSentence = true
  units.forEach((unit, index) => {
    const match = matches[index] ?? -1
    const after = following[index] ?? -1
    if (match >= 0) current = cueOf[match] ?? current
    else if (current === -1 || (isNewSentence && after !== -1))
      current = Math.max(after, current, 0)
    cues[index] = current
    isNewSentence = endsSentence(unit)
  })
  return cues
}

/** What two writings of a word have in common. */
function spoken({ text }: TextUnit): string {
  const word = text.normalize('NFKD').toLowerCase().replace(NOT_SPOKEN, '')
  return word === '' ? text : word
}

function tagged(words: string, before: string): string {
  if (!before.includes('<') && !before.includes('{')) return words
  const start = FIRST_TAGS.exec(before)?.[0] ?? ''
  const end = LAST_TAGS.exec(before.slice(-LAST_CHARACTERS))?.[0] ?? ''
  return `${start.trim()}${words}${end.trim()}`
}

/** Stretches up to this product of lengths are aligned word by word. */
const MAX_CELLS = 250_000
/** How often stretches are divided at words that occur once. */
const MAX_DEPTH = 24
/** Runs of so many words are looked for, long ones first: they are seldom equal by chance. */
const RUN_LENGTHS = [4, 2, 1]

const SKIP_COST = 10
const SIMILAR_COST = 6
const OTHER_COST = 15

interface Range {
  from: number
  to: number
  otherFrom: number
  otherTo: number
  depth: number
}

/**
 * Finds for each word of a text its counterpart in another writing of it, in order: the same word,
 * or another in its place. Takes bounded time for texts of any length: it looks for runs of words
 * that occur once in both, and compares word by word between them.
 *
 * @returns For each word the index of its counterpart, or -1
 */
function alignWords(words: readonly string[], others: readonly string[]): Int32Array {
  const matches = new Int32Array(words.length).fill(-1)
  const ranges: Range[] = [
    { from: 0, to: words.length, otherFrom: 0, otherTo: others.length, depth: 0 },
  ]
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const rest = withoutEqualEnds(words, others, range, matches)
    const length = rest.to - rest.from
    const otherLength = rest.otherTo - rest.otherFrom
    if (length === 0 || otherLength === 0) continue
    if (length * otherLength <= MAX_CELLS) alignEach(words, others, rest, matches)
    else {
      const parts = rest.depth < MAX_DEPTH ? divided(words, others, rest, matches) : []
      if (parts.length > 0) ranges.push(...parts)
      else
        for (let index = 0; index < length; index += 1)
          matches[rest.from + index] = rest.otherFrom + Math.floor((index * otherLength) / length)
    }
  }
  return matches
}

function withoutEqualEnds(
  words: readonly string[],
  others: readonly string[],
  range: Range,
  matches: Int32Array,
): Range {
  let { from, to, otherFrom, otherTo } = range
  while (from < to && otherFrom < otherTo && words[from] === others[otherFrom]) {
    matches[from] = otherFrom
    from += 1
    otherFrom += 1
  }
  while (from < to && otherFrom < otherTo && words[to - 1] === others[otherTo - 1]) {
    to -= 1
    otherTo -= 1
    matches[to] = otherTo
  }
  return { ...range, from, to, otherFrom, otherTo }
}

/** The stretches between runs of words that occur once in both; empty where there are none. */
function divided(
  words: readonly string[],
  others: readonly string[],
  range: Range,
  matches: Int32Array,
): Range[] {
  for (const length of RUN_LENGTHS) {
    const own = uniqueRuns(words, range.from, range.to, length)
    const other = uniqueRuns(others, range.otherFrom, range.otherTo, length)
    const pairs: [number, number][] = []
    for (const [run, at] of own) {
      const otherAt = other.get(run)
      if (at !== -1 && otherAt !== undefined && otherAt !== -1) pairs.push([at, otherAt])
    }
    const anchors = longestIncreasing(pairs.sort(([a], [b]) => a - b))
    if (anchors.length > 0) return between(anchors, length, range, matches)
  }
  return []
}

/** The start of each run of words; -1 where it occurs more than once. */
function uniqueRuns(
  words: readonly string[],
  from: number,
  to: number,
  length: number,
): Map<string, number> {
  const runs = new Map<string, number>()
  for (let at = from; at + length <= to; at += 1) {
    const run = length === 1 ? (words[at] ?? '') : words.slice(at, at + length).join('\n')
    runs.set(run, runs.has(run) ? -1 : at)
  }
  return runs
}

/** The most pairs whose second numbers rise as the first do. */
function longestIncreasing(pairs: readonly [number, number][]): [number, number][] {
  /** For each length, the pair with the least end. */
  const ends: number[] = []
  const previous: number[] = []
  pairs.forEach(([, value], index) => {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < value) low = middle + 1
      else high = middle
    }
    previous.push(low === 0 ? -1 : (ends[low - 1] ?? -1))
    ends[low] = index
  })
  const chosen: [number, number][] = []
  for (let index = ends.at(-1) ?? -1; index !== -1; index = previous[index] ?? -1) {
    const pair = pairs[index]
    if (pair !== undefined) chosen.push(pair)
  }
  return chosen.reverse()
}

function between(
  anchors: readonly [number, number][],
  length: number,
  range: Range,
  matches: Int32Array,
): Range[] {
  const parts: Range[] = []
  let { from, otherFrom } = range
  const { to, otherTo } = range
  const depth = range.depth + 1
  for (const [at, otherAt] of anchors) {
    // Runs overlap where the text is the same for longer.
    for (let step = 0; step < length; step += 1)
      if (at + step >= from && otherAt + step >= otherFrom) matches[at + step] = otherAt + step
    if (at >= from && otherAt >= otherFrom)
      parts.push({ from, to: at, otherFrom, otherTo: otherAt, depth })
    from = Math.max(from, at + length)
    otherFrom = Math.max(otherFrom, otherAt + length)
  }
  parts.push({ from, to, otherFrom, otherTo, depth })
  return parts
}

/** Needleman-Wunsch, with words of like writing cheaper than others. */
function alignEach(
  words: readonly string[],
  others: readonly string[],
  { from, to, otherFrom, otherTo }: Range,
  matches: Int32Array,
): void {
  const columns = otherTo - otherFrom + 1
  const rows = to - from + 1
  const steps = new Uint8Array(rows * columns)
  let above = Int32Array.from({ length: columns }, (_, column) => column * SKIP_COST)
  for (let row = 1; row < rows; row += 1) {
    const current = new Int32Array(columns)
    current[0] = row * SKIP_COST
    const word = words[from + row - 1] ?? ''
    for (let column = 1; column < columns; column += 1) {
      const pair = (above[column - 1] ?? 0) + costOf(word, others[otherFrom + column - 1] ?? '')
      const up = (above[column] ?? 0) + SKIP_COST
      const left = (current[column - 1] ?? 0) + SKIP_COST
      const least = Math.min(pair, up, left)
      current[column] = least
      steps[row * columns + column] = least === pair ? PAIR : least === up ? UP : LEFT
    }
    above = current
  }
  let row = rows - 1
  let column = columns - 1
  while (row > 0 && column > 0) {
    const step = steps[row * columns + column]
    if (step === PAIR) matches[from + row - 1] = otherFrom + column - 1
    if (step !== LEFT) row -= 1
    if (step !== UP) column -= 1
  }
}

const PAIR = 0
const UP = 1
const LEFT = 2

function costOf(word: string, other: string): number {
  if (word === other) return 0
  return isSimilar(word, other) ? SIMILAR_COST : OTHER_COST
}

/** Whether most letters at the start and the end of two words are equal. */
function isSimilar(word: string, other: string): boolean {
  const longest = Math.max(word.length, other.length)
  const shortest = Math.min(word.length, other.length)
  if (shortest * 2 < longest) return false
  let start = 0
  while (start < shortest && word[start] === other[start]) start += 1
  let end = 0
  while (end < shortest - start && word[word.length - 1 - end] === other[other.length - 1 - end])
    end += 1
  return (start + end) * 2 > longest
}
