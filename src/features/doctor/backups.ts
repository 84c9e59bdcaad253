import { join } from 'node:path'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { backupsIn, type StoredBackup } from '../backups/backup-folder.ts'
import { BACKUP_STALE_MS, type BackupState } from '../backups/nightly.ts'
import { sizeText, statOf } from './file-facts.ts'

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
      ? `There is no backup in ${folder}`
      : `The newest backup is ${ageText(now - newest.at)} old (${join(folder, newest.name)}, ${sizeText(newest.bytes)}; ${contentsText(newest)})`
  const fix = 'Make one now: npm run backup -- FILE'
  if (failure !== undefined) {
    const says = `${last}, and the last try has failed: ${failure.reason}`
    return { id: ID, level: stale ? 'error' : 'warning', says, fix }
  }
  if (stale) {
    const says = `${last}, although one is made every night while Hearth runs`
    return { id: ID, level: 'warning', says, fix }
  }
  if (!nightly) {
    const says = `${last}, and none is made every night, as the settings say`
    return { id: ID, level: 'info', says }
  }
  if (newest === undefined) return { id: ID, level: 'info', says: `${last} yet: the first is due` }
  if (bytesMissing === undefined) return { id: ID, level: 'ok', says: last }
  const says = `${last}, although files should be in it: ${bytesMissing}`
  return { id: ID, level: 'warning', says }
}

function contentsText({ whole }: StoredBackup): string {
  if (whole === undefined) return 'the database, and no bytes of files'
  const lost = whole.lost === 0 ? '' : `; ${whole.lost} that were lost before are missing`
  return `the database and the bytes of all files${lost}`
}

function ageText(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / HOUR_MS))
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}
