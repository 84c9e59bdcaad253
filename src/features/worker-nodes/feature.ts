import type { Check, Finding } from '../../core/doctor/finding.ts'
import type { Core } from '../../create-core.ts'
import { VERSION } from '../../platform/version.ts'
import { MAX_CLOCK_DIFFERENCE_MS, WorkerNodes } from './worker-nodes.ts'

type List = ReturnType<WorkerNodes['list']>

const ID = 'worker-nodes'

/**
 * Whether the worker nodes are there and can be given work.
 *
 * @param list Those that are known, lost ones too; undefined where there is one machine only
 */
function workerNodeChecks(list: (() => List) | undefined): readonly Check[] {
  if (list === undefined) return []
  return [{ id: ID, run: () => findingsOf(list()) }]
}

function findingsOf(nodes: List): Finding[] {
  const issues = nodes.flatMap(issuesOf)
  const online = nodes.filter(({ state }) => state === 'online')
  if (online.length > 0) {
    const names = online.map(({ announcement }) => announcement.name).join(', ')
    return [{ id: ID, level: 'ok', says: `Worker nodes are online: ${names}` }, ...issues]
  }
  if (issues.length > 0) return issues
  return [
    {
      id: ID,
      level: 'warning',
      says: 'No worker node is online: this machine does all the work',
      fix: 'Run npm run worker on another machine, with the same [queue] url; or take [queue] out of the settings',
    },
  ]
}

function issuesOf({ announcement, state, clockAheadMs }: List[number]): Finding[] {
  const { name, version } = announcement
  const found = { id: `worker-node.${name}`, level: 'warning' as const }
  if (state === 'stopped') return []
  if (state === 'lost')
    return [
      {
        ...found,
        says: `The worker node ${name} is lost: it gets no work`,
        fix: `See that ${name} is switched on, reaches the Redis server and still runs npm run worker; or forget it on the page Machines of /admin`,
      },
    ]
  const findings: Finding[] = []
  if (state === 'refused')
    findings.push({
      ...found,
      says: `The worker node ${name} gets no work: it has version ${version} of Hearth, and this service has ${VERSION}`,
      fix: 'Update the older one, and start it again',
    })
  if (Math.abs(clockAheadMs) > MAX_CLOCK_DIFFERENCE_MS)
    findings.push({
      ...found,
      id: `worker-node.${name}.clock`,
      says: `The clock of the worker node ${name} is ${Math.round(Math.abs(clockAheadMs) / 1000)} s ${clockAheadMs > 0 ? 'ahead' : 'behind'}: times in its log and of its quotas are wrong`,
      fix: `Set the clock of ${name} by the network: sudo timedatectl set-ntp true`,
    })
  return findings
}

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
