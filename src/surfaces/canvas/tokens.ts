import type { DeviceFlow } from '../../core/identity/devices/device-flow.ts'
import type { Pairing, RefreshTokens } from '../../core/identity/devices/refresh-tokens.ts'
import { ACCESS_SECONDS } from '../../core/identity/devices/signing-keys.ts'
import type { CanvasTokens } from '../../guards/canvas-tokens.ts'
import { readGrantBody } from '../../http/body/form.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { readPoll } from '../kit/device-grant.ts'
import { REFRESH_GRANT, RefreshBody } from './schema.ts'

export interface TokenServices {
  deviceFlow: DeviceFlow
  refreshTokens: RefreshTokens
  canvasTokens: CanvasTokens
}

/** What an app holds from now on. RFC 6749, 5.1 */
export interface TokenPair {
  refresh_token: string
  access_token: string
  token_type: 'Bearer'
  expires_in: number
}

/**
 * Pairs an app that somebody has approved; only the address that has started may fetch its tokens.
 *
 * @throws {AppError} As {@link DeviceFlow.poll}
 */
export async function poll(services: TokenServices, request: Request): Promise<TokenPair> {
  const asked = { surface: 'canvas' as const, ...(await readPoll(request)) }
  return pairOf(services, () =>
    services.deviceFlow.poll(asked, (approved) => services.refreshTokens.pair(approved)),
  )
}

/**
 * Spends a refresh token for a new pair. There is no second try: an app must have written the new
 * one down before it uses it.
 *
 * @throws {AppError} `invalid_grant`, `invalid_request`, `unsupported_grant_type`, `account_refused`,
 * `pending_approval`
 */
export async function refresh(services: TokenServices, request: Request): Promise<TokenPair> {
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

/** @param pair Synchronous; it spends what the app has shown */
async function pairOf({ canvasTokens }: TokenServices, pair: () => Pairing): Promise<TokenPair> {
  // The key first: where it cannot be written down, nothing was spent.
  const issue = canvasTokens.issuer()
  const pairing = pair()
  return {
    refresh_token: pairing.refreshToken,
    access_token: await issue(pairing),
    token_type: 'Bearer',
    expires_in: ACCESS_SECONDS,
  }
}
