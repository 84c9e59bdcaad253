import { timingSafeEqual } from 'node:crypto'
import { sha256Bytes } from '../../../platform/ids.ts'

/** Form of a verifier. RFC 7636, 4.1 */
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/
/** SHA-256 in base64url. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/

export function isChallenge(text: string): boolean {
  return CHALLENGE.test(text)
}

/**
 * Whether the verifier of a poll matches the challenge of the start (S256). A verifier without a
 * challenge is refused too: an attacker may have removed the challenge. RFC 9700, 2.1.1
 */
export function provesStart(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null || verifier === undefined)
    return challenge === null && verifier === undefined
  if (!VERIFIER.test(verifier)) return false
  const shown = Buffer.from(sha256Bytes(verifier).toString('base64url'))
  const promised = Buffer.from(challenge)
  return shown.length === promised.length && timingSafeEqual(shown, promised)
}
