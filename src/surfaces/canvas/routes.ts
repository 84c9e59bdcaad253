import { Elysia } from 'elysia'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { guards } from '../../guards/index.ts'
import type { Origins } from '../../http/server/origins.ts'
import { PollBody, readStart, StartBody } from '../kit/device-grant.ts'
import { documented } from '../kit/openapi.ts'
import { submitImage } from './images.ts'
import { ImageBody, POLL_LIMIT, REFRESH_LIMIT, RefreshBody, START_LIMIT } from './schema.ts'
import { poll, refresh, type TokenServices } from './tokens.ts'

export interface CanvasServices extends TokenServices {
  guards: ReturnType<typeof guards>
  devices: Devices
  rateLimits: RateLimits
  origins: Origins
}

const TAGS = ['Canvas']

/** /api/canvas/*: pairing an app, keeping it signed in, and what it may ask for then. */
export function canvasRoutes(services: CanvasServices) {
  const { guards, deviceFlow, devices, rateLimits, origins } = services
  return new Elysia({ name: 'surfaces/canvas', prefix: '/api/canvas' })
    .use(guards)
    .post(
      '/device/start',
      async ({ request }) => {
        const started = deviceFlow.start({ surface: 'canvas', ...(await readStart(request)) })
        const verification_uri = `${origins.forPeople(request.headers.get('host'))}/canvas/approve`
        return { ...started, verification_uri }
      },
      {
        sensitive: true,
        open: true,
        limited: START_LIMIT,
        parse: 'none',
        detail: documented({
          summary: 'Ask to let an app in',
          description:
            'Form or JSON. Show the user_code and the verification_uri, then poll every interval seconds. The code lives ten minutes.',
          tags: TAGS,
          body: StartBody,
        }),
      },
    )
    .post('/device/poll', ({ request }) => poll(services, request), {
      sensitive: true,
      open: true,
      limited: POLL_LIMIT,
      parse: 'none',
      detail: documented({
        summary: 'Fetch the first pair of tokens once somebody has approved; it is shown this once',
        description: 'From the address that has started, and no other.',
        tags: TAGS,
        body: PollBody,
      }),
    })
    .post('/token/refresh', ({ request }) => refresh(services, request), {
      sensitive: true,
      open: true,
      limited: REFRESH_LIMIT,
      parse: 'none',
      detail: documented({
        summary: 'Exchange the refresh token for a new pair',
        description:
          'Form or JSON. Write the new refresh token down before you use it: one that is shown twice signs the device out.',
        tags: TAGS,
        body: RefreshBody,
      }),
    })
    .get(
      '/me',
      ({ actor }) => {
        const { account, name, id, expires_at } = devices.get(actor.id)
        return { account, device: name, device_id: id, expires_at }
      },
      {
        sensitive: true,
        requireCanvas: true,
        detail: documented({
          summary: 'Whom the access token stands for, and until when the app is paired',
          tags: TAGS,
        }),
      },
    )
    .post('/images', ({ request, actor, set }) => submitImage(rateLimits, actor, request, set), {
      sensitive: true,
      requireCanvas: true,
      parse: 'none',
      detail: documented({
        summary: 'Submit an image',
        description: 'Withheld while the catalogue of image models is empty: 503, and no charge.',
        tags: TAGS,
        body: ImageBody,
      }),
    })
}
