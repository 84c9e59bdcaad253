import type { Config } from '../../config/load.ts'
import type { Check } from '../../core/doctor/finding.ts'
import { BubblewrapSandbox } from '../../sandbox/bubblewrap-sandbox.ts'
import type { Isolation } from '../../sandbox/contract.ts'

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
      return [{ id, level: 'ok', says: wordsOf(state.isolation) }]
    },
  }
}

function wordsOf({ user, cgroup, python }: Isolation): string {
  return [
    'Commands of worker jobs run in a sandbox',
    user === 'own' ? 'as a user of their own for each job' : 'without any rights',
    cgroup === 'none'
      ? 'with their memory looked at ten times a second'
      : `with their memory bounded by control groups (${cgroup})`,
    python === undefined ? 'and without Python, which is not installed' : 'and with Python',
  ].join(', ')
}
