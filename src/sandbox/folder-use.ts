import { statfsSync } from 'node:fs'
import { walkFolder } from './walk-folder.ts'

/** Unit of `blocks` in the facts of a file, whatever the file system's own. POSIX, `stat.h` */
const BLOCK_BYTES = 512

/** A sandbox ends before less is free on the disk of the machine. See Limits. */
export const DISK_RESERVE_BYTES = 256 * 1024 * 1024

/** What a folder takes of the disk. */
export interface FolderUse {
  bytes: number
  files: number
  /** Some of it is too deep to be counted, or refuses to be read. */
  isHidden: boolean
}

/** @param maxFiles Counting ends above it */
export function useOfFolder(folder: string, maxFiles: number): FolderUse {
  const use: FolderUse = { bytes: 0, files: 0, isHidden: false }
  for (const { stats, isComplete } of walkFolder(folder)) {
    use.files += 1
    use.bytes += stats.blocks * BLOCK_BYTES
    if (!isComplete) use.isHidden = true
    if (use.files > maxFiles) break
  }
  return use
}

/** What the whole file system of a path has given away. */
export interface FileSystemUse {
  usedBytes: number
  /** For users other than root. */
  freeBytes: number
  /** Absent where the file system does not count them. */
  usedFiles: number | undefined
}

export function useOfFileSystem(path: string): FileSystemUse {
  const { bsize, blocks, bfree, bavail, files, ffree } = statfsSync(path)
  return {
    usedBytes: (blocks - bfree) * bsize,
    freeBytes: bavail * bsize,
    usedFiles: files === 0 ? undefined : files - ffree,
  }
}
