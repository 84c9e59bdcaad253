import { mkdir, readdir, readFile, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { matches } from '../../platform/check.ts'
import { AppError, codeOf } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import { FolderManifest, MANIFEST_NAME } from '../../storage/contract-backup.ts'
import { formatSize } from './contents.ts'

/** Stays free beside every backup, so that the service can go on writing. @limit backup-free MiB */
export const MIN_FREE_BYTES = 256 * 1024 * 1024
/** The copy of the database and the archive are there at the same time. */
const COPIES = 2

/** A finished and checked backup. */
export interface StoredBackup {
  name: string
  /** UTC milliseconds. */
  at: number
  bytes: number
  /** Of a whole one, which is a folder; undefined for an archive, which has the database only. */
  whole: { files: number; lost: number } | undefined
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

  /** Name of a backup made at a time: of an archive, or of a folder. */
  nameOf(at: number, isWhole = false): string {
    return `${this.#prefix}${stamp(at)}${isWhole ? '' : '.tar'}`
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
  list(): Promise<StoredBackup[]> {
    return backupsIn(this.path, this.#prefix)
  }

  /** @param name A name of {@link list} */
  async remove(name: string): Promise<void> {
    await rm(this.pathOf(name), { recursive: true, force: true })
  }

  /** Removes what a killed process has left. */
  async sweep(): Promise<void> {
    for (const name of await namesIn(this.path))
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
}

/** Of this or another installation, with the time in UTC; those of folders have no ending. */
const NAME = /^hearth-[0-9a-f]{8}-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:\.tar)?$/

/** The finished backups of a folder, the newest first. */
export async function backupsIn(folder: string, prefix = ''): Promise<StoredBackup[]> {
  const names = (await namesIn(folder)).filter((name) => name.startsWith(prefix))
  const found = await Promise.all(names.map((name) => backupOf(folder, name)))
  return found.flatMap((one) => one ?? []).sort((a, b) => b.at - a.at)
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

/** @returns undefined for anything else */
async function backupOf(folder: string, name: string): Promise<StoredBackup | undefined> {
  const [, ...parts] = NAME.exec(name) ?? []
  if (parts.length === 0) return undefined
  const [year = 0, month = 1, ...rest] = parts.map(Number)
  const at = Date.UTC(year, month - 1, ...rest)
  const path = join(folder, name)
  if (name.endsWith('.tar')) {
    const file = await stat(path).catch(() => undefined)
    return file?.isFile() ? { name, at, bytes: file.size, whole: undefined } : undefined
  }
  const { value } = tryParseJson(await readFile(join(path, MANIFEST_NAME), 'utf8').catch(() => ''))
  if (!matches(FolderManifest, value)) return undefined
  return { name, at, bytes: value.bytes, whole: { files: value.files, lost: value.lost } }
}

/** `20271231T235959Z`: sorts by time, and is a file name everywhere. */
export function stamp(at: number): string {
  return new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')
}
