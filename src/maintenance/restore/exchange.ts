import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { stamp } from '../../core/backups/backup-folder.ts'
import { INCLUDED } from '../../core/backups/contents.ts'
import { RESTORE_MARKER } from '../../core/backups/open-data.ts'
import { DATABASE_NAME } from '../../storage/contract-backup.ts'

interface ExchangeOptions {
  folder: string
  /** Where the contents of the backup are. */
  staging: string
  /** UTC milliseconds. */
  now: number
  /** Throws while a service runs. */
  requireStopped: () => void
}

/** What was moved. */
export interface Exchange {
  /** Where the data is that was there; undefined where there was none. */
  aside: string | undefined
}

/** All that belongs to the data of a service. Other files of the folder stay as they are. */
export const OWN_FILES: readonly string[] = [
  DATABASE_NAME,
  ...['-wal', '-shm', '-journal'].map((suffix) => DATABASE_NAME + suffix),
  ...INCLUDED,
  'spool',
]

/**
 * Moves the data aside and the contents of the backup into their place. Meanwhile a marker keeps a
 * service from starting over half of it; after a crash, a restore that is run again goes on.
 */
export function exchange({ folder, staging, now, requireStopped }: ExchangeOptions): Exchange {
  const marker = join(folder, RESTORE_MARKER)
  const isRepeated = existsSync(marker)
  // Never written through a link, which the folder's owner may have created for a command of root.
  if (!isRepeated) writeFileSync(marker, '', { mode: 0o600, flush: true, flag: 'wx' })
  syncFolder(folder)
  try {
    // Again, because unpacking takes a while; from here on none can start.
    requireStopped()
  } catch (error) {
    if (!isRepeated) rmSync(marker)
    throw error
  }
  const restored = readdirSync(staging)
  const old = [...new Set([...OWN_FILES, ...restored])].filter((name) =>
    existsSync(join(folder, name)),
  )
  const aside =
    old.length === 0 ? undefined : freeName(join(folder, `before-restore-${stamp(now)}`))
  if (aside !== undefined) mkdirSync(aside, { mode: 0o700 })
  for (const name of old) renameSync(join(folder, name), join(aside ?? folder, name))
  for (const name of restored) renameSync(join(staging, name), join(folder, name))
  syncFolder(folder)
  rmSync(marker)
  syncFolder(folder)
  return { aside }
}

/** A restore may be run twice within a second. */
function freeName(path: string): string {
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? path : `${path}-${count}`
    if (!existsSync(name)) return name
  }
}

function syncFolder(folder: string): void {
  const fd = openSync(folder, 'r')
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
