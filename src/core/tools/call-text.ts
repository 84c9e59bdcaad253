import { tryParseJson } from '../../platform/json.ts'
import { redact } from '../../platform/redact.ts'
import { firstCharacters, plainText } from '../../platform/subprocess.ts'
import { dataPart, randomBoundary, unusedBoundary } from '../engines/text-event.ts'

const MAX_LINE_CHARACTERS = 200

/** The arguments of a call as a model has written them; none is no arguments. @returns undefined for no JSON */
export function parsedArguments({ arguments: text }: { arguments: string }): unknown {
  return text.trim() === '' ? {} : tryParseJson(text).value
}

/** A result between lines that it cannot have, as the model gets it. */
export function resultPart(tool: string, text: string): string {
  return dataPart(`result of ${shortLine(tool)}`, text, unusedBoundary([text], randomBoundary))
}

/** One line for people, without secrets and control characters. */
export function shortLine(text: string): string {
  const line = redact(plainText(text)).replace(/\s+/g, ' ').trim()
  return line.length <= MAX_LINE_CHARACTERS
    ? line
    : `${firstCharacters(line, MAX_LINE_CHARACTERS - 1)}…`
}
