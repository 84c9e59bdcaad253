import { type Static, Type } from '@sinclair/typebox'

/** From one network address. See Limits. */
export const START_LIMIT = { name: 'code-start', perMinute: 30 }
export const POLL_LIMIT = { name: 'code-poll', perMinute: 300 }

/** The credential of a machine. RFC 6749, 5.1 */
export const CredentialView = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds' }),
  },
  { $id: 'CodeCredential' },
)
export type CredentialView = Static<typeof CredentialView>
