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

/** A path as a word of a shell. */
export function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`
}
