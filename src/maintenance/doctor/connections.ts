import type { Check, Finding } from '../../core/doctor/finding.ts'
import { canShutDown, descriptorLimit } from '../../platform/tcp-connections.ts'

const ID = 'connections'
/** Less is soon used up by clients that keep their connections. */
const FEW = 1_024

/** Whether connections can be bounded on this machine. */
export function connections(): Check {
  return { id: ID, run: async () => [findingOf(canShutDown() ? descriptorLimit() : undefined)] }
}

/** @param limit File descriptors that a process may have; undefined where connections are not counted */
export function findingOf(limit: number | undefined): Finding {
  if (limit === undefined)
    return {
      id: ID,
      level: 'info',
      says: 'Connections are not bounded on this system: one client can hold all that there are',
    }
  const says = `Connections are bounded, within ${limit.toLocaleString('en')} open files`
  if (limit >= FEW) return { id: ID, level: 'ok', says }
  const fix = `Allow more open files: LimitNOFILE in the unit of the service, or ulimit -n ${FEW * 8}`
  return { id: ID, level: 'warning', says: `${says}, which is few`, fix }
}
