import type { Core } from '../../create-core.ts'
import { codeRoutes } from './routes.ts'

/** Devices of code assistants. */
export function createCodeDevices(core: Core) {
  return { name: 'code-devices', routes: () => [codeRoutes(core)] }
}
