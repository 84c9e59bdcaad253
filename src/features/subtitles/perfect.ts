import type { Cue, CueBounds } from '../../media/subtitles/cues-of.ts'
import { visibleText } from '../../media/subtitles/text-units.ts'
import { alignedToScript } from './align-script.ts'
import { type Caption, laidOut, splitCaption, widthOf } from './caption.ts'
import { retimed } from './caption-times.ts'

/** What was done to a cue. */
type ChangeCode =
  | 'removed_empty'
  | 'swapped_times'
  | 'moved'
  | 'replaced_text'
  | 'not_in_script'
  | 'split'
  | 'merged'
  | 'rebroken_lines'
  | 'started_earlier'
  | 'started_later'
  | 'ended_earlier'
  | 'ended_later'

/** What a cue could not be given. */
type UnmetCode = 'line_too_long' | 'too_many_lines' | 'too_fast' | 'too_short' | 'gap_too_small'

export interface Change {
  code: ChangeCode
  /** Number in the result; null for a cue that is gone. */
  cue: number | null
  /** Position in what was given, from 1. */
  source: number
  detail: string
}

export interface Unmet {
  code: UnmetCode
  /** Number in the result. */
  cue: number
  detail: string
}

export interface PerfectResult {
  cues: Cue[]
  /** In order of the cues that were given. */
  changes: Change[]
  /** In order of the result. */
  unmet: Unmet[]
}

/**
 * Corrects subtitles: puts them in order, ends overlaps, gives them the time to be read, and breaks
 * their lines. No word is lost, added or moved: the result is compared with what was given.
 *
 * @param text The correct text; the cues then get its words instead of theirs
 * @throws {Error} when a word was lost, which must not happen
 */
export function perfect(given: readonly Cue[], bounds: CueBounds, text?: string): PerfectResult {
  const cues = given.map((cue) => ({ ...cue, text: clean(cue.text) }))
  const script = text === undefined ? undefined : clean(text)
  const changes = new Changes()
  const ordered = inOrder(cues, changes)
  const worded = script === undefined ? ordered : scripted(ordered, script, changes)
  const expected = script === undefined ? worded.map(({ text }) => text) : [script]
  const broken = worded.flatMap((caption, index) =>
    broke(caption, bounds, worded[index + 1]?.startMs, changes),
  )
  const result = retimed(broken, bounds, (into, gone) => changes.merged(into, gone))
  if (
    !haveSameWords(
      expected,
      result.map(({ text }) => text),
    )
  )
    throw new Error('Corrected subtitles have not the words that they were made of')
  return {
    cues: result.map(({ startMs, endMs, text }) => ({ startMs, endMs, text })),
    changes: changes.end(result),
    unmet: unmetOf(result, bounds),
  }
}

/** U+FFFF is no character, and is used where texts are split. */
function clean(text: string): string {
  return text.includes('\uffff') ? text.replaceAll('\uffff', '').trim() : text
}

/** Without empty cues, and by their starts. */
function inOrder(cues: readonly Cue[], changes: Changes): Caption[] {
  const captions: Caption[] = []
  let latest = 0
  let isSorted = true
  cues.forEach(({ text, ...times }, index) => {
    const source = index + 1
    if (text.trim() === '') {
      changes.removed(source, 'removed_empty', 'Removed, as it has no text')
      return
    }
    const isReversed = times.endMs < times.startMs
    const startMs = Math.min(times.startMs, times.endMs)
    const endMs = Math.max(times.startMs, times.endMs)
    const sourceTimes = { startMs, endMs }
    const caption = { startMs, endMs, text, width: 0, source, sourceTimes }
    captions.push(caption)
    if (isReversed) changes.add(caption, 'swapped_times', 'Start and end were reversed')
    if (startMs < latest) {
      isSorted = false
      changes.add(caption, 'moved', 'Moved before cues that start later')
    }
    latest = Math.max(latest, startMs)
  })
  // Sorting is stable: cues that start together stay in their order.
  return isSorted ? captions : captions.toSorted((a, b) => a.startMs - b.startMs)
}

function scripted(captions: readonly Caption[], script: string, changes: Changes): Caption[] {
  const texts = alignedToScript(
    captions.map(({ text }) => text),
    script,
  )
  return captions.flatMap((caption, index) => {
    const text = texts[index] ?? ''
    if (text === '') {
      changes.removed(
        caption.source,
        'not_in_script',
        'Removed, as the script has none of its words',
      )
      return []
    }
    if (!haveSameWords([caption.text], [text]))
      changes.add(caption, 'replaced_text', 'Got the words of the script')
    caption.text = text
    return [caption]
  })
}

/** The cue with its lines broken; several where its text does not fit one. */
function broke(
  caption: Caption,
  bounds: CueBounds,
  nextStartMs: number | undefined,
  changes: Changes,
): Caption[] {
  const text = laidOut(caption.text, bounds)
  if (text !== undefined) {
    if (text !== caption.text) changes.add(caption, 'rebroken_lines', 'Its lines were broken anew')
    return [Object.assign(caption, { text, width: widthOf(text) })]
  }
  const latest = (nextStartMs ?? Number.POSITIVE_INFINITY) - bounds.minGapMs
  const isCut = caption.endMs > latest && latest - caption.startMs >= bounds.minCueMs
  const whole = isCut ? { ...caption, endMs: latest } : caption
  const parts = splitCaption(whole, bounds, latest)
  const { maxLines, maxLineCharacters } = bounds
  const lines = maxLines === 1 ? '1 line' : `${maxLines} lines`
  changes.split(
    caption,
    parts,
    `Split into ${parts.length}, as its text does not fit ${lines} of ${maxLineCharacters} characters`,
  )
  return parts
}

interface PendingChange {
  code: ChangeCode
  source: number
  detail: string
  caption: Caption | undefined
}

/** Collects what is done to cues, until they have their numbers. */
class Changes {
  readonly #list: PendingChange[] = []
  /** What has become of cues that are gone. */
  readonly #heirs = new Map<Caption, Caption>()

  add(caption: Caption, code: ChangeCode, detail: string): void {
    this.#list.push({ code, source: caption.source, detail, caption })
  }

  removed(source: number, code: ChangeCode, detail: string): void {
    this.#list.push({ code, source, detail, caption: undefined })
  }

  split(caption: Caption, parts: readonly Caption[], detail: string): void {
    const [first] = parts
    if (first === undefined) return
    this.#heirs.set(caption, first)
    if (parts.length > 1) this.add(caption, 'split', detail)
  }

  merged(into: Caption, gone: Caption): void {
    this.#heirs.set(gone, into)
    this.add(gone, 'merged', 'Joined with the cue before it, as there is too little time for two')
  }

  end(result: readonly Caption[]): Change[] {
    const numbers = new Map(result.map((caption, index) => [caption, index + 1]))
    for (const caption of result) this.#addTimes(caption)
    return this.#list
      .map(({ caption, ...change }) => ({ ...change, cue: this.#numberOf(caption, numbers) }))
      .sort((a, b) => a.source - b.source)
  }

  #numberOf(caption: Caption | undefined, numbers: ReadonlyMap<Caption, number>): number | null {
    let one = caption
    while (one !== undefined && !numbers.has(one)) one = this.#heirs.get(one)
    return one === undefined ? null : (numbers.get(one) ?? null)
  }

  #addTimes(caption: Caption): void {
    const { sourceTimes, startMs, endMs } = caption
    if (sourceTimes === undefined) return
    const start = startMs - sourceTimes.startMs
    const end = endMs - sourceTimes.endMs
    if (start < 0)
      this.add(caption, 'started_earlier', `Starts ${-start} ms earlier, to be read in time`)
    if (start > 0)
      this.add(caption, 'started_later', `Starts ${start} ms later, after the cue before it`)
    if (end < 0) this.add(caption, 'ended_earlier', `Ends ${-end} ms earlier, before the next cue`)
    if (end > 0) this.add(caption, 'ended_later', `Ends ${end} ms later, to be read in time`)
  }
}

/**
 * Whether two texts, each given in parts, have the same words in the same order. White space of the
 * first must be white space in the second; the second may have more of it, as text without spaces
 * has where a line ends. Tags count for nothing.
 */
export function haveSameWords(before: readonly string[], after: readonly string[]): boolean {
  const text = visibleText(before.join('\n'))
  const other = visibleText(after.join('\n'))
  let at = 0
  let otherAt = 0
  for (;;) {
    let isSpaced = at === 0
    while (at < text.length && isSpace(text.charCodeAt(at))) {
      at += 1
      isSpaced = true
    }
    let isOtherSpaced = otherAt === 0
    while (otherAt < other.length && isSpace(other.charCodeAt(otherAt))) {
      otherAt += 1
      isOtherSpaced = true
    }
    if (at === text.length || otherAt === other.length)
      return at === text.length && otherAt === other.length
    if (isSpaced && !isOtherSpaced) return false
    if (text.charCodeAt(at) !== other.charCodeAt(otherAt)) return false
    at += 1
    otherAt += 1
  }
}

/** White space between words; no-break spaces are none. */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  if (code < 0x1680) return false
  return (
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a && code !== 0x2007) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x205f ||
    code === 0x3000
  )
}

/** Every bound that a result does not keep. */
function unmetOf(captions: readonly Caption[], bounds: CueBounds): Unmet[] {
  const unmet: Unmet[] = []
  captions.forEach((caption, index) => {
    const add = (code: Unmet['code'], detail: string) =>
      unmet.push({ code, cue: index + 1, detail })
    const { startMs, endMs, width } = caption
    const ms = endMs - startMs
    const lines = caption.text.split('\n')
    const { maxLineCharacters, maxLines, minCueMs, minGapMs, maxCharactersPerSecond } = bounds
    if (lines.length > maxLines) add('too_many_lines', `${lines.length} lines`)
    // A short line is within the bound, whatever it consists of.
    const longest = Math.max(
      ...lines.map((line) => (line.length <= maxLineCharacters ? 0 : widthOf(line))),
    )
    if (longest > maxLineCharacters)
      add('line_too_long', `A line of ${longest} characters, as its words cannot be separated`)
    if (ms < minCueMs) add('too_short', `${ms} ms, as cues beside it leave no more time`)
    if (width * 1000 > maxCharactersPerSecond * ms) {
      const speed = ms === 0 ? 'all' : (Math.ceil((width * 10_000) / ms) / 10).toString()
      add('too_fast', `${speed} characters per second, as cues beside it leave no more time`)
    }
    const next = captions[index + 1]
    if (next !== undefined && next.startMs - endMs < minGapMs)
      add('gap_too_small', `${next.startMs - endMs} ms to the next cue`)
  })
  return unmet
}
