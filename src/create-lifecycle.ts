import type { Features } from './core/feature.ts'
import { Lifecycle } from './core/lifecycle.ts'
import { Retention } from './core/retention.ts'
import type { Core } from './create-core.ts'

const DAY_MS = 86_400_000

/** What the core itself sweeps and ends; the first of the features. */
export function createUpkeep(core: Core) {
  const { db, jobs, alerts, sessions, requestLog, rateLimits, deviceFlow, refreshTokens } = core
  const { config, usage, audit, devices, now } = core
  const daysAgo = (days: number) => now() - days * DAY_MS
  return {
    name: 'core',
    sweeps: [
      { sweep: () => db.fillReserve() },
      jobs,
      alerts,
      sessions,
      requestLog,
      rateLimits,
      deviceFlow,
      refreshTokens,
    ],
    restorables: [core.restorableUsers],
    oldRows: {
      usage: () => usage.deletionOfOld(),
      audit: () => (limit: number) => audit.deleteBefore(daysAgo(config.keep_audit_days), limit),
      devices: () => devices.deletionOfEnded(daysAgo(config.keep_ended_devices_days)),
    },
    end: () => Promise.all(core.registry.entries.map(({ engine }) => engine.end?.())),
  }
}

/**
 * Deletes rows that are past their time.
 *
 * @param isBackingUp Whether a backup is being made
 */
export function createRetention(
  { db, limits, log }: Core,
  features: Features<unknown>,
  isBackingUp: () => boolean,
) {
  const retention = new Retention({
    rows: features.oldRows,
    db,
    // A backup reads the file while writes go to the log of the database, which is bounded.
    isHeld: isBackingUp,
    limits,
    log,
  })
  return { name: 'retention', sweeps: [retention], stop: () => retention.stop(), retention }
}

/** Creates what starts and stops the core and the features in order. */
export function createLifecycle(core: Core, features: Features<unknown>): Lifecycle {
  return new Lifecycle({
    ...core,
    features,
    start: () => core.cluster?.start(),
    searches: Object.values(core.discoveries),
    recover: core.recoverJobs,
  })
}
