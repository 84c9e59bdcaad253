import { expect, test } from 'bun:test'
import { randomId } from '../../../src/platform/ids.ts'
import { checkBucket } from '../../../src/storage/s3/check-bucket.ts'
import { S3Connection } from '../../../src/storage/s3/s3-connection.ts'
import { S3_UNFINISHED_MS, S3Storage } from '../../../src/storage/s3/s3-storage.ts'
import { keysOf, pieces, testStorage } from '../../storage/contract.ts'

// Two parts on their way, one that is collected, and what the process makes of them.
testStorage('S3Storage over Swift', openBucket, { heldMiB: 48 })

async function openBucket(now = Date.now) {
  const connection = new S3Connection(settings({ prefix: `${randomId('t')}/` }))
  const storage = new S3Storage({ connection, prefix: 'files/', now })
  return { storage, connection, async [Symbol.asyncDispose]() {} }
}

/** Of the bucket that the environment names, as for the service. */
function settings(own: { prefix?: string; secret?: string; region?: string } = {}) {
  const [endpoint = '', bucket = '', key = '', secret = ''] = [
    'FILES_S3_ENDPOINT',
    'FILES_S3_BUCKET',
    'FILES_S3_KEY',
    'FILES_S3_SECRET',
  ].map((name) => process.env[name])
  return { ...{ endpoint, bucket, key, secret, region: 'us-east-1', prefix: '' }, ...own }
}

test('Swift takes the signatures of the service, and none with another secret or region', async () => {
  expect(await checkBucket(new S3Connection(settings()))).toBeUndefined()
  const wrong = await checkBucket(new S3Connection(settings({ secret: 'another' })))
  expect(wrong?.says).toContain('status 403, SignatureDoesNotMatch')
  const elsewhere = await checkBucket(new S3Connection(settings({ region: 'eu-west-1' })))
  expect(elsewhere?.fix).toContain('the bucket is in another region')
})

test('Swift lists an upload in parts that nobody goes on with, which is ended after its time', async () => {
  let now = Date.now()
  await using opened = await openBucket(() => now)
  const { storage, connection } = opened
  await storage.put('whole', pieces('whole'))
  const key = 'files/cut-off'
  const { text } = await connection.send({ method: 'POST', key, query: { uploads: '' } })
  const uploadId = /<UploadId>(.*?)<\/UploadId>/.exec(text)?.[1] ?? ''
  const query = { partNumber: '1', uploadId }
  await connection.send({ method: 'PUT', key, query, body: new Uint8Array(1024) })
  expect(await storage.removeParts()).toBe(0)
  now += S3_UNFINISHED_MS + 60_000
  expect(await storage.removeParts()).toBe(1)
  expect(await storage.removeParts()).toBe(0)
  expect(await keysOf(storage)).toEqual(['whole'])
})
