import { Elysia } from 'elysia'
import type { Core } from '../../create-core.ts'
import type { guards } from '../../guards/index.ts'
import { AppError } from '../../platform/errors.ts'
import { route } from '../shared/openapi.ts'

/** POST /api/ai/image, which is refused without a charge while there is no image model. */
function imageRoutes(guardPlugin: ReturnType<typeof guards>) {
  return new Elysia({ name: 'features/image', tags: ['Images'] }).use(guardPlugin).post(
    '/api/ai/image',
    () => {
      throw new AppError('withheld', 'Image generation is withheld: there is no image model')
    },
    route({
      requireUserOrLocal: true,
      summary: 'Make an image: not available yet',
      description: 'Always 503, without a charge.',
      errors: [503],
    }),
  )
}

/** Making images, which is withheld. */
export function createImages({ guards }: Core) {
  return { name: 'images', routes: () => [imageRoutes(guards)] }
}
