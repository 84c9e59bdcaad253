import { realpathSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/**
 * A path without its symbolic links, so that two names of one folder are the same; what does not exist
 * yet keeps its name, below the part that does.
 */
export function realPath(path: string): string {
  const whole = resolve(path)
  try {
    return realpathSync(whole)
  } catch {
    const parent = dirname(whole)
    return parent === whole ? whole : join(realPath(parent), basename(whole))
  }
}
