import { EngineFailure } from './failure.ts'
import type { EngineEvent } from './text.ts'

/** Longest answer: text, reasoning and calls together, of any engine. See Limits. */
export const MAX_ANSWER_CHARACTERS = 16 * 1024 * 1024
/** Added for each event, as those without text have no end either. See Limits. */
export const EVENT_CHARACTERS = 16

/** Counts what one answer holds while it arrives. */
export class AnswerSize {
  #characters = 0

  /** @throws {EngineFailure} `request` when the answer is too long */
  add(batch: readonly EngineEvent[]): void {
    for (const event of batch) this.#characters += EVENT_CHARACTERS + charactersOf(event)
    if (this.#characters > MAX_ANSWER_CHARACTERS) throw answerTooLong()
  }
}

/** No other engine is asked: it could write as much. */
export function answerTooLong(options: ErrorOptions = {}): EngineFailure {
  const megacharacters = MAX_ANSWER_CHARACTERS / 1024 / 1024
  return new EngineFailure(
    'answer_too_long',
    `The answer was stopped: it is longer than ${megacharacters} Mi characters`,
    { ...options, isPublic: true },
  )
}

function charactersOf(event: EngineEvent): number {
  switch (event.type) {
    case 'text':
      return event.text.length + stringCharacters(event.logprobs)
    case 'delta':
      return stringCharacters(event.delta) + stringCharacters(event.logprobs)
    case 'finish':
      return 0
  }
}

/** Of all strings in a value; each other value counts as one. Its depth is bounded where it is parsed. */
function stringCharacters(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1
  let characters = 1
  for (const one of Array.isArray(value) ? value : Object.values(value))
    characters += stringCharacters(one)
  return characters
}
