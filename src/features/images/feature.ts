import type { Core } from '../../create-core.ts'
import { imageRoutes } from './routes.ts'

/** Making images, which is withheld. */
export function createImages({ guards }: Core) {
  return { name: 'images', routes: () => [imageRoutes(guards)] }
}
