import { refusalText } from '../../ui/error-texts.ts'
import { queuePositionLabel } from '../../ui/format.ts'
import { m as ui } from '../../ui/messages/en.ts'
import { m } from './messages/en.ts'
import type { Message, Progress } from './types.ts'
import { spokenText } from './voice/spoken-text.ts'

/** As much of an answer as is read out by itself; the rest is in the page. */
const MAX_SPOKEN_CHARACTERS = 600

/** Where an answer stands before its text. */
export function waitingText(
  { status }: Message,
  { isThinking, position, waitSeconds }: Progress,
): string {
  if (isThinking) return m.thinking
  if (status === 'running') return m.startsToAnswer
  return queuePositionLabel(position, waitSeconds)
}

/** How an answer ended that is not whole; undefined for a whole one. */
export function outcomeText({ status, error, content }: Message): string | undefined {
  switch (status) {
    case 'failed':
      return ui.sentence(error === null ? m.answerFailed : refusalText(error))
    case 'interrupted':
      return m.serviceStopped
    case 'stopped':
      return content === '' ? m.stoppedBefore : m.stoppedHere
    default:
      return undefined
  }
}

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
