import { expect, test } from 'bun:test'
import { ORPHAN_CLEANUP_MS } from '../../src/core/retention.ts'
import { DurableCommits } from '../../src/db/durable-commits.ts'
import { AttachmentContents } from '../../src/features/conversations/attachment-contents.ts'
import { deadline } from '../../src/platform/deadline.ts'
import { createLog } from '../../src/platform/log.ts'
import { S3_LIMITS, S3Connection } from '../../src/storage/s3/s3-connection.ts'
import { S3_UNFINISHED_MS, S3Storage } from '../../src/storage/s3/s3-storage.ts'
import { type S3Asked, S3Server, s3Error } from '../support/s3-server.ts'
import { startService } from '../support/service.ts'

const LIMITS = { s3RetryMs: [] }
/** For deletions; no longer than a test may take. */
const WAIT_MS = 20_000
/** Clips and outputs of workers of a service, and attachments beside it. */
const PREFIXES = ['home/clips/', 'home/artifacts/', 'own/attachments/']

function openStores(server: S3Server) {
  const { endpoint, bucket, key, secret } = server.settings
  const time = { now: Date.now() }
  const now = () => time.now
  const service = startService({
    env: {
      ...{ FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket, FILES_S3_PREFIX: 'home/' },
      ...{ FILES_S3_KEY: key, FILES_S3_SECRET: secret },
    },
    ...{ limits: LIMITS, now },
  })
  const { speech, workers, stores, db } = service.services
  const settings = { ...server.settings, prefix: 'own/' }
  const connection = new S3Connection(settings, { ...S3_LIMITS, ...LIMITS })
  const contents = new AttachmentContents({
    storage: new S3Storage({ connection, prefix: 'attachments/' }),
    ...{ store: stores.messageAttachments, commits: new DurableCommits(db) },
    ...{ log: createLog('silent'), now },
  })
  return {
    time,
    async sweep() {
      for (const store of [speech.clips, workers, contents]) store.sweep()
      await workers.stored()
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}

/** Resolves with the keys of the deletions that a server has been asked for, when there are so many. */
function deletions(count: number) {
  const keys: string[] = []
  const all = Promise.withResolvers<string[]>()
  const note = ({ method, key }: S3Asked) => {
    if (method !== 'DELETE') return
    keys.push(key)
    if (keys.length === count) all.resolve(keys.toSorted())
  }
  return { all: deadline(all.promise, WAIT_MS), note }
}

/** Resolves when each store has asked for what is not finished, as it does at the start. */
async function firstChecks({ asked }: S3Server): Promise<void> {
  const isListed = (prefix: string) =>
    asked.some(({ query }) => 'uploads' in query && query['prefix'] === prefix)
  while (!PREFIXES.every(isListed)) await new Promise(setImmediate)
}

test('what a crash has just left in a bucket is removed while the service goes on', async () => {
  const { all, note } = deletions(PREFIXES.length)
  await using server = new S3Server({ answer: (asked) => void note(asked) })
  await using opened = openStores(server)
  await opened.sweep()
  await firstChecks(server)
  const initiated = new Date(Date.now() - S3_UNFINISHED_MS - 60_000).toISOString()
  for (const prefix of PREFIXES)
    server.uploads.set(prefix, { key: `${prefix}a`, initiated, headers: {}, parts: new Map() })
  await opened.sweep()
  expect(server.uploads.size).toBe(PREFIXES.length)
  opened.time.now += ORPHAN_CLEANUP_MS
  await opened.sweep()
  expect(await all).toEqual(PREFIXES.map((prefix) => `${prefix}a`).toSorted())
})

test('bytes without a row are removed although the bucket was away at the start', async () => {
  let isAway = true
  const names = ['home/clips/gone', 'own/attachments/cnv_gone/atc_gone/file']
  const { all, note } = deletions(names.length)
  await using server = new S3Server({
    answer: (asked) => (isAway ? s3Error(403, 'AccessDenied') : void note(asked)),
  })
  const headers = { 'content-type': 'text/plain' }
  for (const name of names)
    server.objects.set(name, { bytes: new Uint8Array(3), etag: '"one"', headers })
  await using opened = openStores(server)
  await opened.sweep()
  await firstChecks(server)
  expect(server.objects.size).toBe(2)
  isAway = false
  opened.time.now += ORPHAN_CLEANUP_MS
  await opened.sweep()
  expect(await all).toEqual(names)
})
