import { Type } from '@sinclair/typebox'

/** From one network address, for each step of signing in. */
export const SIGN_IN_LIMIT = { name: 'sign-in', perMinute: 60 }

export const LoginQuery = Type.Object({
  provider: Type.Optional(Type.String({ maxLength: 32 })),
  return_to: Type.Optional(Type.String({ maxLength: 512 })),
  signed_out: Type.Optional(Type.String({ maxLength: 8 })),
})
