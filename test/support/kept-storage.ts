import { join } from 'node:path'
import type { Storage } from '../../src/storage/contract.ts'
import type { KEPT_STORES } from '../../src/storage/contract-backup.ts'
import { LocalStorage } from '../../src/storage/local.ts'
import { S3Connection } from '../../src/storage/s3/s3-connection.ts'
import { S3Storage } from '../../src/storage/s3/s3-storage.ts'

/** The bucket that the environment of the tests names; none where files are in the data folder. */
function bucket() {
  const { env } = process
  const { FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: name = '' } = env
  const { FILES_S3_KEY: key = '', FILES_S3_SECRET: secret = '' } = env
  return endpoint === undefined ? undefined : { endpoint, bucket: name, key, secret }
}

/**
 * Whether stored files are in the data folder, for a test that only works there.
 *
 * @param because Of the test; printed where it is skipped
 */
export function isInFolder(because: string): boolean {
  if (bucket() === undefined) return true
  console.log(`Skipped: a test where files are in a bucket, as ${because}`)
  return false
}

/** The prefix of a service in the bucket: two over one data folder have the same. */
export function bucketPrefix(dataFolder: string): string {
  return `${Bun.hash(dataFolder).toString(36)}/`
}

/** What a service over a data folder keeps, wherever that is. */
export function keptStorage(dataFolder: string, name: (typeof KEPT_STORES)[number]): Storage {
  const given = bucket()
  if (given === undefined) return new LocalStorage({ folder: join(dataFolder, name) })
  const settings = { ...given, region: 'us-east-1', prefix: bucketPrefix(dataFolder) }
  return new S3Storage({ connection: new S3Connection(settings), prefix: `${name}/` })
}
