import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { DeviceFlow, PollRequest } from '../../core/identity/devices/device-flow.ts'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { Pairing, RefreshTokens } from '../../core/identity/devices/refresh-tokens.ts'
import { ACCESS_SECONDS } from '../../core/identity/devices/signing-keys.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { Core } from '../../create-core.ts'
import type { AccessTokens } from '../../guards/access-tokens.ts'
import type { AnswerHeaders } from '../../guards/browser.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readGrantBody } from '../../http/body/form.ts'
import { readJson } from '../../http/body/json.ts'
import { setRateHeaders } from '../../http/reply/error-body.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { component } from '../../platform/schemas.ts'
import { type DeviceRouteServices, deviceRoutes, FORM_OR_JSON } from '../shared/device-routes.ts'
import { OwnDeviceView, ownDeviceView } from '../shared/device-view.ts'
import { route } from '../shared/openapi.ts'

interface CanvasServices extends TokenServices, DeviceRouteServices {
  devices: Devices
  rateLimits: RateLimits
}

const TAGS = ['Canvas']

/** /api/canvas/*: the authorization of an app (RFC 8628), its tokens, and its requests. */
function canvasRoutes(services: CanvasServices) {
  const { guards, devices, rateLimits } = services
  return new Elysia({ name: 'features/canvas', prefix: '/api/canvas', tags: TAGS })
    .use(guards)
    .use(
      deviceRoutes(services, {
        surface: 'canvas',
        path: '/device',
        approvePath: '/canvas/approve',
        limits: { start: START_LIMIT, poll: POLL_LIMIT },
        tags: TAGS,
        exchange: (poll) => exchangeCode(services, poll),
        credentials: TokenPairView,
      }),
    )
    .post(
      '/token/refresh',
      ({ context }) => refresh(services, context),
      route({
        sensitive: true,
        open: true,
        limited: REFRESH_LIMIT,
        summary: 'Exchange the refresh token for a new pair',
        description:
          'Store the new refresh token before you use it: one that is shown twice signs the device out.',
        body: RefreshBody,
        bodyExamples: {
          refresh: { summary: 'Exchange a token', value: { refresh_token: 'hcr_…' } },
        },
        bodyTypes: FORM_OR_JSON,
        grant: true,
        responses: { 200: { description: 'The new pair', schema: TokenPairView } },
      }),
    )
    .get(
      '/me',
      ({ actor }) => ownDeviceView(devices.get(actor.id)),
      route({
        sensitive: true,
        requireCanvas: true,
        summary: 'The user of this app, and until when it is paired',
        responses: { 200: { description: 'The device', schema: OwnDeviceView } },
      }),
    )
    .post(
      '/images',
      ({ context, set }) => submitImage(rateLimits, context, set),
      route({
        sensitive: true,
        requireCanvas: true,
        summary: 'Submit an image',
        description: 'Withheld while the catalogue of image models is empty: 503, and no charge.',
        body: ImageBody,
        bodyExamples: {
          image: { summary: 'Ask for an image', value: { prompt: 'A lighthouse at night' } },
        },
        errors: [429, 503],
      }),
    )
}

/**
 * Checks a submission while there is no image model. Bounds and limits apply; nothing is charged.
 *
 * @throws {AppError} `rate_limited`, `too_large`, `malformed`, `invalid`, `too_long`; else
 * `withheld`
 */
async function submitImage(
  rateLimits: RateLimits,
  context: RequestContext,
  set: AnswerHeaders,
): Promise<never> {
  // Before the body is read, so that a request over the limit costs little.
  rateLimits.consume(IMAGE_LIMIT, context.caller.owner, (state) =>
    setRateHeaders(set.headers, state),
  )
  const { prompt } = await readJson(context, ImageBody, MAX_IMAGE_BYTES)
  if (Buffer.byteLength(prompt) > MAX_PROMPT_BYTES) {
    throw new AppError('too_long', `The prompt is longer than ${MAX_PROMPT_BYTES} bytes`, {
      param: 'prompt',
    })
  }
  throw new AppError('withheld', 'Images are withheld: the catalogue of image models is empty')
}

/** Raw JSON of an image submission. @limit image-body KiB */
export const MAX_IMAGE_BYTES = 65_536
/** Of the prompt as UTF-8. @limit image-prompt bytes */
export const MAX_PROMPT_BYTES = 32_000

/** From one network address. @limit canvas-start a-minute */
export const START_LIMIT = { name: 'canvas-start', perMinute: 30 }
/** @limit canvas-poll a-minute */
export const POLL_LIMIT = { name: 'canvas-poll', perMinute: 300 }
/** @limit canvas-refresh a-minute */
export const REFRESH_LIMIT = { name: 'canvas-refresh', perMinute: 120 }
/** From one account. @limit canvas-images a-minute */
export const IMAGE_LIMIT = { name: 'canvas-images', perMinute: 6 }

const REFRESH_GRANT = 'refresh_token'

/** RFC 6749, 6; other fields are ignored. */
const RefreshBody = Type.Object({
  refresh_token: Type.String({ description: 'Spent by this request; the answer has the next one' }),
  grant_type: Type.Optional(Type.String()),
})

/** The tokens of an app. RFC 6749, 5.1 */
const TokenPairView = component('CanvasTokens', {
  refresh_token: Type.String({ description: 'For one exchange' }),
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
})
type TokenPairView = Static<typeof TokenPairView>

const ImageBody = Type.Object({ prompt: Type.String({ minLength: 1 }) })

interface TokenServices {
  deviceFlow: DeviceFlow
  refreshTokens: RefreshTokens
  canvasTokens: AccessTokens
}

/**
 * Pairs an app that a user has approved.
 *
 * @throws {AppError} As {@link DeviceFlow.poll}
 */
function exchangeCode(services: TokenServices, poll: PollRequest): Promise<TokenPairView> {
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
async function refresh(services: TokenServices, context: HttpContext): Promise<TokenPairView> {
  const { refresh_token, grant_type } = await readGrantBody(context, RefreshBody)
  if (grant_type !== undefined && grant_type !== REFRESH_GRANT) {
    throw new AppError('unsupported_grant_type', `Expected the grant type ${REFRESH_GRANT}`)
  }
  return pairOf(services, () => {
    const { client } = context.connection
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

/** @limit credit-image credits image */
export const IMAGE_PRICES = { image: 5 }

/** The canvas app: its devices, tokens and requests. */
export function createCanvas(core: Core) {
  return {
    name: 'canvas',
    prices: IMAGE_PRICES,
    routes: () => [canvasRoutes(core)],
  }
}
