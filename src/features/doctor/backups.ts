import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { BACKUP_STALE_MS, type BackupState } from '../backups/nightly.ts'
import { sizeText, statOf } from './file-facts.ts'

const ID = 'backups'
const HOUR_MS = 60 * 60_000
/** Of this or another installation, with the time in UTC. */
const NAME = /^hearth-[0-9a-f]{8}-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/

/** State of the nightly backups. */
export type BackupFacts = Omit<BackupState, 'nextAt'>

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
  const newest = await newestOf(folder, now())
  const since = newest?.at ?? database.birthtimeMs
  const stale = nightly && now() - since > BACKUP_STALE_MS
  return { nightly, folder, newest, stale, failure: undefined }
}

/** One of the future, as after the clock was set back, tells nothing. */
async function newestOf(folder: string, now: number): Promise<BackupFacts['newest']> {
  if ((await statOf(folder)) === undefined) return undefined
  const found = (await readdir(folder)).flatMap((name) => {
    const [, ...parts] = NAME.exec(name) ?? []
    const [year = 0, month = 1, ...rest] = parts.map(Number)
    return parts.length === 0 ? [] : [{ name, at: Date.UTC(year, month - 1, ...rest) }]
  })
  const [newest] = found.filter(({ at }) => at <= now).toSorted((a, b) => b.at - a.at)
  if (newest === undefined) return undefined
  const bytes = (await statOf(join(folder, newest.name)))?.size ?? 0
  return { ...newest, bytes }
}

function findingOf({ nightly, folder, newest, stale, failure }: BackupFacts, now: number): Finding {
  const last =
    newest === undefined
      ? `There is no backup in ${folder}`
      : `The newest backup is ${ageText(now - newest.at)} old (${join(folder, newest.name)}, ${sizeText(newest.bytes)})`
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
  return { id: ID, level: 'ok', says: last }
}

function ageText(ms: number): string {
  const hours = Math.max(0, Math.floor(ms / HOUR_MS))
  if (hours < 1) return 'less than an hour'
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}
