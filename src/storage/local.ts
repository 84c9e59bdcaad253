import { existsSync, readdirSync, rmSync } from 'node:fs'
import { mkdir, readdir, rename, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { AppError, codeOf } from '../platform/errors.ts'
import { randomId } from '../platform/ids.ts'
import { FreeSpace } from './chunk-writer.ts'
import {
  type ByteRange,
  type ByteSource,
  type ObjectContent,
  PART_SUFFIX,
  type PutOptions,
  requireKey,
  type Storage,
  type StoredObject,
  splitPrefix,
  type TemporaryFile,
} from './contract.ts'
import { HELD } from './contract-backup.ts'
import { OpenFile, rangeOf } from './open-file.ts'
import { linkWhole, makeWhole, WholeFile } from './whole-file.ts'

/** `ENOTDIR`: a folder of the key is an object. */
const MISSING = new Set(['ENOENT', 'ENOTDIR'])

export interface LocalStorageOptions {
  /** Made when the first object is put. */
  folder: string
  /** Bytes that must stay free on the disk, for the database and the rest of the machine. */
  minFreeBytes?: number
}

/** Objects as files in a folder of this machine, each named by its key. */
export class LocalStorage implements Storage {
  readonly #folder: string
  readonly #space: FreeSpace
  /** Paths of the parts that are being written. */
  readonly #parts = new Set<string>()
  #holds = 0

  constructor({ folder, minFreeBytes = 0 }: LocalStorageOptions) {
    this.#folder = folder
    this.#space = new FreeSpace({ folder, minFreeBytes })
  }

  /** Where the object is or would be, for a child process that takes files. */
  pathOf(key: string): string {
    return join(this.#folder, requireKey(key))
  }

  async room(): Promise<number> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    return await this.#space.room()
  }

  async put(
    key: string,
    source: ByteSource,
    { bytes: declared }: PutOptions = {},
  ): Promise<StoredObject> {
    using target = this.#target(key)
    await using file = await WholeFile.create({ ...target, expectedBytes: declared })
    for await (const chunk of source) {
      const written = file.write(chunk)
      if (written !== undefined) await written
    }
    if (declared !== undefined && file.bytes !== declared) {
      throw new AppError(
        'malformed',
        `Expected ${declared} bytes to be stored, and ${file.bytes} came`,
      )
    }
    await file.commit()
    return { key, bytes: file.bytes }
  }

  async putFile(key: string, path: string): Promise<StoredObject> {
    using target = this.#target(key)
    await linkWhole(path, target)
    return { key, bytes: (await stat(target.path)).size }
  }

  /**
   * Stores the file that a program writes.
   *
   * @throws {AppError} `storage_full`; and what the work throws
   */
  async make(key: string, work: (path: string) => Promise<void>): Promise<StoredObject> {
    using target = this.#target(key)
    await makeWhole(target, work)
    return { key, bytes: (await stat(target.path)).size }
  }

  /** A path that no object has; what is written there is no object, and {@link sweep} removes it. */
  async temporary(key: string): Promise<TemporaryFile> {
    const target = this.#target(key)
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    return {
      path: target.partPath,
      async [Symbol.asyncDispose]() {
        target[Symbol.dispose]()
        await rm(target.partPath, { force: true })
      },
    }
  }

  async get(key: string, range?: ByteRange): Promise<ObjectContent | undefined> {
    const path = this.pathOf(key)
    const file = await orMissing(OpenFile.open(path))
    if (file === undefined) return undefined
    try {
      if (!file.isFile) {
        await file.close()
        return undefined
      }
      const { from, bytes } = rangeOf(file.size, range)
      return { size: file.size, from, bytes, stream: file.stream(from, bytes) }
    } catch (error) {
      await file.close()
      throw error
    }
  }

  async stat(key: string): Promise<StoredObject | undefined> {
    const found = await orMissing(stat(this.pathOf(key)))
    return found?.isFile() ? { key, bytes: found.size } : undefined
  }

  async delete(key: string): Promise<void> {
    const path = this.pathOf(key)
    if ((await this.stat(key)) === undefined) return
    if (this.#holds > 0) await this.#moveAside(key)
    else await rm(path, { force: true })
    await this.#removeEmptyFolders(dirname(path))
  }

  /**
   * Until it is disposed of, the bytes of deleted objects stay in the folder `.held`, so that a backup
   * has all that its copy of the database names. A crash leaves them until a hold ends, as one does at the next start.
   */
  hold(): Disposable {
    this.#holds += 1
    const end = () => {
      this.#holds -= 1
      if (this.#holds === 0) rmSync(join(this.#folder, HELD), { recursive: true, force: true })
    }
    return onceDisposed(end)
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    const { folder, start } = splitPrefix(prefix)
    yield* this.#walk(folder, start)
  }

  /**
   * Removes what writes that a crash has cut off left behind. Call it while nothing is being
   * written.
   *
   * @param isKept Whether an object stays, by its key; by default every one does
   */
  sweep(isKept: (key: string) => boolean = () => true): void {
    if (!existsSync(this.#folder)) return
    for (const entry of readdirSync(this.#folder, { recursive: true, withFileTypes: true })) {
      if (entry.isDirectory()) continue
      const path = join(entry.parentPath, entry.name)
      const key = relative(this.#folder, path).replaceAll(sep, '/')
      if (key.endsWith(PART_SUFFIX) || !isKept(key)) rmSync(path, { force: true })
    }
  }

  async removeParts(): Promise<number> {
    const entries = (await orMissing(readdir(this.#folder, { recursive: true }))) ?? []
    const paths = entries
      .filter((name) => name.endsWith(PART_SUFFIX))
      .map((name) => join(this.#folder, name))
      .filter((path) => !this.#parts.has(path))
    for (const path of paths) await rm(path, { force: true })
    return paths.length
  }

  /** Where an object is written, until disposed of. */
  #target(key: string) {
    const path = this.pathOf(key)
    // Of its own name, so that two who write the same object do not write the same file.
    const partPath = `${path}.${randomId('')}${PART_SUFFIX}`
    this.#parts.add(partPath)
    return {
      path,
      partPath,
      root: this.#folder,
      space: this.#space,
      [Symbol.dispose]: () => void this.#parts.delete(partPath),
    }
  }

  async *#walk(folder: string, start: string): AsyncGenerator<StoredObject> {
    const path = join(this.#folder, folder)
    const entries = (await orMissing(readdir(path, { withFileTypes: true }))) ?? []
    // The order of keys, in which a folder counts with its slash: `a-b`, `a/b`, `ab`.
    const names = entries
      .filter((entry) => entry.isDirectory() || !entry.name.endsWith(PART_SUFFIX))
      .filter(({ name }) => name !== HELD)
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
      .filter((name) => name.startsWith(start))
      .sort()
    for (const name of names) {
      const key = folder === '' ? name : `${folder}/${name}`
      if (name.endsWith('/')) {
        yield* this.#walk(key.slice(0, -1), '')
        continue
      }
      const found = await this.stat(key)
      if (found !== undefined) yield found
    }
  }

  async #moveAside(key: string): Promise<void> {
    const held = join(this.#folder, HELD, key)
    try {
      await mkdir(dirname(held), { recursive: true, mode: 0o700 })
      await rename(this.pathOf(key), held)
    } catch {
      // A full disk has no room for the folder, and what is deleted goes all the same.
      await rm(this.pathOf(key), { force: true })
    }
  }

  async #removeEmptyFolders(folder: string): Promise<void> {
    for (let path = folder; path !== this.#folder; path = dirname(path)) {
      try {
        await rmdir(path)
      } catch {
        // Something is in it, or somebody else has removed it.
        return
      }
    }
  }
}

function onceDisposed(end: () => void): Disposable {
  let isEnded = false
  return {
    [Symbol.dispose]() {
      if (!isEnded) end()
      isEnded = true
    },
  }
}

async function orMissing<value>(found: Promise<value>): Promise<value | undefined> {
  try {
    return await found
  } catch (error) {
    if (MISSING.has(codeOf(error) ?? '')) return undefined
    throw error
  }
}
