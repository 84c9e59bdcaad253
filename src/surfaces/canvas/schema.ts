import { type Static, Type } from '@sinclair/typebox'

/** Raw JSON of an image submission. See Limits. */
export const MAX_IMAGE_BYTES = 65_536
/** Of the prompt as UTF-8. */
export const MAX_PROMPT_BYTES = 32_000

/** From one network address. See Limits. */
export const START_LIMIT = { name: 'canvas-start', perMinute: 30 }
export const POLL_LIMIT = { name: 'canvas-poll', perMinute: 300 }
export const REFRESH_LIMIT = { name: 'canvas-refresh', perMinute: 120 }
/** From one account. */
export const IMAGE_LIMIT = { name: 'canvas-images', perMinute: 6 }

export const REFRESH_GRANT = 'refresh_token'

/** RFC 6749, 6; other fields are ignored. */
export const RefreshBody = Type.Object({
  refresh_token: Type.String({ description: 'Spent by this request; the answer has the next one' }),
  grant_type: Type.Optional(Type.String()),
})

/** The tokens of an app. RFC 6749, 5.1 */
export const TokenPairView = Type.Object(
  {
    refresh_token: Type.String({ description: 'For one exchange' }),
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds' }),
  },
  { $id: 'CanvasTokens' },
)
export type TokenPairView = Static<typeof TokenPairView>

export const ImageBody = Type.Object({ prompt: Type.String({ minLength: 1 }) })
