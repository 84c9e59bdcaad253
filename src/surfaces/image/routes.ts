import { Elysia } from 'elysia'
import { documented } from '../../edge/openapi.ts'
import type { guards } from '../../guards/index.ts'
import { AppError } from '../../platform/errors.ts'

/** POST /api/ai/image: withheld while there is no image model, before any charge. Spec: Errors, 503 */
export function imageRoutes(all: ReturnType<typeof guards>) {
  return new Elysia({ name: 'surfaces/image' }).use(all).post(
    '/api/ai/image',
    () => {
      throw new AppError('withheld', 'Image generation is withheld: there is no image model')
    },
    {
      requireUserOrLocal: true,
      parse: 'none',
      detail: documented({ summary: 'Withheld: answers 503', tags: ['Text models'] }),
    },
  )
}
