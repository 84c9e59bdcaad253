import { Type } from '@sinclair/typebox'

/** From one network address. Spec: Limits, Rate limits. */
export const START_LIMIT = { name: 'code-start', perMinute: 30 }
export const POLL_LIMIT = { name: 'code-poll', perMinute: 300 }

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/** RFC 8628, 3.1, with the name to show and a challenge for the polls; other fields are ignored. */
export const StartBody = Type.Object({
  client_name: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  code_challenge: Type.Optional(Type.String()),
  code_challenge_method: Type.Optional(Type.Literal('S256')),
})

/** RFC 8628, 3.4; other fields are ignored. */
export const PollBody = Type.Object({
  device_code: Type.String(),
  code_verifier: Type.Optional(Type.String()),
  grant_type: Type.Optional(Type.String()),
})
