import type { Core } from '../../create-core.ts'
import { jobListRoutes } from './routes.ts'

/** The list of a caller's jobs of all kinds. */
export function createJobs(core: Core) {
  return { name: 'jobs', routes: () => [jobListRoutes(core)] }
}
