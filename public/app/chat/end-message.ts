import { outcomeText } from './answer-text.ts'
import { m } from './messages/en.ts'
import type { Message } from './types.ts'
import { spokenText } from './voice/spoken-text.ts'

/** As much of an answer as is read out by itself; the rest is in the page. */
const MAX_SPOKEN_CHARACTERS = 600

/** What a screen reader says at the end of an answer. */
export function endMessage(message: Message): string {
  const outcome = outcomeText(message)
  if (outcome !== undefined) return outcome
  const text = spokenText(message.content, 'kept')
  if (text.length <= MAX_SPOKEN_CHARACTERS) return m.answerIs(text)
  return m.answerGoesOn(opening(text))
}

/** Never half of a character that is two in UTF-16. */
function opening(text: string): string {
  return text.slice(0, MAX_SPOKEN_CHARACTERS).replace(/[\ud800-\udbff]$/, '')
}
