import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf } from '../../platform/errors.ts'

/** Undefined for a file that does not exist. */
export async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    const code = codeOf(error)
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw error
  }
}

/** The nearest folder above a path, or the path itself, that exists. */
export async function existingFolder(path: string): Promise<string> {
  const parent = dirname(path)
  if (parent === path || (await statOf(path)) !== undefined) return path
  return existingFolder(parent)
}

/** As in `1.5 GB`; with powers of 1000, as disks are sold. */
export function sizeText(bytes: number): string {
  const [unit, size] =
    bytes >= 1e9 ? ['GB', bytes / 1e9] : bytes >= 1e6 ? ['MB', bytes / 1e6] : ['kB', bytes / 1e3]
  return `${size >= 10 ? Math.round(size) : Math.round(size * 10) / 10} ${unit}`
}

/** A path as a word of a shell. */
export function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
