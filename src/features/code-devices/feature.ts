import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Devices, NewCredential } from '../../core/identity/devices/devices.ts'
import type { Core } from '../../create-core.ts'
import { type DeviceRouteServices, deviceRoutes } from '../shared/device-routes.ts'
import { OwnDeviceView, ownDeviceView } from '../shared/device-view.ts'
import { documented } from '../shared/openapi.ts'

interface CodeServices extends DeviceRouteServices {
  devices: Devices
}

const TAGS = ['Code assistants']

/** /api/code/*: the authorization of a code assistant's machine (RFC 8628), and its sign-out. */
function codeRoutes(services: CodeServices) {
  const { guards, devices } = services
  return new Elysia({ name: 'features/code', prefix: '/api/code' })
    .use(guards)
    .use(
      deviceRoutes(services, {
        surface: 'code',
        path: '/devices',
        approvePath: '/code/approve',
        limits: { start: START_LIMIT, poll: POLL_LIMIT },
        tags: TAGS,
        exchange: (poll) => {
          const approved = services.deviceFlow.poll(poll, (device) => devices.createCode(device))
          return credentialView(approved)
        },
        credentials: CredentialView,
      }),
    )
    .get(
      '/whoami',
      ({ actor }) => {
        devices.renew(actor.id)
        return ownDeviceView(devices.get(actor.id))
      },
      {
        sensitive: true,
        requireDevice: true,
        detail: documented({
          summary: 'The user of this machine; renews the credential for 90 days',
          tags: TAGS,
          responses: { 200: { description: 'The device', schema: OwnDeviceView } },
        }),
      },
    )
    .post(
      '/logout',
      ({ actor, set }) => {
        devices.end(actor.id)
        set.status = 204
        return undefined
      },
      {
        sensitive: true,
        requireDevice: true,
        parse: 'none',
        detail: documented({
          summary: 'Revoke this machine’s credential',
          tags: TAGS,
          responses: { 204: { description: 'It is revoked' } },
        }),
      },
    )
}

/** From one network address. @limit code-start a-minute */
export const START_LIMIT = { name: 'code-start', perMinute: 30 }
/** @limit code-poll a-minute */
export const POLL_LIMIT = { name: 'code-poll', perMinute: 300 }

/** The credential of a machine. RFC 6749, 5.1 */
const CredentialView = Type.Object(
  {
    access_token: Type.String(),
    token_type: Type.Literal('Bearer'),
    expires_in: Type.Integer({ description: 'Seconds' }),
  },
  { $id: 'CodeCredential' },
)
type CredentialView = Static<typeof CredentialView>

function credentialView({ credential, expiresInSeconds }: NewCredential): CredentialView {
  return { access_token: credential, token_type: 'Bearer', expires_in: expiresInSeconds }
}

/** Devices of code assistants. */
export function createCodeDevices(core: Core) {
  return { name: 'code-devices', routes: () => [codeRoutes(core)] }
}
