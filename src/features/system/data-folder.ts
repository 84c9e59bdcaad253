import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../platform/error-code.ts'

/** What a data folder takes. */
export interface DataFolderState {
  folder: string
  /** The largest first. */
  parts: { name: string; bytes: number }[]
  /** Free on its disk for this user. */
  freeBytes: number
}

/** Sizes of the entries of a data folder, those of folders with all that is in them. */
export async function dataFolderState(folder: string): Promise<DataFolderState> {
  const names = await readdir(folder)
  const parts = await Promise.all(
    names.map(async (name) => ({ name, bytes: await sizeOf(join(folder, name)) })),
  )
  const { bavail, bsize } = await statfs(folder)
  return {
    folder,
    parts: parts.sort((one, other) => other.bytes - one.bytes),
    freeBytes: bavail * bsize,
  }
}

/** Entries that go away while they are counted count as nothing. */
async function sizeOf(path: string): Promise<number> {
  try {
    const stat = await lstat(path)
    if (!stat.isDirectory()) return stat.size
    let bytes = 0
    for (const name of await readdir(path)) bytes += await sizeOf(join(path, name))
    return bytes
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return 0
    throw error
  }
}
