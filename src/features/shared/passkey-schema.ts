import { type Static, Type } from '@sinclair/typebox'
import type { PasskeyHost } from '../../core/identity/passkeys.ts'
import { HostCookie } from '../../http/server/cookies.ts'
import { AppError } from '../../platform/errors.ts'
import { component, oneOf } from '../../platform/schemas.ts'

/** @limit passkey-body KiB */
export const MAX_PASSKEY_BYTES = 64 * 1024
const MAX_ID_CHARACTERS = 1400

const Base64Url = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[\\w-]+$' })

const credential = {
  id: Base64Url(MAX_ID_CHARACTERS),
  rawId: Base64Url(MAX_ID_CHARACTERS),
  type: Type.Literal('public-key'),
  authenticatorAttachment: Type.Optional(oneOf(['platform', 'cross-platform'])),
  clientExtensionResults: Type.Object({}, { additionalProperties: true, description: 'Not read' }),
}

/** What `PublicKeyCredential.toJSON()` gives after `navigator.credentials.create()`. */
export const RegistrationResponse = component('RegistrationResponse', {
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url(MAX_PASSKEY_BYTES),
    attestationObject: Base64Url(MAX_PASSKEY_BYTES),
    transports: Type.Optional(Type.Array(Type.String({ maxLength: 32 }), { maxItems: 16 })),
  }),
})

/** The same after `navigator.credentials.get()`. */
export const AuthenticationResponse = component('AuthenticationResponse', {
  ...credential,
  response: Type.Object({
    clientDataJSON: Base64Url(MAX_PASSKEY_BYTES),
    authenticatorData: Base64Url(MAX_PASSKEY_BYTES),
    signature: Base64Url(MAX_PASSKEY_BYTES),
    userHandle: Type.Optional(Base64Url(MAX_ID_CHARACTERS)),
  }),
})

/** What a browser is asked for. */
export const PasskeyOptions = Type.Object(
  { challenge: Type.String() },
  {
    additionalProperties: true,
    description: 'For `PublicKeyCredential.parse…OptionsFromJSON`',
    $id: 'PasskeyOptions',
  },
)
export type PasskeyOptions = Static<typeof PasskeyOptions>

/** Keeps the sealed challenge in the browser that is to answer. */
export const CHALLENGE_COOKIE = new HostCookie('hearth-passkey')

/** @throws {AppError} `conflict` where browsers have no passkeys */
export function requirePasskeyHost(host: PasskeyHost | undefined): PasskeyHost {
  if (host !== undefined) return host
  throw new AppError(
    'conflict',
    'Browsers have passkeys only at an https address with a host name (BASE_URL), and at http://localhost',
  )
}
