import type { Config } from '../../config/load.ts'
import type { Check } from '../../core/doctor/finding.ts'
import type { Containment } from '../../platform/containment/contract.ts'
import { ToolContainment } from '../../platform/containment/tool-containment.ts'

const WORDS: Readonly<Record<Containment['kind'], string>> = {
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
      if (found !== undefined) return [{ id, level: 'ok', says: WORDS[found.kind] }]
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
