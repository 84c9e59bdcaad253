import { tryParseJson } from '../../platform/json.ts'
import { redact } from '../../platform/redact.ts'
import { firstCharacters, plainText } from '../../platform/subprocess.ts'
import { dataPart, randomBoundary, unusedBoundary } from '../engines/text-event.ts'
import type { QuotedPassage } from './tool.ts'

/** What a person has said to a call that was shown first; `late` where nobody has answered in time. */
export type Decision = 'once' | 'conversation' | 'refuse' | 'late'

/** The question whether a call may be made. */
export interface StepConfirm {
  id: string
  /** What the tool would be called with, as JSON. */
  arguments: string
  /** Null while it waits, and where the answer has ended before. */
  decision: Decision | null
}

/** One call of a tool by a model, as its reader sees it. */
export interface StepCall {
  tool: string
  /** One line. */
  label: string
  /** The beginning of what came back. */
  text: string
  ms: number
  ok: boolean
  /** That were found, and may be read from then on. */
  addresses: readonly string[]
  /** Which the answer may cite by their numbers; absent for none. */
  passages?: readonly QuotedPassage[]
  /** Of a call that its person was asked about. */
  confirm?: StepConfirm
}

/** The calls of an answer before it goes on; those up to one that is confirmed, in place of them. */
export interface StepEvent {
  type: 'step' | 'confirm'
  calls: readonly StepCall[]
}

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
