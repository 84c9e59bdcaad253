import { join } from 'node:path'
import type { Config } from '../../config/load.ts'
import type { Check } from '../../core/doctor/finding.ts'
import { Skills } from '../../core/skills/skills.ts'
import { FileWorkerProfiles } from '../../core/workers/file-worker-profiles.ts'
import { createLog } from '../../platform/log.ts'

/** Whether the owner's profiles of workers can be used. */
export function workerProfiles({
  data_dir,
  workers,
}: {
  data_dir: Config['data_dir']
  workers: Pick<Config['workers'], 'timeout_seconds'>
}): Check {
  const id = 'worker-profiles'
  return {
    id,
    run: () => {
      // What it would say is found here.
      const log = createLog('silent')
      const skills = new Skills({ folder: join(data_dir, 'skills'), log })
      const profiles = new FileWorkerProfiles({
        folder: join(data_dir, 'worker-profiles'),
        maxSeconds: workers.timeout_seconds,
        skillInstruction: (name) =>
          skills.names.includes(name) ? skills.get(name).instruction : undefined,
        log,
      })
      const faults = profiles.faults.map(({ name, fault }) => ({
        id,
        level: 'warning' as const,
        says: `The worker profile ${name} cannot be used: ${fault}`,
        fix: `Correct ${join(data_dir, 'worker-profiles', name, 'PROFILE.md')}`,
      }))
      if (faults.length > 0) return faults
      const own = profiles.list().filter(({ source }) => source !== 'shipped').length
      return own === 0
        ? []
        : [{ id, level: 'ok', says: `Your profiles of workers can be used: ${own}` }]
    },
  }
}
