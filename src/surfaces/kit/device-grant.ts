import { Type } from '@sinclair/typebox'
import { readGrantBody } from '../../http/body/form.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'

/** Media types of request bodies: the form of RFC 8628, and JSON. */
export const FORM_OR_JSON = ['application/x-www-form-urlencoded', 'application/json'] as const

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * RFC 8628, 3.1, with a display name and a PKCE challenge for the polls; other fields are ignored.
 */
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

/**
 * Reads the body that starts an authorization.
 *
 * @throws {AppError} `invalid_request`, `too_large`, `request_timeout`
 */
export async function readStart(request: Request) {
  const { client_name, client_id, code_challenge } = await readGrantBody(request, StartBody)
  return {
    name: client_name ?? client_id,
    codeChallenge: code_challenge,
    address: connectionOf(request).client,
  }
}

/**
 * Reads the body of a poll.
 *
 * @throws {AppError} `invalid_request`, `unsupported_grant_type`, `too_large`, `request_timeout`
 */
export async function readPoll(request: Request) {
  const { device_code, code_verifier, grant_type } = await readGrantBody(request, PollBody)
  if (grant_type !== undefined && grant_type !== DEVICE_GRANT) {
    throw new AppError('unsupported_grant_type', `Expected the grant type ${DEVICE_GRANT}`)
  }
  const address = connectionOf(request).client
  return { deviceCode: device_code, verifier: code_verifier, address }
}
