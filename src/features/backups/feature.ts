import type { Restorable } from '../../core/restorable.ts'
import type { Core } from '../../create-core.ts'
import { VERSION } from '../../platform/version.ts'
import { BackupContents } from './backup-contents.ts'
import { Backups } from './backups.ts'
import { NightlyBackups } from './nightly.ts'

/** Backups of the data folder, by request and every night; none where nothing is kept. */
export function createBackups(
  core: Core,
  { restorables }: { restorables: () => readonly Restorable[] },
) {
  const { folder, config, limits, maker, stores, audit, alerts, log, now } = core
  if (folder === undefined) return { name: 'backups', backups: undefined }
  const { settings } = stores
  const schedule = config.backups
  const onDemand = new Backups({
    maker,
    audit,
    settings,
    folder,
    target: schedule.folder,
    withFiles: schedule.files,
    hasBucket: config.files.s3 !== undefined,
    holdDeletions: () => core.storage.holdDeletions(),
    version: VERSION,
    stallMs: limits.backupStallMs,
    log,
    now,
  })
  const nightly = new NightlyBackups({
    backups: onDemand,
    settings,
    alerts,
    schedule,
    delayMs: limits.backupDelayMs,
    log,
    now,
  })
  const contents = new BackupContents({
    backups: onDemand,
    maker,
    audit,
    restorables,
    requireOwner: (owner) => core.restorableUsers.requireOwner(owner),
    log,
    now,
  })
  return {
    name: 'backups',
    sweeps: [nightly, contents],
    // What a crash in the middle of a backup has left of deleted files goes with the end of a hold.
    recover: () => core.storage.holdDeletions()[Symbol.dispose](),
    stop: async () => {
      await Promise.all([nightly.stop(), contents.stop()])
    },
    backups: { onDemand, nightly, contents },
  }
}
