import { type Static, Type } from '@sinclair/typebox'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { matches } from '../../../platform/check.ts'

const ALGORITHM = 'dir'
const ENCRYPTION = 'A256GCM'

/** The state of a sign-in attempt. */
export const SignInState = Type.Object({
  attempt: Type.Object({
    state: Type.String(),
    verifier: Type.String(),
    nonce: Type.String(),
    redirectUri: Type.String(),
  }),
  /** Id of the provider. */
  provider: Type.String(),
  returnTo: Type.String(),
  /** UTC milliseconds. */
  expiresAt: Type.Integer(),
})
export type SignInState = Static<typeof SignInState>

/**
 * Encrypts the state of an attempt for the browser to keep. The service holds none of it, so a
 * client that starts many attempts cannot displace those of others.
 */
export class StateCipher {
  /** Of this process: attempts under way at a restart have to begin again. */
  readonly #key = crypto.getRandomValues(new Uint8Array(32))

  encrypt(signInState: SignInState): Promise<string> {
    return new EncryptJWT(signInState)
      .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION })
      .encrypt(this.#key)
  }

  /** @returns undefined for a text of another key, or an expired attempt */
  async decrypt(text: string, now: number): Promise<SignInState | undefined> {
    try {
      const { payload } = await jwtDecrypt(text, this.#key, {
        keyManagementAlgorithms: [ALGORITHM],
        contentEncryptionAlgorithms: [ENCRYPTION],
      })
      return matches(SignInState, payload) && payload.expiresAt > now ? payload : undefined
    } catch (error) {
      if (error instanceof errors.JOSEError) return undefined
      throw error
    }
  }
}
