import { firstCharacters } from '../../platform/characters.ts'
import { plainText } from '../../platform/plain-text.ts'
import { redact } from '../../platform/redact.ts'

/** Of a step's line for the owner. */
const MAX_STEP_CHARACTERS = 200

/** A text as one line of the list of steps, without secrets and control characters. */
export function shortLine(text: string): string {
  const line = redact(plainText(text)).replace(/\s+/g, ' ').trim()
  return line.length <= MAX_STEP_CHARACTERS
    ? line
    : `${firstCharacters(line, MAX_STEP_CHARACTERS - 1)}…`
}
