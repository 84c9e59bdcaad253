import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { randomId } from '../../src/platform/ids.ts'
import { S3_LIMITS, S3Connection } from '../../src/storage/s3/s3-connection.ts'
import { S3_UNFINISHED_MS, S3Storage } from '../../src/storage/s3/s3-storage.ts'
import { keysOf, pieces, testStorage } from '../storage/contract.ts'
import { pick } from '../support/pick.ts'
import { printedUntil, tempFolder } from '../support/process.ts'
import { S3Server } from '../support/s3-server.ts'
import { LONG_TEST_MS } from '../support/test-ms.ts'
import { thrown } from '../support/thrown.ts'

/** A server of S3 that others have made, as a process with its objects in a folder. */
async function startS3rver(folder: string) {
  const script = join(import.meta.dir, '../support/s3rver-process.ts')
  const child = Bun.spawn([process.execPath, script, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = (await printedUntil(/\d+(?=\n)/, child.stdout)).match[0]
  return {
    // The only key that it knows; it does not compare signatures.
    settings: {
      ...{ endpoint: `http://127.0.0.1:${port}`, bucket: 'hearth', prefix: '' },
      ...{ key: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' },
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

const MIB = 1024 * 1024
const CHILD = join(import.meta.dir, '../support/s3-upload-child.ts')

testStorage('S3Storage over s3rver', openS3rver, {
  // Two parts on their way, one that is collected, and what the process makes of them.
  heldMiB: 48,
  isOrdered: false,
  isConcurrent: false,
})

/** One for all tests, as it takes longer to start than most of them; each has a prefix of its own. */
let running: ReturnType<typeof startS3rver> | undefined
const folder = tempFolder()

afterAll(async () => {
  await (await running)?.[Symbol.asyncDispose]()
  folder[Symbol.dispose]()
})

async function openS3rver() {
  running ??= startS3rver(folder.path)
  const settings = { ...(await running).settings, prefix: `${randomId('t')}/` }
  const storage = new S3Storage({ connection: new S3Connection(settings), prefix: 'files/' })
  return { storage, settings, async [Symbol.asyncDispose]() {} }
}

test(
  'files, attachments, speech and artifacts work over s3rver as over a folder',
  async () => {
    await using opened = await openS3rver()
    const { endpoint, bucket, key, secret } = opened.settings
    const suites = ['files', 'conversation-attachments', 'speech', 'worker', 'worker-artifacts']
    const child = Bun.spawn(
      [
        ...[process.execPath, 'test', '--timeout=60000'],
        ...suites.map((name) => `./test/features/${name}.test.ts`),
      ],
      {
        cwd: join(import.meta.dir, '../..'),
        env: {
          ...process.env,
          ...{ FILES_S3_ENDPOINT: endpoint, FILES_S3_BUCKET: bucket },
          ...{ FILES_S3_KEY: key, FILES_S3_SECRET: secret },
        },
        // It says which tests are skipped, and why.
        stdio: ['ignore', 'inherit', 'pipe'],
      },
    )
    const report = await new Response(child.stderr).text()
    expect(report.split('\n').filter((line) => line.startsWith('(fail)'))).toEqual([])
    expect(await child.exited).toBe(0)
  },
  LONG_TEST_MS,
)

test('a kill in the middle of an upload leaves nothing but its parts, which are ended later', async () => {
  await using server = new S3Server()
  const child = spawnUpload(server.settings, 4_000)
  const hasPart = () => [...server.uploads.values()].some(({ parts }) => parts.size > 0)
  while (!hasPart()) await new Promise(setImmediate)
  child.kill('SIGKILL')
  await child.exited
  let now = Date.now()
  const connection = new S3Connection(server.settings)
  const storage = new S3Storage({ connection, prefix: 'files/', now: () => now })
  expect(await keysOf(storage)).toEqual([])
  expect([await storage.removeParts(), server.uploads.size]).toEqual([0, 1])
  now += S3_UNFINISHED_MS + 60_000
  expect([await storage.removeParts(), server.uploads.size]).toEqual([1, 0])
}, 60_000)

test('a reader is told when the server dies in the middle of a file', async () => {
  await using server = new S3Server()
  const limits = { ...S3_LIMITS, s3RetryMs: [1, 1] }
  const connection = new S3Connection(server.settings, limits)
  const storage = new S3Storage({ connection, prefix: 'files/' })
  await storage.put('key', pieces('x'.repeat(64 * MIB)))
  const content = await storage.get('key')
  let read = 0
  const reading = async () => {
    for await (const chunk of content?.stream ?? []) {
      if (read === 0) await server.stop()
      read += chunk.byteLength
    }
  }
  expect(pick(await thrown(reading()), 'message')).toStartWith('no answer')
  expect(read).toBeLessThan(64 * MIB)
}, 60_000)

test(
  'an upload of 1 GiB takes no more memory than some parts of it',
  async () => {
    // Counts what comes and keeps nothing.
    let bytes = 0
    await using server = new S3Server({
      answer: async ({ method, query }, request) => {
        if (method === 'POST' && 'uploadId' in query) return new Response('<Done/>')
        if (method !== 'PUT') return undefined
        for await (const chunk of request.body ?? []) bytes += chunk.byteLength
        return new Response(null, { headers: { etag: '"part"' } })
      },
    })
    const child = spawnUpload(server.settings, 1024)
    const { grownMiB } = Object(JSON.parse(await new Response(child.stdout).text()))
    expect(bytes).toBe(1024 * MIB)
    expect(grownMiB).toBeLessThan(256)
  },
  LONG_TEST_MS,
)

function spawnUpload(settings: object, mebibytes: number) {
  const command = [process.execPath, CHILD, JSON.stringify(settings), String(mebibytes)]
  return Bun.spawn(command, { stdio: ['ignore', 'pipe', 'inherit'] })
}
