import { Elysia } from 'elysia'
import type { DeviceFlow } from '../../core/identity/devices/device-flow.ts'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { guards } from '../../guards/index.ts'
import type { Origins } from '../../http/server/origins.ts'
import { PollBody, readPoll, readStart, StartBody } from '../kit/device-grant.ts'
import { documented } from '../kit/openapi.ts'
import { POLL_LIMIT, START_LIMIT } from './schema.ts'

export interface CodeServices {
  guards: ReturnType<typeof guards>
  deviceFlow: DeviceFlow
  devices: Devices
  origins: Origins
}

const TAGS = ['Code assistants']

/** /api/code/*: signing a code assistant's machine in and out. RFC 8628 */
export function codeRoutes({ guards, deviceFlow, devices, origins }: CodeServices) {
  return new Elysia({ name: 'surfaces/code', prefix: '/api/code' })
    .use(guards)
    .post(
      '/devices/start',
      async ({ request }) => {
        const started = deviceFlow.start({ surface: 'code', ...(await readStart(request)) })
        const verification_uri = `${origins.forPeople(request.headers.get('host'))}/code/approve`
        return { ...started, verification_uri }
      },
      {
        sensitive: true,
        open: true,
        limited: START_LIMIT,
        parse: 'none',
        detail: documented({
          summary: 'Ask to let a machine in',
          description:
            'Form or JSON. Show the user_code and the verification_uri, then poll every interval seconds. The code lives ten minutes.',
          tags: TAGS,
          body: StartBody,
        }),
      },
    )
    .post(
      '/devices/poll',
      async ({ request }) => {
        const poll = { surface: 'code' as const, ...(await readPoll(request)) }
        const { credential, expiresInSeconds } = deviceFlow.poll(poll, (approved) =>
          devices.createCode(approved),
        )
        return { access_token: credential, token_type: 'Bearer', expires_in: expiresInSeconds }
      },
      {
        sensitive: true,
        open: true,
        limited: POLL_LIMIT,
        parse: 'none',
        detail: documented({
          summary: 'Fetch the credential once somebody has approved; it is shown this once',
          tags: TAGS,
          body: PollBody,
        }),
      },
    )
    .get(
      '/whoami',
      ({ actor }) => {
        const expires_at = devices.renew(actor.id).toISOString()
        const { account, name, id } = devices.get(actor.id)
        return { account, device: name, device_id: id, expires_at }
      },
      {
        sensitive: true,
        requireDevice: true,
        detail: documented({
          summary: 'Whose machine this is; starts the credential’s 90 days anew',
          tags: TAGS,
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
        detail: documented({ summary: 'End this machine’s credential', tags: TAGS }),
      },
    )
}
