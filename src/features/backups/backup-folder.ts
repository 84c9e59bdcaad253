import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../platform/errors.ts'
import { formatSize } from './contents.ts'

/** Stays free beside every backup, so that the service can go on writing. @limit backup-free MiB */
export const MIN_FREE_BYTES = 256 * 1024 * 1024
/** The copy of the database and the archive are there at the same time. */
const COPIES = 2

/** A finished and checked archive. */
export interface StoredBackup {
  name: string
  /** UTC milliseconds. */
  at: number
  bytes: number
}

interface BackupFolderOptions {
  path: string
  /** Whether it is the service's own, which is made when it is missing. */
  own: boolean
  /** Distinguishes this installation's files from those of others in the same folder. */
  installation: string
}

/** The folder of the nightly backups. Only files that this installation has made are ever removed. */
export class BackupFolder {
  readonly path: string
  readonly #own: boolean
  readonly #prefix: string

  constructor({ path, own, installation }: BackupFolderOptions) {
    this.path = path
    this.#own = own
    this.#prefix = `hearth-${installation}-`
  }

  /** File name of a backup made at a time. */
  nameOf(at: number): string {
    return `${this.#prefix}${stamp(at)}.tar`
  }

  /** Path of a backup, or of a temporary file or folder, in it. */
  pathOf(name: string): string {
    return join(this.path, name)
  }

  /** Name of a file or folder that {@link sweep} removes. */
  temporaryName(id: string): string {
    return `.${this.#prefix}${id}`
  }

  /** The newest first. Without the folder there are none. */
  async list(): Promise<StoredBackup[]> {
    const found = await Promise.all(
      (await this.#names()).map(async (name) => {
        const at = this.#timeOf(name)
        const file =
          at === undefined ? undefined : await stat(this.pathOf(name)).catch(() => undefined)
        return at === undefined || file?.isFile() !== true ? [] : [{ name, at, bytes: file.size }]
      }),
    )
    return found.flat().sort((a, b) => b.at - a.at)
  }

  /** @param name A name of {@link list} */
  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { force: true })
  }

  /** Removes what a killed process has left. */
  async sweep(): Promise<void> {
    for (const name of await this.#names())
      if (name.startsWith(`.${this.#prefix}`))
        await rm(this.pathOf(name), { recursive: true, force: true })
  }

  /**
   * Makes the folder, and checks that there is room.
   *
   * @param bytes Of what is backed up
   * @throws {AppError} `storage_full` in words; {@link Error} when the folder is not there
   */
  async prepare(bytes: number): Promise<void> {
    if (this.#own) await mkdir(this.path, { recursive: true, mode: 0o700 })
    // Made by us, a folder on a disk that is not mounted would fill another disk.
    else if ((await stat(this.path).catch(() => undefined))?.isDirectory() !== true) {
      throw new AppError(
        'conflict',
        `Cannot make a backup: there is no folder ${this.path}; make it, or mount its disk`,
      )
    }
    const { bavail, bsize } = await statfs(this.path)
    const needed = COPIES * bytes + MIN_FREE_BYTES
    if (bavail * bsize < needed) {
      throw new AppError(
        'storage_full',
        `Cannot make a backup: it needs ${formatSize(needed)} for a while, and ${formatSize(bavail * bsize)} are free in ${this.path}`,
      )
    }
  }

  async #names(): Promise<string[]> {
    try {
      return await readdir(this.path)
    } catch (error) {
      if (Reflect.get(Object(error), 'code') === 'ENOENT') return []
      throw error
    }
  }

  #timeOf(name: string): number | undefined {
    if (!name.startsWith(this.#prefix)) return undefined
    const [, ...parts] =
      /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar$/.exec(name.slice(this.#prefix.length)) ?? []
    if (parts.length === 0) return undefined
    const [year = 0, month = 1, ...rest] = parts.map(Number)
    return Date.UTC(year, month - 1, ...rest)
  }
}

/** `20271231T235959Z`: sorts by time, and is a file name everywhere. */
export function stamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
}
