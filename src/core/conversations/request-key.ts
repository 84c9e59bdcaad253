import { randomId, sha256Bytes } from '../../platform/ids.ts'

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
