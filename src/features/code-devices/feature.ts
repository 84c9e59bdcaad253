import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Devices, NewCredential } from '../../core/identity/devices/devices.ts'
import type { Core } from '../../create-core.ts'
import { component } from '../../platform/schemas.ts'
import { type DeviceRouteServices, deviceRoutes } from '../shared/device-routes.ts'
import { OwnDeviceView, ownDeviceView } from '../shared/device-view.ts'
import { route } from '../shared/openapi.ts'

interface CodeServices extends DeviceRouteServices {
  devices: Devices
}

const TAGS = ['Code assistants']

/** /api/code/*: the authorization of a code assistant's machine (RFC 8628), and its sign-out. */
function codeRoutes(services: CodeServices) {
  const { guards, devices } = services
  return new Elysia({ name: 'features/code', prefix: '/api/code', tags: TAGS })
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
      route({
        sensitive: true,
        requireDevice: true,
        summary: 'The user of this machine; renews the credential for 90 days',
        responses: { 200: { description: 'The device', schema: OwnDeviceView } },
      }),
    )
    .post(
      '/logout',
      ({ actor, set }) => {
        devices.end(actor.id)
        set.status = 204
        return undefined
      },
      route({
        sensitive: true,
        requireDevice: true,
        summary: 'Revoke this machine’s credential',
        responses: { 204: { description: 'It is revoked' } },
      }),
    )
}

/** From one network address. @limit code-start a-minute */
export const START_LIMIT = { name: 'code-start', perMinute: 30 }
/** @limit code-poll a-minute */
export const POLL_LIMIT = { name: 'code-poll', perMinute: 300 }

/** The credential of a machine. RFC 6749, 5.1 */
const CredentialView = component('CodeCredential', {
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
})
type CredentialView = Static<typeof CredentialView>

function credentialView({ credential, expiresInSeconds }: NewCredential): CredentialView {
  return { access_token: credential, token_type: 'Bearer', expires_in: expiresInSeconds }
}

/** Devices of code assistants. */
export function createCodeDevices(core: Core) {
  return { name: 'code-devices', routes: () => [codeRoutes(core)] }
}
