import { expect, test } from 'bun:test'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalStorage } from '../../src/storage/local.ts'
import { S3Connection } from '../../src/storage/s3/s3-connection.ts'
import { S3Storage } from '../../src/storage/s3/s3-storage.ts'
import { keysOf, pieces } from '../storage/contract.ts'
import { openFiles, texts } from '../support/files.ts'
import { runMaintenance } from '../support/maintenance.ts'
import { tempFolder } from '../support/process.ts'
import { S3Server } from '../support/s3-server.ts'

async function openMove() {
  const server = new S3Server()
  const folder = tempFolder()
  const filesFolder = join(folder.path, 'files')
  const database = join(folder.path, 'hearth.sqlite')
  const own = openFiles({ folder: filesFolder, database })
  for (const name of ['a', 'b', 'c'])
    await own.files.store('me', texts('text of ', name), { filename: name })
  own[Symbol.dispose]()
  const clips = new LocalStorage({ folder: join(folder.path, 'clips') })
  await clips.put('clip', pieces('sound'))
  const artifacts = new LocalStorage({ folder: join(folder.path, 'artifacts') })
  await artifacts.put('wrk_one/steps/001-1.log', pieces('output'))
  const { endpoint, bucket, key, secret } = server.settings
  const env = {
    HOME: folder.path,
    DATA_DIR: folder.path,
    FILES_S3_ENDPOINT: endpoint,
    FILES_S3_BUCKET: bucket,
    FILES_S3_KEY: key,
    FILES_S3_SECRET: secret,
  }
  const connection = new S3Connection(server.settings)
  return {
    server,
    filesFolder,
    env,
    folder: folder.path,
    bucketOf: (store: string) => new S3Storage({ connection, prefix: `${store}/` }),
    move: (more: readonly string[] = [], own: Record<string, string> = {}) =>
      runMaintenance(['files', 'move', ...more], { ...env, ...own }),
    async [Symbol.asyncDispose]() {
      await server.stop()
      folder[Symbol.dispose]()
    },
  }
}

test('files move copies a data folder into the bucket, and goes on where it was broken off', async () => {
  await using opened = await openMove()
  const { server, bucketOf, filesFolder } = opened
  const names = readdirSync(filesFolder).toSorted()
  const first = await opened.move()
  expect(first.stderr).toBe('')
  expect(first.stdout).toContain('files: 3 copied (1 KB), 0 there already\n')
  expect(first.stdout).toContain('clips: 1 copied (1 KB), 0 there already\n')
  expect(first.stdout).toContain('artifacts: 1 copied (1 KB), 0 there already\n')
  expect(await keysOf(bucketOf('artifacts'))).toEqual(['wrk_one/steps/001-1.log'])
  expect(first.code).toBe(0)
  expect(await keysOf(bucketOf('files'))).toEqual(names)
  const [lost = '', damaged = ''] = names
  await bucketOf('files').delete(lost)
  await bucketOf('files').put(damaged, pieces('text of ?'))
  const again = await opened.move()
  expect(again.stdout).toContain('files: 2 copied (1 KB), 1 there already\n')
  const copy = server.objects.get(`files/${damaged}`)
  expect(Buffer.from(copy?.bytes ?? []).toString()).toMatch(/^text of [abc]$/)
})

test('files move --back fills a data folder from the bucket', async () => {
  await using opened = await openMove()
  await opened.move()
  const other = new LocalStorage({ folder: opened.filesFolder })
  const [lost = '', damaged = ''] = await keysOf(other)
  await other.delete(lost)
  writeFileSync(other.pathOf(damaged), 'text of ?')
  const back = await opened.move(['--back'])
  expect([back.code, back.stderr]).toEqual([0, ''])
  expect(back.stdout).toContain('files: 2 copied (1 KB), 1 there already\n')
  for (const key of [lost, damaged])
    expect(await Bun.file(other.pathOf(key)).text()).toMatch(/^text of [abc]$/)
})

test('files move does not copy a file whose bytes are not those of its row', async () => {
  await using opened = await openMove()
  const { filesFolder, bucketOf } = opened
  const [damaged = '', ...others] = readdirSync(filesFolder).toSorted()
  writeFileSync(join(filesFolder, damaged), 'other text')
  const { code, stdout, stderr } = await opened.move()
  expect(code).toBe(1)
  expect(stderr).toContain(`files/${damaged} was not copied: its bytes are not those`)
  expect(stdout).toContain('files: 2 copied (1 KB), 0 there already, 1 not copied\n')
  expect(await keysOf(bucketOf('files'))).toEqual(others)
})

test('files move says what is missing, and no secret', async () => {
  await using opened = await openMove()
  const wrong = await opened.move([], { FILES_S3_SECRET: 'quite-another' })
  expect([wrong.code, wrong.stdout]).toEqual([1, ''])
  expect(wrong.stderr).toContain('SignatureDoesNotMatch')
  expect(wrong.stderr).not.toContain('quite-another')
  const none = await runMaintenance(['files', 'move'], { HOME: opened.folder })
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('There is no bucket')])
  const nothing = await runMaintenance(['files'], opened.env)
  expect(nothing.code).toBe(2)
})
