import { join } from 'node:path'
import { type Check, type Finding, finding, part } from '../../core/doctor/finding.ts'
import type { CodedText } from '../../platform/coded-text.ts'
import { backupsIn, type StoredBackup } from '../backups/backup-folder.ts'
import { BACKUP_STALE_MS, type BackupState } from '../backups/nightly.ts'
import { statOf } from './file-facts.ts'

const ID = 'backups'
const HOUR_MS = 60 * 60_000

/** State of the nightly backups. */
export type BackupFacts = Omit<BackupState, 'nextAt' | 'drill'>

/** @param read Gives undefined where there is nothing to back up yet */
export function backupCheck(
  read: () => Promise<BackupFacts | undefined>,
  now: () => number,
): Check {
  return {
    id: ID,
    run: async () => {
      const facts = await read()
      return facts === undefined ? [] : [findingOf(facts, now())]
    },
  }
}

/** The same state as the service has, read from the files of the folder. */
export async function readBackups(
  settings: { data_dir: string; backups: { nightly: boolean; folder?: string } },
  now: () => number,
): Promise<BackupFacts | undefined> {
  const database = await statOf(join(settings.data_dir, 'hearth.sqlite'))
  if (database === undefined) return undefined
  const { nightly } = settings.backups
  const folder = settings.backups.folder ?? join(settings.data_dir, 'backups')
  // One of the future, as after the clock was set back, tells nothing.
  const newest = (await backupsIn(folder)).find(({ at }) => at <= now())
  const since = newest?.at ?? database.birthtimeMs
  const stale = nightly && now() - since > BACKUP_STALE_MS
  return { nightly, folder, newest, stale, failure: undefined, bytesMissing: undefined }
}

function findingOf(facts: BackupFacts, now: number): Finding {
  const { nightly, folder, newest, stale, failure, bytesMissing } = facts
  const last =
    newest === undefined
      ? part('backup_none', { folder })
      : part('backup_newest', {
          age: ageOf(now - newest.at),
          path: join(folder, newest.name),
          fileBytes: newest.bytes,
          contents: contentsOf(newest),
        })
  if (failure !== undefined)
    return finding(ID, stale ? 'error' : 'warning', 'backups_failed', {
      last,
      reason: failure.reason,
    })
  if (stale) return finding(ID, 'warning', 'backups_stale', { last })
  if (!nightly) return finding(ID, 'info', 'backups_off', { last })
  if (newest === undefined) return finding(ID, 'info', 'backups_due', { last })
  if (bytesMissing === undefined) return finding(ID, 'ok', 'backups_fine', { last })
  return finding(ID, 'warning', 'backups_incomplete', { last, reason: bytesMissing })
}

function contentsOf({ whole }: StoredBackup): CodedText {
  if (whole === undefined) return part('contents_database')
  return whole.lost === 0 ? part('contents_whole') : part('contents_lost', { lost: whole.lost })
}

function ageOf(ms: number): CodedText {
  const hours = Math.max(0, Math.floor(ms / HOUR_MS))
  if (hours < 1) return part('age_hour')
  return hours < 48
    ? part('age_hours', { hours })
    : part('age_days', { days: Math.floor(hours / 24) })
}
