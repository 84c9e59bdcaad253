import type { Core } from '../../create-core.ts'
import type { Files } from '../files/files.ts'
import { dashboardRoutes } from './routes.ts'

/** What a caller has used. */
export function createDashboard(core: Core, { files }: { files: Files }) {
  return { name: 'dashboard', routes: () => [dashboardRoutes({ ...core, files })] }
}
