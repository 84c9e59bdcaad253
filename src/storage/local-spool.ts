import { rmSync } from 'node:fs'
import { randomId } from '../platform/ids.ts'
import type {
  ByteSource,
  FoundFile,
  PutOptions,
  Spool,
  SpooledFile,
  TemporaryFile,
} from './contract.ts'
import { LocalStorage } from './local.ts'

/** Stays free whatever is sent, so that the database can still be written. */
const MIN_FREE_BYTES = 256 * 1024 * 1024

export interface LocalSpoolOptions {
  /** Made with the first file. */
  folder: string
  /** Whether the folder goes when the spool is disposed of; for a service without a data folder. */
  temporary?: boolean
}

/** Received files in a folder of this machine, each named by its id. */
export class LocalSpool implements Spool, Disposable {
  readonly #folder: string
  readonly #temporary: boolean
  readonly #storage: LocalStorage

  constructor({ folder, temporary = false }: LocalSpoolOptions) {
    this.#folder = folder
    this.#temporary = temporary
    this.#storage = new LocalStorage({ folder, minFreeBytes: MIN_FREE_BYTES })
  }

  async write(
    source: ByteSource,
    { id = this.reserve(), ...options }: PutOptions & { id?: string | undefined } = {},
  ): Promise<SpooledFile> {
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

  reserve(): string {
    return randomId('spl_')
  }

  async link(path: string): Promise<FoundFile> {
    const id = this.reserve()
    const { bytes } = await this.#storage.putFile(id, path)
    return { id, path: this.#storage.pathOf(id), bytes }
  }

  async make(id: string, work: (path: string) => Promise<void>): Promise<FoundFile> {
    const { bytes } = await this.#storage.make(id, work)
    return { id, path: this.#storage.pathOf(id), bytes }
  }

  async temporary(): Promise<TemporaryFile> {
    return this.#storage.temporary(this.reserve())
  }

  async find(id: string): Promise<FoundFile | undefined> {
    const found = await this.#storage.stat(id)
    return found && { id, path: this.#storage.pathOf(id), bytes: found.bytes }
  }

  async remove(id: string): Promise<void> {
    await this.#storage.delete(id)
  }

  /** As {@link LocalStorage.hold}. */
  hold(): Disposable {
    return this.#storage.hold()
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
