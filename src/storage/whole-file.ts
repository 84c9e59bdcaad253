import { copyFile, type FileHandle, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { codeOf } from '../platform/errors.ts'
import { asAppErrors, ChunkWriter, type FreeSpace } from './chunk-writer.ts'

/** Of making the folder, when somebody removes it as empty at the same time. */
const CREATE_ATTEMPTS = 20

interface WholeFileOptions {
  path: string
  /** In the same folder, so that the rename is one step. */
  partPath: string
  /** The uppermost folder that is made when it is missing. */
  root: string
  space: FreeSpace
  expectedBytes: number | undefined
}

/**
 * A file that is there whole or not at all: written as a part, flushed to the disk, then renamed.
 * Disposed of before `commit`, it leaves nothing.
 */
export class WholeFile implements AsyncDisposable {
  readonly #options: WholeFileOptions
  readonly #handle: FileHandle
  readonly #writer: ChunkWriter
  #bytes = 0
  #done = false

  private constructor(options: WholeFileOptions, handle: FileHandle) {
    this.#options = options
    this.#handle = handle
    this.#writer = new ChunkWriter(handle, options.space)
  }

  /**
   * @throws {AppError} `storage_full`; `conflict` when the path is that of a folder, or in a file
   */
  static async create(options: WholeFileOptions): Promise<WholeFile> {
    return await asAppErrors(async () => {
      const handle = await createIn(options)
      const file = new WholeFile(options, handle)
      try {
        await options.space.require(options.expectedBytes ?? 0)
      } catch (error) {
        await file[Symbol.asyncDispose]()
        throw error
      }
      return file
    })
  }

  get bytes(): number {
    return this.#bytes
  }

  /** As {@link ChunkWriter.write}. */
  write(chunk: Uint8Array): Promise<void> | undefined {
    this.#bytes += chunk.byteLength
    return this.#writer.write(chunk)
  }

  /** @throws {AppError} `storage_full` */
  async commit(): Promise<void> {
    const { path, partPath, root } = this.#options
    await this.#writer.finish()
    await asAppErrors(async () => {
      await this.#handle.sync()
      await this.#handle.close()
      await rename(partPath, path)
      this.#done = true
      await syncFolders(dirname(path), root)
    })
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#done) return
    this.#done = true
    await this.#writer.finish().catch(() => {})
    // Closing twice is harmless.
    await this.#handle.close().catch(() => {})
    await rm(this.#options.partPath, { force: true })
  }
}

/**
 * Gives a file of this machine a second name, as {@link WholeFile} makes one: the bytes are copied
 * only where the file system cannot.
 *
 * @throws {AppError} `storage_full`
 */
export async function linkWhole(
  source: string,
  target: Omit<WholeFileOptions, 'expectedBytes'>,
): Promise<void> {
  await makeWhole(target, (path) => inFolder(path, () => linkOrCopy(source, path, target.space)))
}

/**
 * The same for a file that a program writes to the path that it is given.
 *
 * @throws {AppError} `storage_full`; and what the work throws
 */
export async function makeWhole(
  { path, partPath, root }: Omit<WholeFileOptions, 'expectedBytes'>,
  work: (path: string) => Promise<void>,
): Promise<void> {
  await asAppErrors(async () => {
    try {
      await inFolder(partPath, async () => undefined)
      await work(partPath)
      const handle = await open(partPath, 'r')
      try {
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(partPath, path)
      await syncFolders(dirname(path), root)
    } finally {
      // Between two names of one file, a rename leaves both.
      await rm(partPath, { force: true })
    }
  })
}

/** Codes of a file system without second names, or of another disk. */
const UNLINKABLE = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

async function linkOrCopy(source: string, target: string, space: FreeSpace): Promise<void> {
  try {
    await link(source, target)
  } catch (error) {
    if (!UNLINKABLE.has(codeOf(error) ?? '')) throw error
    await space.require((await stat(source)).size)
    await copyFile(source, target)
  }
}

async function createIn({ partPath }: WholeFileOptions): Promise<FileHandle> {
  return inFolder(partPath, () => open(partPath, 'wx', 0o600))
}

/** Makes the folder of a path, and a file in it, while others may remove the empty folder. */
async function inFolder<value>(path: string, make: () => Promise<value>): Promise<value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      return await make()
    } catch (error) {
      if (!isFolderGone(error) || attempt === CREATE_ATTEMPTS) throw error
    }
  }
}

/** Bun's recursive `mkdir` fails with EEXIST where the folder is removed before it has looked at it. */
function isFolderGone(error: unknown): boolean {
  const code = codeOf(error)
  return (
    code === 'ENOENT' || (code === 'EEXIST' && Reflect.get(Object(error), 'syscall') === 'mkdir')
  )
}

/** A new name is safe only when its folder is on the disk, and so is that one's own name. */
async function syncFolders(folder: string, root: string): Promise<void> {
  // There a folder cannot be opened.
  if (process.platform === 'win32') return
  const names = relative(root, folder).split(sep).filter(Boolean)
  for (let count = names.length; count >= 0; count -= 1) {
    const handle = await open(join(root, ...names.slice(0, count)), 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}
