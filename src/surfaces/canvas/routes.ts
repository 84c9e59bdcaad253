import { Elysia } from 'elysia'
import type { Actor } from '../../core/auth/actor.ts'
import type { Devices } from '../../core/devices/devices.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { documented } from '../../edge/openapi.ts'
import type { guards } from '../../guards/index.ts'
import { submitImage } from './images.ts'
import { ImageBody } from './schema.ts'

export interface CanvasServices {
  guards: ReturnType<typeof guards>
  devices: Devices
  rateLimits: RateLimits
}

const TAGS = ['Canvas']

/** What a canvas app may ask for, with its access token. */
export function canvasRoutes({ guards, devices, rateLimits }: CanvasServices) {
  return new Elysia({ name: 'surfaces/canvas', prefix: '/api/canvas' })
    .use(guards)
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
