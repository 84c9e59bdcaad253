import { readFileSync, type StatsFs } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { RESERVE_BYTES, RESERVE_NAME } from '../../db/disk-reserve.ts'
import { existingFolder, quoted, sizeText, statOf } from './file-facts.ts'

const PACKAGE_JSON = join(import.meta.dir, '../../../package.json')

/** @param running The version of the Bun that runs Hearth */
export function bunVersion(running: string = Bun.version): Check {
  return {
    id: 'bun',
    run: async () => {
      const content: unknown = await Bun.file(PACKAGE_JSON).json()
      const required: unknown = Reflect.get(
        Object(Reflect.get(Object(content), 'dependencies')),
        'bun',
      )
      if (running === required)
        return [{ id: 'bun', level: 'ok', says: `Bun ${running} runs, as package.json asks` }]
      return [
        {
          id: 'bun',
          level: 'warning',
          says: `Bun ${running} runs, but Hearth was tested with ${required}`,
          fix: 'Start Hearth with npm start, which installs and uses the right one',
        },
      ]
    },
  }
}

/** Files of a network disk may have another clock's times. */
const TOLERANCE_MS = 5 * 60_000
const YEAR_MS = 366 * 24 * 60 * 60_000
/** The version of the program is younger than this. */
const EARLIEST_TIME = Date.UTC(2026, 0, 1)
/** A clock that is so far ahead of the program is more likely wrong than the program that old. */
const MAX_PROGRAM_AGE_MS = 20 * YEAR_MS

/** Whether the clock can be right, by what was written before; asks no network. */
export function clock(folder: string, now: () => number): Check {
  const id = 'clock'
  return {
    id,
    run: async () => {
      const time = now()
      const shown = `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
      const fix = 'Set it: timedatectl set-ntp true'
      if (time < EARLIEST_TIME || time > EARLIEST_TIME + MAX_PROGRAM_AGE_MS) {
        const says = `The clock says ${shown}, which cannot be: sign-in, keys with an end and https fail`
        return [{ id, level: 'error', says, fix }]
      }
      const newest = await newestWrite(folder)
      if (newest > time + TOLERANCE_MS) {
        const written = new Date(newest).toISOString().slice(0, 16).replace('T', ' ')
        const says = `The clock says ${shown}, but the data folder was written at ${written} UTC: the clock is behind, so what has expired may work again and usage counts for the wrong day`
        return [{ id, level: 'warning', says, fix }]
      }
      return [{ id, level: 'ok', says: `The clock says ${shown}, after all that was written` }]
    },
  }
}

async function newestWrite(folder: string): Promise<number> {
  if ((await statOf(folder)) === undefined) return 0
  let newest = 0
  for (const name of await readdir(folder)) {
    const facts = await statOf(join(folder, name))
    newest = Math.max(newest, facts?.mtimeMs ?? 0)
  }
  return newest
}

/** Should be free besides twice the database: a backup or a migration copies it. */
const SPARE_BYTES = 1e9
/** Below this Hearth soon refuses requests that must write. */
const MIN_FREE_BYTES = 100e6

/** What a file system says of itself: blocks and files that are free. */
type FileSystemFacts = Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>

/** @param statFolder Of the file system; for tests */
export function diskSpace(
  folder: string,
  statFolder: (path: string) => Promise<FileSystemFacts> = (path) => statfs(path),
): Check {
  const id = 'disk'
  return {
    id,
    run: async () => {
      const path = await existingFolder(folder)
      const { bavail, bsize, files, ffree } = await statFolder(path)
      const free = bavail * bsize
      const names = ['hearth.sqlite', 'hearth.sqlite-wal']
      const sizes = await Promise.all(names.map((name) => statOf(join(folder, name))))
      const database = sizes.reduce((sum, facts) => sum + (facts?.size ?? 0), 0)
      const needed = 2 * database + SPARE_BYTES
      const fix = `Free some of the disk of ${path}: du -xh --max-depth=2 ${quoted(path)} | sort -h | tail`
      // A file system without a fixed number of files reports none.
      if (files > 0 && ffree === 0)
        return [{ id, level: 'error', says: `The disk of ${path} can take no more files`, fix }]
      const reserve = (await statOf(join(folder, RESERVE_NAME)))?.size ?? RESERVE_BYTES
      const left = `${sizeText(reserve)} of the ${sizeText(RESERVE_BYTES)} that are reserved for revoking and for the ends of jobs are left`
      if (free < MIN_FREE_BYTES) {
        const says = `The disk of ${path} is full (${sizeText(free)} free): requests that must write get 507, and ${left}`
        return [{ id, level: 'error', says, fix }]
      }
      const used = database === 0 ? '' : `, whose database has ${sizeText(database)}`
      if (reserve < RESERVE_BYTES)
        return [{ id, level: 'warning', says: `The disk of ${path} was full: ${left}`, fix }]
      const room = `${sizeText(free)} are free for the data folder${used}`
      if (free >= needed) return [{ id, level: 'ok', says: room }]
      const says = `${room}: a backup or an update copies it, so ${sizeText(needed)} should be free`
      return [{ id, level: 'warning', says, fix }]
    },
  }
}

const CONNECTIONS = 'connections'
/** 3,000 idle connections, with room for databases, files and children. */
const FEW = 4_096

/** Whether this process may have enough connections open at a time. */
export function connections(settings: { max_connections_per_address?: number | undefined }): Check {
  const { max_connections_per_address: bound } = settings
  const ofSetting = bound === undefined ? [] : [UNUSED_SETTING]
  return { id: CONNECTIONS, run: () => [...descriptorFindings(descriptorLimit()), ...ofSetting] }
}

const UNUSED_SETTING: Finding = {
  id: CONNECTIONS,
  level: 'info',
  says: 'MAX_CONNECTIONS_PER_ADDRESS has no effect: idle connections are closed by time, whoever has them',
  fix: 'Remove it',
}

/** @param limit File descriptors that a process may have; undefined where that is not known */
export function descriptorFindings(limit: number | undefined): Finding[] {
  if (limit === undefined) return []
  const says = `${limit.toLocaleString('en')} files and connections may be open at a time`
  if (limit >= FEW) return [{ id: CONNECTIONS, level: 'ok', says }]
  const fix = `Allow more open files: LimitNOFILE in the unit of the service, or ulimit -n ${FEW * 8}`
  const few = `${says}, which is few: idle clients can hold them all, and nobody else gets in`
  return [{ id: CONNECTIONS, level: 'warning', says: few, fix }]
}

/** The soft limit, which Bun has raised to the hard one at the start. Linux only. */
function descriptorLimit(): number | undefined {
  try {
    const limits = readFileSync('/proc/self/limits', 'latin1')
    const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
