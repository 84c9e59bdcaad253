import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config/load.ts'
import type { Check, Finding } from '../../core/doctor/finding.ts'
import { KEPT_STORES } from '../../storage/contract-backup.ts'
import type { BucketError } from '../../storage/s3/check-bucket.ts'

/**
 * Whether the bucket of files can be used.
 *
 * @param probeBucket Writes, reads and removes there; undefined without a bucket
 */
export function bucketCheck(
  { data_dir: folder, files: { s3 } }: Pick<Config, 'data_dir' | 'files'>,
  probeBucket: ((signal: AbortSignal) => Promise<BucketError | undefined>) | undefined,
): readonly Check[] {
  const id = 'bucket'
  if (s3 === undefined || probeBucket === undefined) return []
  const run: Check['run'] = async (signal) => {
    const error = await probeBucket(signal)
    if (error !== undefined)
      return [
        {
          id,
          level: 'error',
          says: `${error.says}: files are neither stored nor sent`,
          fix: error.fix,
        },
      ]
    const says = `Files are kept in the bucket ${s3.bucket} at ${new URL(s3.endpoint).origin}, which can be written, read and listed`
    return [{ id, level: 'ok', says }, ...(await leftInFolder(id, folder))]
  }
  return [{ id, run }]
}

/** Files in the data folder are not read any more. */
async function leftInFolder(id: string, folder: string): Promise<Finding[]> {
  if (folder === ':memory:') return []
  const names = []
  for (const store of KEPT_STORES) {
    const entries = await readdir(join(folder, store)).catch(() => [])
    if (entries.length > 0) names.push(store)
  }
  if (names.length === 0) return []
  const says = `The data folder ${folder} has ${names.join(', ')} of before the bucket, which are not used`
  const fix = 'With Hearth stopped, copy them: npm run files -- move. Then delete them there'
  return [{ id, level: 'info', says, fix }]
}
