import type { Alerts } from '../../core/alerts/alerts.ts'
import { Backups, type BackupsOptions } from './backups.ts'
import { type BackupSettings, NightlyBackups } from './nightly.ts'

interface CreateOptions extends Omit<BackupsOptions, 'target'> {
  alerts: Alerts
  schedule: BackupSettings
  delayMs: number
}

/** Makes what backs up the data folder, by request and every night. */
export function createBackups({ alerts, schedule, delayMs, ...options }: CreateOptions) {
  const { settings, log, now } = options
  const onDemand = new Backups({ ...options, target: schedule.folder })
  return {
    onDemand,
    nightly: new NightlyBackups({
      ...{ backups: onDemand, settings, alerts, schedule, delayMs, log, now },
    }),
  }
}
