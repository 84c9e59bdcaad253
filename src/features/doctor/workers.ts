import { join } from 'node:path'
import type { Config } from '../../config/load.ts'
import type { Check } from '../../core/doctor/finding.ts'
import type { Containment } from '../../platform/containment/contract.ts'
import { ToolContainment } from '../../platform/containment/tool-containment.ts'
import { createLog } from '../../platform/log.ts'
import { BubblewrapSandbox } from '../../sandbox/bubblewrap-sandbox.ts'
import type { Isolation } from '../../sandbox/contract.ts'
import { Skills } from '../skills/skills.ts'
import { offeredNames } from '../tool-servers/settings.ts'
import { FileWorkerProfiles } from '../workers/file-worker-profiles.ts'

/** Whether the commands of worker jobs can be separated from this machine. */
export function workerSandbox(
  { programs, data_dir }: Pick<Config, 'programs' | 'data_dir'>,
  env: Readonly<Record<string, string | undefined>>,
): Check {
  const id = 'worker-sandbox'
  return {
    id,
    run: async () => {
      const hidden = [data_dir, process.cwd()]
      using sandbox = new BubblewrapSandbox({ bwrap: programs.bwrap, env, hidden })
      const state = await sandbox.state()
      if (!state.ok)
        return [{ id, level: 'info', says: `Worker jobs are off: ${state.reason}`, fix: state.fix }]
      return [{ id, level: 'ok', says: isolationText(state.isolation) }]
    },
  }
}

function isolationText({ user, cgroup, python }: Isolation): string {
  return [
    'Commands of worker jobs run in a sandbox',
    user === 'own' ? 'as a user of their own for each job' : 'without any rights',
    cgroup === 'none'
      ? 'with their memory looked at ten times a second'
      : `with their memory bounded by control groups (${cgroup})`,
    python === undefined ? 'and without Python, which is not installed' : 'and with Python',
  ].join(', ')
}

/** Whether the owner's profiles of workers can be used. */
export function workerProfiles({
  data_dir,
  workers,
  mcp_servers,
}: {
  data_dir: Config['data_dir']
  workers: Pick<Config['workers'], 'timeout_seconds'>
  mcp_servers: Config['mcp_servers']
}): Check {
  const id = 'worker-profiles'
  return {
    id,
    run: () => {
      // What it would log is a finding here.
      const log = createLog('silent')
      const skills = new Skills({ folder: join(data_dir, 'skills'), log })
      const profiles = new FileWorkerProfiles({
        folder: join(data_dir, 'worker-profiles'),
        maxSeconds: workers.timeout_seconds,
        skillInstruction: (name) =>
          skills.names.includes(name) ? skills.get(name).instruction : undefined,
        foreignTools: offeredNames(mcp_servers),
        log,
      })
      const findings = profiles.faults.map(({ name, fault }) => ({
        id,
        level: 'warning' as const,
        says: `The worker profile ${name} cannot be used: ${fault}`,
        fix: `Correct ${join(data_dir, 'worker-profiles', name, 'PROFILE.md')}`,
      }))
      if (findings.length > 0) return findings
      const own = profiles.list().filter(({ source }) => source !== 'shipped').length
      return own === 0
        ? []
        : [{ id, level: 'ok', says: `Your profiles of workers can be used: ${own}` }]
    },
  }
}

const CONTAINMENT: Readonly<Record<Containment['kind'], string>> = {
  'pid-namespace':
    'Tools run in a PID namespace each: nothing that they start outlives them or the service',
  'control-group':
    'Tools run in a control group each: what they start ends with them, and what a killed service leaves at its next start',
}

/** Whether what a tool starts can outlive it. */
export function toolContainment(
  { programs }: Pick<Config, 'programs'>,
  env: Readonly<Record<string, string | undefined>>,
): Check {
  const id = 'tool-containment'
  return {
    id,
    run: async () => {
      const found = await new ToolContainment({ ...programs, env }).find()
      if (found !== undefined) return [{ id, level: 'ok', says: CONTAINMENT[found.kind] }]
      const says = 'A process that a tool detaches from itself can outlive it, and the service'
      if (programs.contain === false)
        return [{ id, level: 'info', says: `${says}: programs.contain is off`, fix: 'Remove it' }]
      if (process.platform !== 'linux')
        return [{ id, level: 'info', says: `${says} on this system` }]
      const fix =
        'apt install bubblewrap (Debian, Ubuntu), and allow it to make PID namespaces; or let the service make control groups (Delegate=yes in its unit)'
      return [
        { id, level: 'info', says: `${says}: bubblewrap can make no PID namespace here`, fix },
      ]
    },
  }
}
