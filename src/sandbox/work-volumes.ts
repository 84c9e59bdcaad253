import { chmodSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { endOf, findProgram } from '../platform/programs.ts'
import type { WorkFolders } from './contract.ts'
import { DISK_RESERVE_BYTES, useOfFileSystem } from './job-folder.ts'
import { SANDBOX_PATH } from './sandbox-programs.ts'

type VolumeBounds = Parameters<WorkFolders['open']>[1]

/** Of the file system itself: its journal, tables of files and of free blocks. */
const OVERHEAD_BYTES = 16 * 1024 * 1024
const JOURNAL_MIB = 4
/** The file system's own files. */
const OWN_FILES = 16
const PROGRAMS = ['fallocate', 'mkfs.ext4', 'mount', 'umount'] as const
/** A disk with much to do takes seconds. */
const STEP_MS = 30_000

/**
 * Gives work folders a file system of their own in a file beside them, all of whose room is taken at
 * once. So the kernel bounds what commands write, at any speed. Possible for root only.
 */
export class WorkVolumes implements WorkFolders {
  /** As in a container, whose root may not mount. */
  #isImpossible = process.getuid?.() !== 0

  /**
   * Mounts the file system of a work folder, and creates it for an empty folder that has none. Where
   * that is impossible the folder remains as it is.
   */
  async open(folder: string, bounds: VolumeBounds): Promise<void> {
    if (this.#isImpossible || isVolume(folder) || readdirSync(folder).length > 0) return
    const image = imageOf(folder)
    const isThere = statSync(image, { throwIfNoEntry: false }) !== undefined
    if (!isThere && !hasRoom(folder, bounds)) return
    const isMounted =
      (isThere || (await makeImage(image, bounds))) &&
      (await runs('mount', '-o', 'loop,nosuid,nodev,noatime', image, folder))
    this.#isImpossible = !isMounted
    if (!isMounted) return removeImage(folder)
    chmodSync(folder, 0o700)
    rmSync(join(folder, 'lost+found'), { recursive: true, force: true })
  }

  /**
   * Unmounts the file system of a work folder.
   *
   * @param isKept Whether {@link open} may mount it again; else what it holds is gone
   * @throws When it cannot be unmounted
   */
  async close(folder: string, isKept = false): Promise<void> {
    // One that is still in use must not be mounted a second time.
    const isClosed =
      !isVolume(folder) ||
      (await runs('umount', folder)) ||
      (!isKept && (await runs('umount', '--lazy', folder)))
    if (!isClosed) throw new Error(`Cannot unmount ${folder}`)
    if (!isKept) removeImage(folder)
  }
}

/** Whether a folder is a file system of its own, so that its size is bounded without looking. */
export function isVolume(folder: string): boolean {
  const [own, parent] = [folder, dirname(folder)].map((path) =>
    statSync(path, { throwIfNoEntry: false }),
  )
  return own !== undefined && parent !== undefined && own.dev !== parent.dev
}

function hasRoom(folder: string, { diskBytes }: VolumeBounds): boolean {
  return useOfFileSystem(folder).freeBytes >= diskBytes + OVERHEAD_BYTES + DISK_RESERVE_BYTES
}

async function makeImage(image: string, { diskBytes, files }: VolumeBounds): Promise<boolean> {
  const part = `${image}.part`
  rmSync(part, { force: true })
  const options = ['-E', 'nodiscard,lazy_itable_init=1', '-O', '^resize_inode', '-m', '0']
  const sizes = ['-N', String(files + OWN_FILES), '-J', `size=${JOURNAL_MIB}`]
  const isMade =
    (await runs('fallocate', '-l', String(diskBytes + OVERHEAD_BYTES), part)) &&
    (await runs('mkfs.ext4', '-q', '-F', ...options, ...sizes, part))
  if (isMade) renameSync(part, image)
  return isMade
}

function removeImage(folder: string): void {
  for (const path of [imageOf(folder), `${imageOf(folder)}.part`]) rmSync(path, { force: true })
}

function imageOf(folder: string): string {
  return `${folder}.img`
}

/** @returns Whether it has succeeded */
async function runs(name: (typeof PROGRAMS)[number], ...args: string[]): Promise<boolean> {
  const program = findProgram(name, SANDBOX_PATH)
  if (program === undefined) return false
  return (await endOf([program.path, ...args], { limitMs: STEP_MS }))?.code === 0
}
