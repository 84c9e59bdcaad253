import { rmSync } from 'node:fs'
import { randomId } from '../platform/ids.ts'
import type { ByteSource, PutOptions } from './contract.ts'
import { LocalStorage } from './local.ts'

/** Stays free whatever is sent, so that the database can still be written. */
const MIN_FREE_BYTES = 256 * 1024 * 1024

/** Bytes that were received and wait for their work. */
export interface SpooledFile {
  /** What a row and a task's input name it by. */
  id: string
  /** On this machine; for a child process that takes files. */
  path: string
  bytes: number
  /** Hex, of the bytes as they came. */
  sha256: string
  mediaType?: string | undefined
}

export interface SpoolOptions {
  /** Made with the first file. */
  folder: string
  /** Whether the folder goes when the spool is disposed of; for a service without a data folder. */
  temporary?: boolean
}

/**
 * Large inputs on the disk of this machine, until the work that they belong to is over. Whoever has
 * written a file owns it: it removes the file, or names it in a row that does.
 */
export class Spool implements Disposable {
  readonly #folder: string
  readonly #temporary: boolean
  readonly #storage: LocalStorage

  constructor({ folder, temporary = false }: SpoolOptions) {
    this.#folder = folder
    this.#temporary = temporary
    this.#storage = new LocalStorage({ folder, minFreeBytes: MIN_FREE_BYTES })
  }

  /**
   * Keeps all that the source gives; leaves nothing when the source fails.
   *
   * @throws {AppError} `storage_full`; and what the source throws
   */
  async write(source: ByteSource, options: PutOptions = {}): Promise<SpooledFile> {
    const id = randomId('spl_')
    const hasher = new Bun.CryptoHasher('sha256')
    const { bytes } = await this.#storage.put(id, hashed(source, hasher), options)
    return {
      id,
      path: this.#storage.pathOf(id),
      bytes,
      sha256: hasher.digest('hex'),
      ...(options.mediaType === undefined ? {} : { mediaType: options.mediaType }),
    }
  }

  /** @returns undefined when it is gone */
  async find(id: string): Promise<Pick<SpooledFile, 'id' | 'path' | 'bytes'> | undefined> {
    const found = await this.#storage.stat(id)
    return found && { id, path: this.#storage.pathOf(id), bytes: found.bytes }
  }

  /** Does nothing when it is gone. */
  async remove(id: string): Promise<void> {
    await this.#storage.delete(id)
  }

  /**
   * Removes what no work can need any more; at the start, before anything is received.
   *
   * @param live Ids that rows name
   */
  sweep(live: ReadonlySet<string>): void {
    this.#storage.sweep((id) => live.has(id))
  }

  [Symbol.dispose](): void {
    if (this.#temporary) rmSync(this.#folder, { recursive: true, force: true })
  }
}

async function* hashed(source: ByteSource, hasher: Bun.CryptoHasher): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    hasher.update(chunk)
    yield chunk
  }
}
