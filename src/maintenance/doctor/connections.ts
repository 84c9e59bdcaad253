import { readFileSync } from 'node:fs'
import type { Check, Finding } from '../../core/doctor/finding.ts'

const ID = 'connections'
/** 3,000 idle connections, with room for databases, files and children. */
const FEW = 4_096

/** Whether this process may have enough connections open at a time. */
export function connections(settings: { max_connections_per_address?: number | undefined }): Check {
  const { max_connections_per_address: bound } = settings
  const ofSetting = bound === undefined ? [] : [UNUSED_SETTING]
  return { id: ID, run: () => [...findingsOf(descriptorLimit()), ...ofSetting] }
}

const UNUSED_SETTING: Finding = {
  id: ID,
  level: 'info',
  says: 'MAX_CONNECTIONS_PER_ADDRESS has no effect: idle connections are closed by time, whoever has them',
  fix: 'Remove it',
}

/** @param limit File descriptors that a process may have; undefined where that is not known */
export function findingsOf(limit: number | undefined): Finding[] {
  if (limit === undefined) return []
  const says = `${limit.toLocaleString('en')} files and connections may be open at a time`
  if (limit >= FEW) return [{ id: ID, level: 'ok', says }]
  const fix = `Allow more open files: LimitNOFILE in the unit of the service, or ulimit -n ${FEW * 8}`
  const few = `${says}, which is few: idle clients can hold them all, and nobody else gets in`
  return [{ id: ID, level: 'warning', says: few, fix }]
}

/** The soft limit, which Bun has raised to the hard one at the start. Linux only. */
function descriptorLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1')
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
