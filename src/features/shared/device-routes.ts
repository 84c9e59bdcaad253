import { type TSchema, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { DeviceFlow, PollRequest } from '../../core/identity/devices/device-flow.ts'
import type { Surface } from '../../core/identity/devices/devices.ts'
import type { RateLimit } from '../../core/rate-limits.ts'
import type { guards } from '../../guards/index.ts'
import type { SignInMethods } from '../../guards/sign-in-methods.ts'
import { readGrantBody } from '../../http/body/form.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { component } from '../../platform/schemas.ts'
import { route } from './openapi.ts'

const NO_APPROVER =
  'Nobody can approve this sign-in: no identity provider is set up, and on the way from here the Primary Key could be read. It works with an https address (BASE_URL), from the machine of the service, and from its private network'

/** The codes of a started authorization. RFC 8628, 3.2 */
const StartedView = component('DeviceAuthorization', {
  device_code: Type.String({ description: 'For the polls; a secret of the device' }),
  user_code: Type.String({ description: 'For the user to type' }),
  verification_uri: Type.String({ description: 'Where the user types it' }),
  expires_in: Type.Integer({ description: 'Seconds' }),
  interval: Type.Integer({ description: 'Seconds between two polls' }),
})

export interface DeviceRouteServices {
  guards: ReturnType<typeof guards>
  deviceFlow: DeviceFlow
  origins: Origins
  signInMethods: SignInMethods
}

/** What differs between the surfaces that authorize devices. */
export interface DeviceRouteOptions {
  surface: Exclude<Surface, 'mcp'>
  /** Path of both routes, below the prefix of the surface. */
  path: '/devices' | '/device'
  /** Path of the page on which a user approves. */
  approvePath: string
  limits: { start: RateLimit; poll: RateLimit }
  tags: string[]
  /**
   * Exchanges an approved code for credentials.
   *
   * @throws {AppError} As {@link DeviceFlow.poll}
   */
  exchange: (poll: PollRequest) => object | Promise<object>
  /** Schema of what `exchange` returns. */
  credentials: TSchema
}

/** The device authorization grant of one surface: `start` and `poll`. RFC 8628, 3.1 and 3.4 */
export function deviceRoutes(
  { guards, deviceFlow, origins, signInMethods }: DeviceRouteServices,
  { surface, path, approvePath, limits, tags, exchange, credentials }: DeviceRouteOptions,
) {
  return new Elysia({ name: 'features/shared/device', seed: surface, tags })
    .use(guards)
    .guard({ sensitive: true })
    .post(
      `${path}/start`,
      async ({ request, context }) => {
        const start = await readStart(context)
        if (!signInMethods.canApprove(context)) throw new AppError('no_approver', NO_APPROVER)
        const started = deviceFlow.start({ surface, ...start })
        return {
          device_code: started.deviceCode,
          user_code: started.userCode,
          verification_uri: origins.forUsers(request.headers.get('host')) + approvePath,
          expires_in: started.expiresInSeconds,
          interval: started.intervalSeconds,
        }
      },
      route({
        open: true,
        limited: limits.start,
        summary: 'Start the authorization of a device',
        description:
          'Show the `user_code` and the `verification_uri`, then poll every `interval` seconds. The codes live ten minutes. RFC 8628',

        body: StartBody,
        bodyExamples: {
          start: { summary: 'Start, with a name to show', value: { client_name: 'laptop' } },
        },
        bodyTypes: FORM_OR_JSON,
        grant: true,
        responses: { 200: { description: 'The codes', schema: StartedView } },
        errors: [409],
      }),
    )
    .post(
      `${path}/poll`,
      async ({ context }) => exchange({ surface, ...(await readPoll(context)) }),
      route({
        open: true,
        limited: limits.poll,
        summary: 'Fetch the credentials once a user has approved; they are shown this once',
        description:
          'From the network address that has started, and no other. Until a user has approved, 400 with `authorization_pending`; `slow_down` says the new `interval`.',

        body: PollBody,
        bodyExamples: {
          poll: { summary: 'Ask again', value: { device_code: 'DEVICE_CODE' } },
        },
        bodyTypes: FORM_OR_JSON,
        grant: true,
        responses: { 200: { description: 'The credentials', schema: credentials } },
      }),
    )
}

/** Media types of request bodies: the form of RFC 8628, and JSON. */
export const FORM_OR_JSON = ['application/x-www-form-urlencoded', 'application/json'] as const

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'

/**
 * RFC 8628, 3.1, with a display name and a PKCE challenge for the polls; other fields are ignored.
 */
const StartBody = Type.Object({
  client_name: Type.Optional(Type.String()),
  client_id: Type.Optional(Type.String()),
  code_challenge: Type.Optional(Type.String()),
  code_challenge_method: Type.Optional(Type.Literal('S256')),
})

/** RFC 8628, 3.4; other fields are ignored. */
const PollBody = Type.Object({
  device_code: Type.String(),
  code_verifier: Type.Optional(Type.String()),
  grant_type: Type.Optional(Type.String()),
})

/**
 * Reads the body that starts an authorization.
 *
 * @throws {AppError} `invalid_request`, `too_large`, `request_timeout`
 */
async function readStart(context: HttpContext) {
  const { client_name, client_id, code_challenge } = await readGrantBody(context, StartBody)
  return {
    name: client_name ?? client_id,
    codeChallenge: code_challenge,
    address: context.connection.client,
  }
}

/**
 * Reads the body of a poll.
 *
 * @throws {AppError} `invalid_request`, `unsupported_grant_type`, `too_large`, `request_timeout`
 */
async function readPoll(context: HttpContext) {
  const { device_code, code_verifier, grant_type } = await readGrantBody(context, PollBody)
  if (grant_type !== undefined && grant_type !== DEVICE_GRANT) {
    throw new AppError('unsupported_grant_type', `Expected the grant type ${DEVICE_GRANT}`)
  }
  const address = context.connection.client
  return { deviceCode: device_code, verifier: code_verifier, address }
}
