import type { DeviceFlow, PollRequest } from '../../core/identity/devices/device-flow.ts'
import type { Pairing, RefreshTokens } from '../../core/identity/devices/refresh-tokens.ts'
import { ACCESS_SECONDS } from '../../core/identity/devices/signing-keys.ts'
import type { CanvasTokens } from '../../guards/canvas-tokens.ts'
import { readGrantBody } from '../../http/body/form.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { REFRESH_GRANT, RefreshBody, type TokenPairView } from './schema.ts'

export interface TokenServices {
  deviceFlow: DeviceFlow
  refreshTokens: RefreshTokens
  canvasTokens: CanvasTokens
}

/**
 * Pairs an app that a user has approved.
 *
 * @throws {AppError} As {@link DeviceFlow.poll}
 */
export function exchangeCode(services: TokenServices, poll: PollRequest): Promise<TokenPairView> {
  return pairOf(services, () =>
    services.deviceFlow.poll(poll, (approved) => services.refreshTokens.pair(approved)),
  )
}

/**
 * Exchanges a refresh token for a new pair. An app must store the new refresh token before it uses
 * it, because the old one cannot be exchanged again.
 *
 * @throws {AppError} `invalid_grant`, `invalid_request`, `unsupported_grant_type`,
 * `account_refused`, `pending_approval`
 */
export async function refresh(services: TokenServices, request: Request): Promise<TokenPairView> {
  const { refresh_token, grant_type } = await readGrantBody(request, RefreshBody)
  if (grant_type !== undefined && grant_type !== REFRESH_GRANT) {
    throw new AppError('unsupported_grant_type', `Expected the grant type ${REFRESH_GRANT}`)
  }
  return pairOf(services, () => {
    const { client } = connectionOf(request)
    const pairing = services.refreshTokens.exchange(refresh_token, client)
    if (pairing !== undefined) return pairing
    throw new AppError('invalid_grant', 'The refresh token is not valid: pair the app again')
  })
}

/** @param pair Synchronous; uses up the code or token that the app has sent */
async function pairOf(
  { canvasTokens }: TokenServices,
  pair: () => Pairing,
): Promise<TokenPairView> {
  // The signing key first, so that nothing is used up when it cannot be stored.
  const issue = canvasTokens.issuer()
  const pairing = pair()
  return {
    refresh_token: pairing.refreshToken,
    access_token: await issue(pairing),
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
  }
}
