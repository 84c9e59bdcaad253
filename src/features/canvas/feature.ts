import type { Core } from '../../create-core.ts'
import { canvasRoutes } from './routes.ts'

/** @limit credit-image credits image */
export const IMAGE_PRICES = { image: 5 }

/** The canvas app: its devices, tokens and requests. */
export function createCanvas(core: Core) {
  return {
    name: 'canvas',
    prices: IMAGE_PRICES,
    routes: () => [canvasRoutes(core)],
  }
}
