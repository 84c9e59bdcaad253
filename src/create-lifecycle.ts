import type { Features } from './core/feature.ts'
import { Lifecycle } from './core/lifecycle.ts'
import { Retention } from './core/retention.ts'
import type { Core } from './create-core.ts'

const DAY_MS = 86_400_000

interface LifecycleParts<routes> {
  features: Features<routes>
  /** Whether a backup is being made. */
  isBackingUp: () => boolean
}

/** Creates what starts and stops the core and the features in order, and deletes what is old. */
export function createLifecycle<routes>(
  core: Core,
  { features, isBackingUp }: LifecycleParts<routes>,
) {
  const { config, db, limits, usage, audit, devices, registry, discoveries, log, now } = core
  const daysAgo = (days: number) => now() - days * DAY_MS
  const retention = new Retention({
    rows: {
      usage: () => usage.deletionOfOld(),
      audit: () => (limit) => audit.deleteBefore(daysAgo(config.keep_audit_days), limit),
      devices: () => devices.deletionOfEnded(daysAgo(config.keep_ended_devices_days)),
    },
    db,
    // A backup reads the file while writes go to the log of the database, which is bounded.
    isHeld: isBackingUp,
    limits,
    log,
  })
  const lifecycle = new Lifecycle({
    ...core,
    features,
    start: () => core.cluster?.start(),
    searches: Object.values(discoveries),
    recover: core.recoverJobs,
    endEngines: async () =>
      void (await Promise.all(registry.entries.map(({ engine }) => engine.end?.()))),
    sweeps: [
      { sweep: () => db.fillReserve() },
      core.jobs,
      core.alerts,
      core.sessions,
      core.requestLog,
      core.rateLimits,
      core.deviceFlow,
      core.refreshTokens,
      retention,
    ],
    stopBackground: () => retention.stop(),
  })
  return { retention, lifecycle }
}
