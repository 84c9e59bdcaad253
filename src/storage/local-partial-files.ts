import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { ChunkWriter } from './chunk-writer.ts'
import type { ByteSource, PartialFiles } from './contract.ts'
import { FreeSpace } from './free-space.ts'
import { requireKey } from './storage-key.ts'
import { asAppErrors, codeOf } from './write-errors.ts'

export interface LocalPartialFilesOptions {
  /** Made with the first file. */
  folder: string
  /** Bytes that must stay free on the disk. */
  minFreeBytes: number
}

/** Partial files in a folder of this machine, each named by its id. */
export class LocalPartialFiles implements PartialFiles {
  readonly #folder: string
  readonly #space: FreeSpace

  constructor({ folder, minFreeBytes }: LocalPartialFilesOptions) {
    this.#folder = folder
    this.#space = new FreeSpace({ folder, minFreeBytes })
  }

  pathOf(id: string): string {
    return join(this.#folder, requireKey(id))
  }

  async create(id: string, expectedBytes: number): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    await this.#space.require(expectedBytes)
    const handle = await asAppErrors(() => open(this.pathOf(id), 'wx', 0o600))
    await handle.close()
  }

  async size(id: string): Promise<number | undefined> {
    try {
      return (await stat(this.pathOf(id))).size
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  async append(id: string, source: ByteSource): Promise<void> {
    const handle = await open(this.pathOf(id), 'a')
    try {
      await this.#space.require(0)
      const writer = new ChunkWriter(handle, this.#space)
      try {
        for await (const chunk of source) {
          const written = writer.write(chunk)
          if (written !== undefined) await written
        }
      } finally {
        // Of a source that fails, what has come stays.
        await writer.finish()
      }
    } finally {
      await handle.close()
    }
  }

  async truncate(id: string, bytes: number): Promise<void> {
    await truncate(this.pathOf(id), bytes)
  }

  async flush(id: string): Promise<void> {
    const handle = await open(this.pathOf(id), 'r+')
    try {
      await asAppErrors(() => handle.sync())
    } finally {
      await handle.close()
    }
  }

  async remove(id: string): Promise<void> {
    await rm(this.pathOf(id), { force: true })
  }

  async sweep(isKept: (id: string) => boolean, writtenBefore: number): Promise<void> {
    for (const name of await readdir(this.#folder).catch(() => [])) {
      const path = join(this.#folder, name)
      if (!isKept(name) && (await stat(path)).mtimeMs < writtenBefore) await rm(path)
    }
  }
}
