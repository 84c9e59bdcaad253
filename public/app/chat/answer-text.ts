import { queuePositionLabel } from '../../ui/format.ts'
import type { Message, Progress } from './types.ts'
import { spokenText } from './voice/spoken-text.ts'

/** As much of an answer as is read out by itself; the rest is in the page. */
const MAX_SPOKEN_CHARACTERS = 600

/** Where an answer stands before its text. */
export function waitingText(
  { status }: Message,
  { isThinking, position, waitSeconds }: Progress,
): string {
  if (isThinking) return 'Thinking'
  if (status === 'running') return 'Starts to answer'
  return queuePositionLabel(position, waitSeconds)
}

/** How an answer ended that is not whole; undefined for a whole one. */
export function outcomeText({ status, error, content }: Message): string | undefined {
  switch (status) {
    case 'failed':
      return `${error?.detail ?? 'The answer failed'}.`
    case 'interrupted':
      return 'The service was stopped before the answer was whole.'
    case 'stopped':
      return content === '' ? 'Stopped before the answer started.' : 'Stopped here.'
    default:
      return undefined
  }
}

/** What a screen reader says at the end of an answer. */
export function endMessage(message: Message): string {
  const outcome = outcomeText(message)
  if (outcome !== undefined) return outcome
  const text = spokenText(message.content, 'kept')
  if (text.length <= MAX_SPOKEN_CHARACTERS) return `Answer: ${text}`
  return `Answer: ${opening(text)} … The answer goes on.`
}

/** Never half of a character that is two in UTF-16. */
function opening(text: string): string {
  return text.slice(0, MAX_SPOKEN_CHARACTERS).replace(/[\ud800-\udbff]$/, '')
}
