import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'
import { tempFolder } from '../support/process.ts'
import { PRIMARY_KEY, startService } from '../support/service.ts'

const MIB = 1024 * 1024
const KEY = { authorization: `Bearer ${PRIMARY_KEY}` }
const SMALL_FILES = 1_000
const isRoot = process.getuid?.() === 0
if (!isRoot) console.error('Left out, as only root mounts a small disk: files on a full disk')

function run(...command: string[]): void {
  const { exitCode, stderr } = Bun.spawnSync(command)
  if (exitCode !== 0) throw new Error(`${command.join(' ')}: ${stderr.toString()}`)
}

/** A service whose files are on a disk of 32 MiB. */
function openService(env: Record<string, string>) {
  const stack = new AsyncDisposableStack()
  const folder = stack.use(tempFolder()).path
  const files = join(folder, 'files')
  mkdirSync(files)
  run('mount', '-t', 'tmpfs', '-o', 'size=32m,mode=700', 'tmpfs', files)
  stack.defer(() => run('umount', files))
  const { url } = stack.use(startService({ env: { DATA_DIR: folder, ...env } }))
  return {
    ...{ files, url },
    /** @returns The status, and the code of a refusal */
    send: async (body: BodyOfTest) => {
      const answer = await fetch(`${url}/api/nas/upload?filename=a`, {
        ...{ method: 'POST', body, headers: KEY },
      })
      return [answer.status, Object(await answer.json()).code]
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}
type BodyOfTest = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>

/** Of unknown length. */
function chunked(bytes: number): ReadableStream<Uint8Array> {
  let left = bytes
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(new Uint8Array(MIB))
      left -= MIB
      if (left <= 0) controller.close()
    },
  })
}

test.skipIf(!isRoot)(
  'a full disk is 507 before an upload or in its middle, and leaves nothing',
  async () => {
    await using service = openService({ MIN_FREE_BYTES: String(16 * MIB) })
    const { send, files } = service
    expect(await send(new Uint8Array(17 * MIB))).toEqual([507, 'storage_full'])
    expect(await send(chunked(64 * MIB))).toEqual([507, 'storage_full'])
    expect(readdirSync(files)).toEqual([])
    expect(await send(new Uint8Array(MIB))).toEqual([201, undefined])
    // Read-only, as a disk is after a fault.
    run('mount', '-o', 'remount,ro', files)
    expect(await send(new Uint8Array(10))).toEqual([507, 'storage_failed'])
    run('mount', '-o', 'remount,rw', files)
    expect(await send(new Uint8Array(10))).toEqual([201, undefined])
    expect(readdirSync(files)).toHaveLength(2)
  },
)

test('1,000 small files at once, some of the same bytes, are all stored', async () => {
  using folder = tempFolder()
  await using service = startService({ env: { DATA_DIR: folder.path } })
  const { url } = service
  const contentOf = (index: number) => `file ${index % 500}`
  const stored = await Promise.all(
    Array.from({ length: SMALL_FILES }, async (_, index) => {
      const to = `${url}/api/nas/upload?filename=${index}.txt`
      const answer = await fetch(to, { method: 'POST', body: contentOf(index), headers: KEY })
      expect(answer.status).toBe(201)
      return Object(await answer.json())
    }),
  )
  expect(readdirSync(join(folder.path, 'files'))).toHaveLength(SMALL_FILES)
  const [first, twin] = [stored[0], stored[500]]
  const gone = await fetch(`${url}/api/nas/files/${first.token}`, {
    method: 'DELETE',
    headers: KEY,
  })
  expect([gone.status, (await fetch(first.url)).status]).toEqual([204, 404])
  expect([first.sha256, await (await fetch(twin.url)).text()]).toEqual([twin.sha256, 'file 0'])
  for (const [index, file] of stored.slice(1).entries()) {
    expect(file.sha256).toBe(sha256(contentOf(index + 1)))
    expect(await (await fetch(file.url)).text()).toBe(contentOf(index + 1))
  }
})
