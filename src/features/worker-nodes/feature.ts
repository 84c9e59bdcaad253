import type { Core } from '../../create-core.ts'
import { WorkerNodes } from './worker-nodes.ts'

/** Other machines that answer. Their routes are in the admin area. */
export function createWorkerNodes({ cluster, alerts, audit, db, log }: Core) {
  const workerNodes = new WorkerNodes({ cluster, alerts, audit, db, log })
  return { name: 'worker-nodes', end: () => cluster?.stop(), workerNodes }
}
