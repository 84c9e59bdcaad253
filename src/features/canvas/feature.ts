import type { Core } from '../../create-core.ts'
import { canvasRoutes } from './routes.ts'

/** The canvas app: its devices, tokens and requests. */
export function createCanvas(core: Core) {
  return { name: 'canvas', routes: () => [canvasRoutes(core)] }
}
