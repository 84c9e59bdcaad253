import type { CueBounds } from '../../platform/subtitles/cues-of.ts'
import { type Caption, widthOf } from './caption.ts'
import type { Unmet } from './change.ts'

/** Every bound that a result does not keep. */
export function unmetOf(captions: readonly Caption[], bounds: CueBounds): Unmet[] {
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
