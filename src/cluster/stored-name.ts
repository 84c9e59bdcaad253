import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** In the data folder of a worker node. */
const NAME_FILE = 'worker-node-name'
const NAME = /^[A-Za-z0-9_.-]{1,32}$/

/**
 * The name of a worker node whose settings give none: that of its first start, also where the host name
 * is another one by now, as in a container. The first one is the first part of the host name.
 *
 * @param folder The data folder, which is created when it is missing
 * @returns undefined where there is none, and the host name cannot be one
 */
export function storedName(folder: string): string | undefined {
  const path = join(folder, NAME_FILE)
  const known = readName(path)
  if (known !== undefined) return known
  const name = nameOfHost()
  if (name === undefined) return undefined
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path, `${name}\n`, { mode: 0o600 })
  } catch {
    // A disk that cannot be written leaves the host name, as long as that stays the same.
  }
  return name
}

function readName(path: string): string | undefined {
  try {
    const name = readFileSync(path, 'utf8').trim()
    return NAME.test(name) ? name : undefined
  } catch {
    return undefined
  }
}

/** The first part of the host name. Not cut, because two cut ones could be the same name. */
function nameOfHost(): string | undefined {
  const [name = ''] = hostname().split('.', 1)
  return /^[A-Za-z0-9_-]{1,32}$/.test(name) ? name : undefined
}
