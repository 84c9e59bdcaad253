import type { Core } from '../../create-core.ts'
import { workerNodeChecks } from './doctor-checks.ts'
import { WorkerNodes } from './worker-nodes.ts'

/** Other machines that answer. Their routes are in the admin area. */
export function createWorkerNodes({ cluster, alerts, audit, db, log }: Core) {
  const workerNodes = new WorkerNodes({ cluster, alerts, audit, db, log })
  return {
    name: 'worker-nodes',
    checks: workerNodeChecks(workerNodes.isShared ? () => workerNodes.list() : undefined),
    end: () => cluster?.stop(),
    workerNodes,
  }
}
