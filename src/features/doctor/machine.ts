import { readFileSync, type StatsFs } from 'node:fs'
import { readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { type Check, type Finding, finding, part } from '../../core/doctor/finding.ts'
import { RESERVE_BYTES, RESERVE_NAME } from '../../db/disk-reserve.ts'
import { existingFolder, quoted, statOf } from './file-facts.ts'

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
      if (running === required) return [finding('bun', 'ok', 'bun_right', { version: running })]
      const versions = { version: running, required: String(required) }
      return [finding('bun', 'warning', 'bun_other', versions)]
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
      const ms = now()
      const time = minuteText(ms)
      if (ms < EARLIEST_TIME || ms > EARLIEST_TIME + MAX_PROGRAM_AGE_MS)
        return [finding(id, 'error', 'clock_wrong', { time })]
      const newest = await newestWrite(folder)
      if (newest > ms + TOLERANCE_MS)
        return [finding(id, 'warning', 'clock_behind', { time, written: minuteText(newest) })]
      return [finding(id, 'ok', 'clock_right', { time })]
    },
  }
}

function minuteText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
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

/**
 * @param minFreeBytes What no file may use
 * @param statFolder Of the file system; for tests
 */
export function diskSpace(
  folder: string,
  minFreeBytes: number,
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
      const disk = { path, command: `du -xh --max-depth=2 ${quoted(path)} | sort -h | tail` }
      // A file system without a fixed number of files reports none.
      if (files > 0 && ffree === 0) return [finding(id, 'error', 'disk_no_files', disk)]
      const reserve = (await statOf(join(folder, RESERVE_NAME)))?.size ?? RESERVE_BYTES
      const left = { ...disk, leftBytes: reserve, reservedBytes: RESERVE_BYTES }
      if (free < MIN_FREE_BYTES)
        return [finding(id, 'error', 'disk_full', { ...left, freeBytes: free })]
      if (reserve < RESERVE_BYTES) return [finding(id, 'warning', 'disk_was_full', left)]
      const room =
        database === 0
          ? part('disk_room', { freeBytes: free })
          : part('disk_room_database', { freeBytes: free, databaseBytes: database })
      if (free <= minFreeBytes) {
        const facts = { ...disk, room, neededBytes: minFreeBytes }
        return [finding(id, 'warning', 'disk_refuses_files', facts)]
      }
      if (free >= needed) return [finding(id, 'ok', 'disk_fine', { room })]
      return [finding(id, 'warning', 'disk_tight', { ...disk, room, neededBytes: needed })]
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

const UNUSED_SETTING = finding(CONNECTIONS, 'info', 'connections_setting')

/** @param limit File descriptors that a process may have; undefined where that is not known */
export function descriptorFindings(limit: number | undefined): Finding[] {
  if (limit === undefined) return []
  const facts = { limit }
  if (limit >= FEW) return [finding(CONNECTIONS, 'ok', 'connections_many', facts)]
  return [finding(CONNECTIONS, 'warning', 'connections_few', { ...facts, wanted: String(FEW * 8) })]
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
