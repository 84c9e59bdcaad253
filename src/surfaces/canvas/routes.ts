import { Elysia } from 'elysia'
import type { Actor } from '../../core/auth/actor.ts'
import type { Devices } from '../../core/devices/devices.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { documented } from '../../edge/openapi.ts'
import type { guards } from '../../guards/index.ts'
import { submitImage } from './images.ts'
import { ImageBody, REFRESH_LIMIT, RefreshBody } from './schema.ts'
import { refresh, type TokenServices } from './tokens.ts'

export interface CanvasServices extends TokenServices {
  guards: ReturnType<typeof guards>
  devices: Devices
  rateLimits: RateLimits
}

const TAGS = ['Canvas']

/** /api/canvas/*: pairing an app, keeping it signed in, and what it may ask for then. */
export function canvasRoutes(services: CanvasServices) {
  const { guards, devices, rateLimits } = services
  return new Elysia({ name: 'surfaces/canvas', prefix: '/api/canvas' })
    .use(guards)
    .post('/token/refresh', ({ request }) => refresh(services, request), {
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
    .get('/me', ({ actor }) => me(devices, actor), {
      requireCanvas: true,
      detail: documented({ summary: 'Whom the access token stands for', tags: TAGS }),
    })
    .post('/images', ({ request, actor, set }) => submitImage(rateLimits, actor, request, set), {
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

function me(devices: Devices, actor: Actor) {
  if (actor.kind !== 'device') throw new Error('Only a device passes this guard')
  const { id, name, expires_at } = devices.get(actor.id)
  return { account: actor.label, device: { id, name }, expires_at }
}
