import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { Check } from '../../core/doctor/finding.ts'
import { RESERVE_BYTES, RESERVE_NAME } from '../../db/disk-reserve.ts'
import { existingFolder, quoted, sizeText, statOf } from './file-facts.ts'

const ID = 'disk'
/** Kept free beside twice the database: a backup or a migration copies it. */
const SPARE_BYTES = 1e9
/** Below this Hearth soon refuses requests that must write. */
const LEAST_BYTES = 100e6

/** What a file system says of itself: blocks and files that are free. */
type FileSystemFacts = Pick<StatsFs, 'bavail' | 'bsize' | 'files' | 'ffree'>

/** @param statFolder Of the file system; for tests */
export function diskRoom(
  folder: string,
  statFolder: (path: string) => Promise<FileSystemFacts> = (path) => statfs(path),
): Check {
  return {
    id: ID,
    run: async () => {
      const place = await existingFolder(folder)
      const { bavail, bsize, files, ffree } = await statFolder(place)
      const free = bavail * bsize
      const names = ['hearth.sqlite', 'hearth.sqlite-wal']
      const sizes = await Promise.all(names.map((name) => statOf(join(folder, name))))
      const database = sizes.reduce((sum, facts) => sum + (facts?.size ?? 0), 0)
      const needed = 2 * database + SPARE_BYTES
      const fix = `Free some of the disk of ${place}: du -xh --max-depth=2 ${quoted(place)} | sort -h | tail`
      // A file system without a fixed number of files reports none.
      if (files > 0 && ffree === 0)
        return [
          { id: ID, level: 'error', says: `The disk of ${place} can take no more files`, fix },
        ]
      const reserve = (await statOf(join(folder, RESERVE_NAME)))?.size ?? RESERVE_BYTES
      const left = `${sizeText(reserve)} of the ${sizeText(RESERVE_BYTES)} that are reserved for revoking and for the ends of jobs are left`
      if (free < LEAST_BYTES) {
        const says = `The disk of ${place} is full (${sizeText(free)} free): requests that must write get 507, and ${left}`
        return [{ id: ID, level: 'error', says, fix }]
      }
      const used = database === 0 ? '' : `, whose database has ${sizeText(database)}`
      if (reserve < RESERVE_BYTES)
        return [{ id: ID, level: 'warning', says: `The disk of ${place} was full: ${left}`, fix }]
      const room = `${sizeText(free)} are free for the data folder${used}`
      if (free >= needed) return [{ id: ID, level: 'ok', says: room }]
      const says = `${room}: a backup or an update copies it, so ${sizeText(needed)} should be free`
      return [{ id: ID, level: 'warning', says, fix }]
    },
  }
}
