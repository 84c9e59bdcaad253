import type { EngineEvent } from '../../engines/contract/text.ts'
import { randomText } from '../../platform/ids.ts'
import type { AttachmentReport } from '../attachments/attachment.ts'

/**
 * What a text task emits: what was read of the attachments, where there are any, then the engine that
 * answers, then its events.
 */
export type TextEvent =
  | EngineEvent
  | { type: 'attachments'; attachments: readonly AttachmentReport[] }
  | { type: 'engine'; engine: string; model: string }

/** The thoughts in a delta or a message of chat completions: servers name the field differently. */
export function reasoningOf(fields: Readonly<Record<string, unknown>>): string {
  const text = fields['reasoning_content'] ?? fields['reasoning']
  return typeof text === 'string' ? text : ''
}

const BOUNDARY_BYTES = 12

/** Makes an unguessable boundary of 16 characters. */
export const randomBoundary = (): string => randomText(BOUNDARY_BYTES)

/**
 * Makes a boundary that occurs in none of the texts.
 *
 * @param random Makes a boundary; called again while one of the texts contains the last
 */
export function unusedBoundary(texts: readonly string[], random: () => string): string {
  for (;;) {
    const boundary = random()
    if (texts.every((text) => !text.includes(boundary))) return boundary
  }
}

/** Encloses untrusted text in lines that it cannot forge, because it does not know the boundary. */
export function dataPart(name: string, text: string, boundary: string): string {
  return `[BEGIN ${boundary} ${name}]\n${text}\n[END ${boundary} ${name}]`
}
