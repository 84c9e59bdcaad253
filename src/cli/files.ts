import { join } from 'node:path'
import { clearProxyVariables } from '../config/clear-proxy-variables.ts'
import { readSettings } from '../config/load.ts'
import { readStoredChecksums } from '../db/copy-database.ts'
import { formatSize } from '../features/backups/contents.ts'
import { hashed } from '../platform/bytes.ts'
import { codeOf, expectedError } from '../platform/errors.ts'
import type { ByteSource, Storage } from '../storage/contract.ts'
import { DATABASE_NAME, KEPT_STORES } from '../storage/contract-backup.ts'
import { LocalStorage } from '../storage/local.ts'
import { checkBucket } from '../storage/s3/check-bucket.ts'
import { S3Connection } from '../storage/s3/s3-connection.ts'
import { S3Storage } from '../storage/s3/s3-storage.ts'
import {
  type CommandContext,
  CommandFailure,
  EXIT,
  type MaintenanceCommand,
  parseArguments,
  UsageFailure,
} from './command.ts'

/** Objects after which a line says how far it is. */
const PROGRESS_OBJECTS = 100

/** Copies what is stored from the data folder into the bucket, and back. */
export const files: MaintenanceCommand = {
  summary: 'Copies stored files from the data folder into the bucket of the settings, or back',
  usage: `Usage: npm run files -- move
       npm run files -- move --back

Copies files, attachments, clips, images and artifacts of workers into the bucket of [files] s3 in
hearth.toml; with --back from the bucket into the data folder. Stop Hearth first. Every file is checked by its SHA-256; what is
there already with the same is not copied again, so run it anew when it was broken off. Nothing is
deleted.

Exits with 0 when all is there, 1 when something is not.
`,
  run,
}

async function run(context: CommandContext): Promise<number> {
  const { values, positionals } = parseArguments(context.args, { back: { type: 'boolean' } }, 1)
  if (positionals[0] !== 'move') throw new UsageFailure('Say what to do with them: move')
  const settings = readSettings(context.env)
  const {
    data_dir: folder,
    files: { s3 },
  } = settings
  if (s3 === undefined)
    throw new CommandFailure('There is no bucket in the settings: see [files] s3')
  if (folder === ':memory:') throw new CommandFailure('There is no data folder')
  clearProxyVariables(process.env)
  const checksums = checksumsIn(folder)
  const connection = new S3Connection(s3)
  const error = await checkBucket(connection, context.signal)
  if (error !== undefined) throw new CommandFailure(`${error.says}. ${error.fix}`)
  const isBack = values.back === true
  let failed = 0
  for (const store of KEPT_STORES) {
    const local = new LocalStorage({
      folder: join(folder, store),
      minFreeBytes: settings.min_free_bytes,
    })
    const bucket = new S3Storage({ connection, prefix: `${store}/` })
    const count = await copy(context, store, {
      from: isBack ? bucket : local,
      to: isBack ? local : bucket,
      checksumOf: (key) => (store === 'files' ? checksums.get(key) : undefined),
    })
    context.out.write(`${store}: ${countText(count)}\n`)
    for (const [key, reason] of count.failed)
      context.err.write(`${store}/${key} was not copied: ${reason}\n`)
    failed += count.failed.size
  }
  context.out.write(
    `${failed === 0 ? doneMessage(isBack, folder) : 'Some are not copied: see above'}\n`,
  )
  return failed === 0 ? EXIT.done : EXIT.failed
}

async function copy(
  { err, signal }: CommandContext,
  store: string,
  options: Pick<Parameters<typeof copyObjects>[0], 'from' | 'to' | 'checksumOf'>,
): Promise<CopyCount> {
  const onProgress = (count: CopyCount) => {
    if ((count.copied + count.same) % PROGRESS_OBJECTS === 0)
      err.write(`${store}: ${countText(count)} …\n`)
  }
  try {
    return await copyObjects({ ...options, onProgress, signal })
  } catch (error) {
    const expected = expectedError(error)
    if (expected === undefined) throw error
    throw new CommandFailure(
      `${store}: ${expected.message}. Run this again: what is copied stays copied`,
    )
  }
}

function countText({ copied, bytes, same, failed }: CopyCount): string {
  const rest = failed.size === 0 ? '' : `, ${failed.size} not copied`
  return `${copied} copied (${formatSize(bytes)}), ${same} there already${rest}`
}

function doneMessage(isBack: boolean, folder: string): string {
  return isBack
    ? `All is in ${folder}. Take [files] s3 out of the settings, then start Hearth`
    : `All is in the bucket. Start Hearth; when it works, ${KEPT_STORES.join(', ')} in ${folder} may be deleted`
}

/** @throws {CommandFailure} while a service has the data open */
function checksumsIn(folder: string): ReadonlyMap<string, string> {
  try {
    return readStoredChecksums(join(folder, DATABASE_NAME))
  } catch (error) {
    if (codeOf(error) !== 'EBUSY') throw error
    throw new CommandFailure(`Hearth is running over ${folder}: stop it first. Nothing was changed`)
  }
}

/** Result of a copy. */
interface CopyCount {
  copied: number
  /** Of what was copied. */
  bytes: number
  /** Objects that were there already, with the same checksum. */
  same: number
  /** Why others were not copied, by their keys. */
  failed: Map<string, string>
}

interface CopyOptions {
  from: Storage
  to: Storage
  /** SHA-256 in hex as a row has it, by key; undefined where none does. */
  checksumOf: (key: string) => string | undefined
  /** Called after each object. */
  onProgress: (count: CopyCount) => void
  signal: AbortSignal
}

/**
 * Copies every object of a storage into another one. What is there with the same length and checksum
 * is not copied again, so that a copy that was broken off goes on.
 *
 * @throws {AppError} `storage_failed`, `storage_full`; and the signal's reason
 */
async function copyObjects(options: CopyOptions): Promise<CopyCount> {
  const { from, signal, onProgress } = options
  const count: CopyCount = { copied: 0, bytes: 0, same: 0, failed: new Map() }
  for await (const { key, bytes } of from.list('')) {
    signal.throwIfAborted()
    const outcome = await copyObject(options, key, bytes)
    if (outcome === 'same') count.same += 1
    else if (outcome === 'copied') {
      count.copied += 1
      count.bytes += bytes
    } else count.failed.set(key, outcome)
    onProgress(count)
  }
  return count
}

/** @returns `copied`, `same`, or why neither */
async function copyObject(
  { from, to, checksumOf, signal }: CopyOptions,
  key: string,
  bytes: number,
): Promise<string> {
  const sha256 = checksumOf(key) ?? (await checksumIn(from, key, signal))
  const found = await to.stat(key)
  if (found?.bytes === bytes && (await checksumIn(to, key, signal)) === sha256) return 'same'
  const content = await from.get(key)
  if (content === undefined) return 'it was deleted meanwhile'
  const source = stoppable(content.stream, signal)
  try {
    if (to instanceof S3Storage) {
      await to.put(key, source, { bytes, sha256 })
    } else {
      await to.put(key, expecting(source, sha256), { bytes })
    }
    return 'copied'
  } catch (error) {
    if (error instanceof OtherBytes || expectedError(error)?.code === 'checksum_mismatch')
      return 'its bytes are not those that were stored'
    throw error
  }
}

/** By what was noted with the object, else by reading it. @returns '' where it is gone */
async function checksumIn(storage: Storage, key: string, signal: AbortSignal): Promise<string> {
  const noted = storage instanceof S3Storage ? await storage.checksumOf(key) : undefined
  if (noted !== undefined) return noted
  const content = await storage.get(key)
  if (content === undefined) return ''
  const hasher = new Bun.CryptoHasher('sha256')
  for await (const chunk of stoppable(content.stream, signal)) hasher.update(chunk)
  return hasher.digest('hex')
}

class OtherBytes extends Error {}

/** Fails at the end of other bytes, so that they are not stored. */
async function* expecting(source: ByteSource, sha256: string): AsyncGenerator<Uint8Array> {
  const hasher = new Bun.CryptoHasher('sha256')
  yield* hashed(source, hasher)
  if (hasher.digest('hex') !== sha256) throw new OtherBytes()
}

async function* stoppable(source: ByteSource, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    signal.throwIfAborted()
    yield chunk
  }
}
