import { type Static, Type } from '@sinclair/typebox'

/** From one network address, for each step of signing in. */
export const SIGN_IN_LIMIT = { name: 'sign-in', perMinute: 60 }

/** Tries of codes on the pages of both surfaces. See Limits. */
export const VERIFY_ADDRESS_LIMIT = { name: 'verify-address', perMinute: 20 }
export const VERIFY_ACCOUNT_LIMIT = { name: 'verify-account', perMinute: 20 }

export const MAX_APPROVE_BYTES = 4096

export const ApproveBody = Type.Object({
  user_code: Type.String(),
  decision: Type.Optional(Type.Union([Type.Literal('approve'), Type.Literal('deny')])),
})

export const LoginQuery = Type.Object({
  provider: Type.Optional(Type.String({ maxLength: 32 })),
  return_to: Type.Optional(Type.String({ maxLength: 512 })),
  signed_out: Type.Optional(Type.String({ maxLength: 8 })),
  /** Set by the service when it sends a browser to the public address, so that it does so once. */
  moved: Type.Optional(Type.String({ maxLength: 8 })),
})
export type LoginQuery = Static<typeof LoginQuery>
