import type { CaptionLine } from './caption-cue.ts'

/** Lines of one cue that are looked at; more are not shown at a time. */
const MAX_LINES = 12
/** Words that are looked at, at the end of one cue and at the start of the next. */
const MAX_WORDS = 80
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu

/** What a cue still shows of the one before it. */
export interface LineOverlap {
  /** Lines at the start of the cue that the one before it has at its end. */
  lines: number
  /** Characters at the start of the last of these that are old; the rest of it is new. */
  grownFrom: number | undefined
}

/**
 * Finds the lines at the end of one cue with which the next begins; the last of them may have grown.
 * A line that has times of its own words is being said just now, so it is no old one.
 *
 * @param isPainted Whether lines around these grow word by word, so that a new line is less likely
 */
export function lineOverlap(
  before: readonly CaptionLine[],
  after: readonly CaptionLine[],
  isPainted: boolean,
): LineOverlap | undefined {
  const most = Math.min(before.length, after.length, MAX_LINES)
  let grown: LineOverlap | undefined
  for (let count = most; count > 0; count -= 1) {
    const overlap = overlapOf(before, after, count)
    if (overlap === undefined) continue
    if (isPainted || overlap.grownFrom === undefined) return overlap
    grown ??= overlap
  }
  return grown
}

function overlapOf(
  before: readonly CaptionLine[],
  after: readonly CaptionLine[],
  count: number,
): LineOverlap | undefined {
  for (let index = 0; index < count; index += 1) {
    const shown = before[before.length - count + index]?.text ?? ''
    const line = after[index]
    if (line === undefined) return undefined
    if (line.text === shown && line.parts === undefined) continue
    const mayGrow = index === count - 1 && line.text.length > shown.length
    if (!mayGrow || !line.text.startsWith(shown)) return undefined
    // Times within the old part mean that it is said again.
    const isAgain = line.parts !== undefined && (line.parts[0]?.text.length ?? 0) < shown.length
    return isAgain ? undefined : { lines: count, grownFrom: shown.length }
  }
  return { lines: count, grownFrom: undefined }
}

/**
 * Counts the words at the end of one text with which the next begins, whatever their case and
 * punctuation. For sites that break the lines of each cue anew.
 */
export function wordOverlap(before: string, after: string): number {
  const [first = ''] = after.split(' ', 1)
  if (!before.toLowerCase().includes(bare(first))) return 0
  const old = before
    .slice(-MAX_WORDS * 20)
    .split(' ')
    .slice(-MAX_WORDS)
    .map(bare)
  const words = after
    .slice(0, MAX_WORDS * 20)
    .split(' ', MAX_WORDS)
    .map(bare)
  // The longest border of `words`, a separator and `old`, as Knuth, Morris and Pratt find it.
  const all = [...words, undefined, ...old]
  const borders = [0]
  for (let index = 1; index < all.length; index += 1) {
    let length = borders[index - 1] ?? 0
    while (length > 0 && all[index] !== all[length]) length = borders[length - 1] ?? 0
    borders.push(all[index] === all[length] && all[index] !== undefined ? length + 1 : 0)
  }
  return borders.at(-1) ?? 0
}

function bare(word: string): string {
  const text = word.length > 60 ? word : word.replace(EDGES, '')
  return text === '' ? word : text.toLowerCase()
}
