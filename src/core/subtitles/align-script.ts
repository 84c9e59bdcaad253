import { endsSentence } from '../../platform/subtitles/break-cost.ts'
import { joinUnits } from '../../platform/subtitles/break-lines.ts'
import { type TextUnit, textUnits } from '../../platform/subtitles/text-units.ts'
import { alignWords } from './align-words.ts'

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
