import type { Core } from '../../create-core.ts'
import { meRoutes } from './routes.ts'

/** The own account, its sessions and devices. */
export function createMe(core: Core) {
  return { name: 'me', routes: () => [meRoutes(core)] }
}
