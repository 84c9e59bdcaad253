import { refusalText } from '../../ui/error-texts.ts'
import { queuePositionLabel } from '../../ui/format.ts'
import { m as ui } from '../../ui/messages/en.ts'
import { m } from './messages/en.ts'
import type { Message, Progress } from './types.ts'

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
