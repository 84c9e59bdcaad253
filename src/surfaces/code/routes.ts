import { Elysia } from 'elysia'
import type { Devices } from '../../core/identity/devices/devices.ts'
import { type DeviceRouteServices, deviceRoutes } from '../kit/device-routes.ts'
import { documented } from '../kit/openapi.ts'
import { OwnDeviceView, ownDeviceView } from '../kit/own-device-view.ts'
import { CredentialView, POLL_LIMIT, START_LIMIT } from './schema.ts'
import { credentialView } from './view.ts'

export interface CodeServices extends DeviceRouteServices {
  devices: Devices
}

const TAGS = ['Code assistants']

/** /api/code/*: the authorization of a code assistant's machine (RFC 8628), and its sign-out. */
export function codeRoutes(services: CodeServices) {
  const { guards, devices } = services
  return new Elysia({ name: 'surfaces/code', prefix: '/api/code' })
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
