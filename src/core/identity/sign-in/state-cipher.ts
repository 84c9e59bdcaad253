import { type Static, Type } from '@sinclair/typebox'
import { EncryptJWT, errors, jwtDecrypt } from 'jose'
import { matches } from '../../../platform/check.ts'

const ALGORITHM = 'dir'
const ENCRYPTION = 'A256GCM'

/** What a browser has set out with. */
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
 * Lets the browser itself keep what it has set out with, which it can neither read nor change: nothing
 * of it is held here, so strangers who set out again and again push nobody else out.
 */
export class StateCipher {
  /** Of this process: after a restart, whoever was on the way begins again. */
  readonly #key = crypto.getRandomValues(new Uint8Array(32))

  close(signInState: SignInState): Promise<string> {
    return new EncryptJWT(signInState)
      .setProtectedHeader({ alg: ALGORITHM, enc: ENCRYPTION })
      .encrypt(this.#key)
  }

  /** @returns undefined for a text that is not of this seal, or whose time is over */
  async open(text: string, now: number): Promise<SignInState | undefined> {
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
