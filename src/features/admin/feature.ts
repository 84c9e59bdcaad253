import type { Core } from '../../create-core.ts'
import { type AdminServices, adminRoutes } from './routes.ts'

/** The admin area: what only the owner may see and change. */
export function createAdmin(core: Core, parts: Omit<AdminServices, keyof Core>) {
  return { name: 'admin', routes: () => [adminRoutes({ ...core, ...parts })] }
}
