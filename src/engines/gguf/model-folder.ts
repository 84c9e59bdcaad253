import { closeSync, openSync, readdirSync, readSync, type Stats, statSync } from 'node:fs'
import { join } from 'node:path'

/** How long a file that could not be loaded is not tried again. @limit gguf-fault minutes */
export const FAULT_MS = 10 * 60_000
/** See `isForeign`. */
export const FOREIGN = 'it is no GGUF file'

/** Files that could not be loaded, until they change. */
export class ModelErrors {
  readonly #byName = new Map<string, { identity: string; reason: string; until: number }>()

  add({ name, identity }: ModelFile, reason: string): void {
    this.#byName.set(name, { identity, reason, until: performance.now() + FAULT_MS })
  }

  /** Why a file cannot be used; undefined where it may be. */
  of({ name, identity, isForeign }: ModelFile): string | undefined {
    if (isForeign) return FOREIGN
    const known = this.#byName.get(name)
    if (known === undefined) return undefined
    if (known.identity === identity && performance.now() < known.until) return known.reason
    this.#byName.delete(name)
    return undefined
  }

  clear(): void {
    this.#byName.clear()
  }
}

const EXTENSION = '.gguf'
/** The first bytes of each file of the format. */
const MAGIC = 'GGUF'
/** The reader of a model's images, which is no model of its own. */
const PROJECTOR = /^mmproj/i
/** A part of a model that is not the first. */
const LATER_PART = /-(?!00001-of-)\d{5}-of-\d{5}\.gguf$/i

/** A model of the folder: a file, or a folder with its parts. */
export interface ModelFile {
  /** As llama-server names it: that of the file without its extension, or of the folder. */
  name: string
  /** Of the file, or of its first part. */
  path: string
  /** Changes when the content does. */
  identity: string
  /** Whether it can be no model, whatever llama-server makes of it. */
  isForeign: boolean
}

/**
 * The models of a folder, by name. Each `*.gguf` is one, and each folder that has such files, as
 * `llama-server --models-dir` has it.
 */
export function readModelFolder(folder: string): ModelFile[] {
  return entriesOf(folder)
    .flatMap((entry) => {
      const path = join(folder, entry)
      const found = statOf(path)
      if (found?.isDirectory() === true) return folderModel(entry, path)
      return found !== undefined && isModel(entry) ? [fileModel(entry, path, found)] : []
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether llama-server may list a name that is no model to chat with. */
export function isModelName(name: string): boolean {
  return !isHidden(name) && isModel(`${name}${EXTENSION}`)
}

/** Such as a file that is still being copied. */
function isHidden(entry: string): boolean {
  return entry.startsWith('.')
}

function isModel(entry: string): boolean {
  return (
    entry.toLowerCase().endsWith(EXTENSION) && !PROJECTOR.test(entry) && !LATER_PART.test(entry)
  )
}

function fileModel(entry: string, path: string, stats: Stats): ModelFile {
  const name = entry.slice(0, -EXTENSION.length)
  return { name, path, identity: identityOf(stats), isForeign: !hasMagic(path) }
}

function folderModel(name: string, path: string): ModelFile[] {
  const parts = entriesOf(path).filter((entry) => entry.toLowerCase().endsWith(EXTENSION))
  const first = parts.filter(isModel).toSorted()[0]
  if (first === undefined) return []
  const identities = parts.map((entry) => {
    const stats = statOf(join(path, entry))
    return stats === undefined ? entry : `${entry}:${identityOf(stats)}`
  })
  return [
    { name, path: join(path, first), identity: identities.toSorted().join('/'), isForeign: false },
  ]
}

function identityOf({ size, mtimeMs, ino }: Stats): string {
  return `${size}-${mtimeMs}-${ino}`
}

/** A file that cannot be read may still become readable: llama-server then says why. */
function hasMagic(path: string): boolean {
  try {
    const file = openSync(path, 'r')
    try {
      const bytes = Buffer.alloc(MAGIC.length)
      readSync(file, bytes, 0, MAGIC.length, 0)
      return bytes.toString('latin1') === MAGIC
    } finally {
      closeSync(file)
    }
  } catch {
    return true
  }
}

function entriesOf(folder: string): string[] {
  try {
    return readdirSync(folder).filter((entry) => !isHidden(entry))
  } catch {
    return []
  }
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path)
  } catch {
    return undefined
  }
}
