import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { checksumOf } from '../../platform/bytes.ts'
import { matches } from '../../platform/check.ts'
import { tryParseJson } from '../../platform/json.ts'
import { BACKUP_FORMAT, BackedUpFile, FolderManifest, MANIFEST_NAME } from '../contract-backup.ts'
import { BackupError, FlushedWriter, isSafeName } from './write-archive.ts'

/** Names, sizes and checksums of a whole backup, a file a line. */
const LIST_NAME = 'files.jsonl'
const MAX_HEAD_BYTES = 1024 * 1024

/** Of all that is known of a folder beside its list. */
type Head = Omit<FolderManifest, 'list' | 'files' | 'bytes' | 'kind' | 'format'>

/** Writes the list of a whole backup as it grows, and its manifest at the end. */
export class FolderManifestWriter implements AsyncDisposable {
  readonly #folder: string
  readonly #list: FlushedWriter
  readonly #hasher = new Bun.CryptoHasher('sha256')
  #files = 0
  #bytes = 0

  private constructor(folder: string, list: FlushedWriter) {
    this.#folder = folder
    this.#list = list
  }

  static async create(folder: string): Promise<FolderManifestWriter> {
    return new FolderManifestWriter(folder, await FlushedWriter.create(join(folder, LIST_NAME)))
  }

  async add(file: BackedUpFile): Promise<void> {
    const line = new TextEncoder().encode(`${JSON.stringify(file)}\n`)
    this.#hasher.update(line)
    this.#files += 1
    this.#bytes += file.bytes
    await this.#list.write(line)
  }

  async finish(head: Head): Promise<FolderManifest> {
    await this.#list.flush()
    const manifest: FolderManifest = {
      kind: 'folder',
      format: BACKUP_FORMAT,
      ...head,
      files: this.#files,
      bytes: this.#bytes,
      list: { bytes: this.#list.bytes, sha256: this.#hasher.digest('hex') },
    }
    await using target = await FlushedWriter.create(join(this.#folder, MANIFEST_NAME))
    await target.write(new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`))
    await target.flush()
    return manifest
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#list[Symbol.asyncDispose]()
  }
}

/** @throws {BackupError} for a folder that is no whole backup, or one of a later form */
export function readFolderManifest(folder: string): FolderManifest {
  const path = join(folder, MANIFEST_NAME)
  if (!existsSync(path) || statSync(path).size > MAX_HEAD_BYTES)
    throw new BackupError(`The folder is no backup of Hearth: it has no ${MANIFEST_NAME}`)
  const { value } = tryParseJson(readFileSync(path, 'utf8'))
  const format: unknown = Reflect.get(Object(value), 'format')
  if (typeof format === 'number' && format > BACKUP_FORMAT)
    throw new BackupError(
      `The backup is of a later form (${format}) than this version of Hearth reads (${BACKUP_FORMAT}): update Hearth first`,
    )
  if (matches(FolderManifest, value)) return value
  throw new BackupError(
    `The folder is no whole backup of Hearth: its ${MANIFEST_NAME} is another's`,
  )
}

/**
 * The files of a whole backup, by its list. Their bytes are still to be compared with it.
 *
 * @throws {BackupError} where the list is damaged
 */
export async function* listedFiles(
  folder: string,
  { list, files }: FolderManifest,
): AsyncGenerator<BackedUpFile> {
  const path = join(folder, LIST_NAME)
  if (!existsSync(path)) throw new BackupError(`The backup is cut off: ${LIST_NAME} is missing`)
  if ((await checksumOf(path)).sha256 !== list.sha256)
    throw new BackupError(`The backup is damaged: ${LIST_NAME} does not match its checksum`)
  let count = 0
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { value } = tryParseJson(line)
    if (!matches(BackedUpFile, value) || !isSafeName(value.name))
      throw new BackupError(`The backup names a file outside of the data folder in ${LIST_NAME}`)
    count += 1
    yield value
  }
  if (count !== files) throw new BackupError(`The backup is damaged: ${LIST_NAME} is not whole`)
}
