import { createTarDecoder } from 'modern-tar'
import { hashed } from '../../platform/bytes.ts'
import { firstError, matches } from '../../platform/check.ts'
import { codeOf } from '../../platform/errors.ts'
import { tryParseJson } from '../../platform/json.ts'
import {
  BACKUP_FORMAT,
  type BackedUpFile,
  BackupManifest,
  MANIFEST_NAME,
} from '../contract-backup.ts'
import { OpenFile } from '../open-file.ts'
import { BackupError, isSafeName, MAX_MANIFEST_BYTES } from './write-archive.ts'

/** Receives the parts of an archive as they are read. */
export interface ArchiveReader {
  /** Called once, before any file; may throw. */
  onManifest?(manifest: BackupManifest): void | Promise<void>
  /** Takes one file's bytes; without it they are only checked. */
  onFile?(file: BackedUpFile, bytes: AsyncIterable<Uint8Array>): Promise<void>
}

/**
 * Reads an archive, and checks that it has the files of its manifest, byte for byte, and nothing
 * else. What `onFile` has received before a fault was found is not to be used.
 *
 * @throws {BackupError} for an archive that is damaged, of a later form, or of another program
 */
export async function readArchive(
  path: string,
  { onManifest, onFile }: ArchiveReader = {},
): Promise<BackupManifest> {
  let manifest: BackupManifest | undefined
  const missing = new Map<string, BackedUpFile>()
  for await (const { header, body } of entries(path)) {
    if ((header.type ?? 'file') !== 'file') {
      throw new BackupError(`The backup holds something that is no file: ${shown(header.name)}`)
    }
    if (manifest === undefined) {
      manifest = await readManifest(header, body)
      for (const file of manifest.files) missing.set(file.name, file)
      await onManifest?.(manifest)
      continue
    }
    const file = missing.get(header.name)
    if (file === undefined) {
      throw new BackupError(
        `The backup holds a file that its list does not name: ${shown(header.name)}`,
      )
    }
    missing.delete(file.name)
    await readFile(file, header.size, body, onFile)
  }
  if (manifest === undefined) throw new BackupError('The file is empty, or no backup of Hearth')
  const [absent] = missing.keys()
  if (absent !== undefined)
    throw new BackupError(`The backup is cut off: ${shown(absent)} is missing`)
  return manifest
}

type Entry = {
  header: { name: string; size: number; type?: string }
  body: AsyncIterable<Uint8Array>
}

/** @throws {BackupError} where the bytes are no tar archive */
async function* entries(path: string): AsyncGenerator<Entry> {
  const file = await OpenFile.open(path)
  try {
    const archive = file.stream(0, file.size).pipeThrough(createTarDecoder({ strict: true }))
    const iterator = archive[Symbol.asyncIterator]()
    for (;;) {
      const { done, value } = await iterator.next().catch(unreadable)
      if (done === true) return
      yield value
    }
  } finally {
    await file.close()
  }
}

function unreadable(cause: unknown): never {
  if (codeOf(cause) !== undefined) throw cause
  const reason = cause instanceof Error ? cause.message : String(cause)
  throw new BackupError(`The file is damaged, or no backup of Hearth (${reason})`, { cause })
}

async function readManifest(
  { name, size }: Entry['header'],
  body: Entry['body'],
): Promise<BackupManifest> {
  if (name !== MANIFEST_NAME || size > MAX_MANIFEST_BYTES) {
    throw new BackupError(
      `The file is no backup of Hearth: it does not start with ${MANIFEST_NAME}`,
    )
  }
  const chunks: Uint8Array[] = []
  for await (const chunk of bytesOf(body)) chunks.push(chunk)
  const { value } = tryParseJson(Buffer.concat(chunks).toString('utf8'))
  const format: unknown = Reflect.get(Object(value), 'format')
  if (typeof format === 'number' && format > BACKUP_FORMAT) {
    throw new BackupError(
      `The backup is of a later form (${format}) than this version of Hearth reads (${BACKUP_FORMAT}): update Hearth first`,
    )
  }
  if (!matches(BackupManifest, value)) {
    const { path, message } = firstError(BackupManifest, value)
    throw new BackupError(`The backup's ${MANIFEST_NAME} is damaged at ${path}: ${message}`)
  }
  const bad = value.files.find((file) => !isSafeName(file.name))
  if (bad !== undefined) {
    throw new BackupError(`The backup names a file outside of the data folder: ${shown(bad.name)}`)
  }
  if (new Set(value.files.map((file) => file.name)).size !== value.files.length) {
    throw new BackupError('The backup names a file twice')
  }
  return value
}

async function readFile(
  file: BackedUpFile,
  size: number,
  body: Entry['body'],
  onFile: ArchiveReader['onFile'],
): Promise<void> {
  if (size !== file.bytes) {
    throw new BackupError(
      `The backup is damaged: ${shown(file.name)} has another size than its list says`,
    )
  }
  const hasher = new Bun.CryptoHasher('sha256')
  const bytes = hashed(bytesOf(body), hasher)
  if (onFile === undefined) for await (const _ of bytes);
  else await onFile(file, bytes)
  if (hasher.digest('hex') !== file.sha256) {
    throw new BackupError(`The backup is damaged: ${shown(file.name)} does not match its checksum`)
  }
}

/** @throws {BackupError} where the archive is cut off */
async function* bytesOf(body: Entry['body']): AsyncGenerator<Uint8Array> {
  const iterator = body[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await iterator.next().catch(unreadable)
    if (done === true) return
    yield value
  }
}

/** A name for a terminal: without control characters, and not endless. */
function shown(name: string): string {
  return JSON.stringify(name.slice(0, 200))
}
