import { AppError } from '../../platform/errors.ts'
import { randomId, sha256Bytes } from '../../platform/ids.ts'
import type { MessageRecord } from './message-record.ts'

/**
 * The id of what a request makes. A request with a key that is sent again, because its answer was
 * lost, gets the same id and so finds what the first one has made.
 *
 * @param scope Who sends it, and to what
 * @param key The sender's own name for the request; without one, the id is random
 */
export function idFor(prefix: string, scope: readonly string[], key: string | undefined): string {
  if (key === undefined) return randomId(prefix)
  const hash = sha256Bytes(JSON.stringify([...scope, key]))
  return prefix + hash.subarray(0, 16).toString('base64url')
}

/**
 * A message that was sent before, with the first answer to it; undefined when there is none.
 *
 * @throws {AppError} `conflict` when it has another content
 */
export function sentBefore(
  records: readonly MessageRecord[],
  id: string,
  content: string,
): { message: MessageRecord; answer: MessageRecord } | undefined {
  const message = records.find((one) => one.id === id)
  const answer = records.find(({ parentId }) => parentId === id)
  if (message === undefined || answer === undefined) return undefined
  if (message.content === content) return { message, answer }
  throw new AppError('conflict', 'This Idempotency-Key was used with another message')
}
