import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, readlinkSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalStorage } from '../../src/storage/local.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { thrown } from '../support/thrown.ts'
import { keysOf, pieces, testStorage } from './contract.ts'

/** Enough that some folder is removed while it is made. */
const ROUNDS = 200

function openLocal() {
  const folder = tempFolder()
  return {
    folder: folder.path,
    // Its folder is not there yet.
    storage: new LocalStorage({ folder: join(folder.path, 'objects') }),
    async [Symbol.asyncDispose]() {
      folder[Symbol.dispose]()
    },
  }
}

testStorage('LocalStorage', openLocal)

/** Of a descriptor that is listed; the one of the listing itself is closed by then. */
function readlinkOr(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true }).map(String)
}

test('LocalStorage leaves no part and no folder of a put that fails', async () => {
  await using local = openLocal()
  const { storage, folder } = local
  async function* failing() {
    yield* pieces('a', 'b')
    expect(filesIn(folder).filter((name) => name.endsWith('.part'))).toHaveLength(1)
    throw new Error('The sender has left')
  }
  await thrown(storage.put('one', failing()))
  expect(filesIn(folder)).toEqual(['objects'])
})

test('LocalStorage keeps its files for its own user', async () => {
  await using local = openLocal()
  const { storage, folder } = local
  await storage.put('in/one', pieces('secret'))
  expect(statSync(storage.pathOf('in/one')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'objects')).mode & 0o777).toBe(0o700)
  expect(statSync(join(folder, 'objects/in')).mode & 0o777).toBe(0o700)
})

test('LocalStorage refuses what would leave too little room, before and while it comes', async () => {
  using folder = tempFolder()
  const { path } = folder
  const full = new LocalStorage({ folder: path, minFreeBytes: Number.MAX_SAFE_INTEGER })
  const refused = await thrown(full.put('key', pieces('a')))
  expect(pick(refused, 'code')).toBe('storage_full')
  expect(pick(refused, 'message')).toBe(
    `There is no room left on the disk beside the ${Number.MAX_SAFE_INTEGER} bytes of MIN_FREE_BYTES`,
  )
  const storage = new LocalStorage({ folder: path })
  const promised = storage.put('key', pieces('a'), { bytes: Number.MAX_SAFE_INTEGER })
  expect(pick(await thrown(promised), 'code')).toBe('storage_full')
  expect(filesIn(path)).toEqual([])
})

test('LocalStorage says of a full disk that it is full, and leaves nothing', async () => {
  using folder = tempFolder()
  const script = `
    import { LocalStorage } from '${join(import.meta.dir, '../../src/storage/local.ts')}'
    const storage = new LocalStorage({ folder: '${folder.path}' })
    async function* large() { for (let i = 0; i < 64; i += 1) yield new Uint8Array(65536) }
    const error = await storage.put('key', large()).catch((error) => error)
    console.log(error.code)
  `
  // The kernel refuses to make a file longer than 1 MiB, as it refuses any at a full disk.
  const child = Bun.spawn([
    'sh',
    '-c',
    'ulimit -f 1024; exec "$0" -e "$1"',
    process.execPath,
    script,
  ])
  expect((await new Response(child.stdout).text()).trim()).toBe('storage_full')
  expect(filesIn(folder.path)).toEqual([])
})

test('LocalStorage does not put an object where a folder is, nor under an object', async () => {
  await using local = openLocal()
  const { storage, folder } = local
  await storage.put('a/b', pieces('one'))
  expect(pick(await thrown(storage.put('a', pieces('two'))), 'code')).toBe('conflict')
  expect(pick(await thrown(storage.put('a/b/c', pieces('two'))), 'code')).toBe('conflict')
  expect(filesIn(folder).sort()).toEqual(['objects', 'objects/a', 'objects/a/b'])
})

test('LocalStorage puts into a folder that is removed meanwhile', async () => {
  await using local = openLocal()
  const { storage, folder } = local
  const keys = Array.from({ length: 6 }, (_, number) => `many/${number}`)
  for (let round = 0; round < ROUNDS; round += 1) {
    const remove = () => rmdir(join(folder, 'objects/many')).catch(() => undefined)
    await Promise.all(keys.flatMap((key) => [storage.put(key, pieces('one')), remove(), remove()]))
    await Promise.all(keys.map((key) => storage.delete(key)))
  }
})

test('LocalStorage.sweep removes the parts of a crash, and what is not to stay', async () => {
  await using local = openLocal()
  const { storage, folder } = local
  storage.sweep()
  for (const key of ['in/one', 'in/two', 'three']) await storage.put(key, pieces(key))
  writeFileSync(join(folder, 'objects/in/one.AbC.part'), 'half')
  writeFileSync(join(folder, 'objects/four.part'), '')
  storage.sweep()
  expect(filesIn(join(folder, 'objects')).sort()).toEqual(['in', 'in/one', 'in/two', 'three'])
  storage.sweep((key) => key === 'in/two')
  expect(await keysOf(storage)).toEqual(['in/two'])
})

test('LocalStorage.removeParts leaves alone what is being written', async () => {
  await using local = openLocal()
  const { storage, folder } = local
  expect(await storage.removeParts()).toBe(0)
  async function* slow() {
    yield* pieces('a')
    writeFileSync(join(folder, 'objects/in/one.AbC.part'), 'half')
    expect(await storage.removeParts()).toBe(1)
    yield* pieces('b')
  }
  await storage.put('in/two', slow())
  expect(filesIn(join(folder, 'objects')).sort()).toEqual(['in', 'in/two'])
})

test('LocalStorage gives the memory of large pieces back as soon as they are written', async () => {
  await using local = openLocal()
  const large = new Uint8Array(64 * 1024)
  const part = new Uint8Array(64 * 1024)
  const small = new Uint8Array(1024)
  async function* source() {
    yield large
    yield part.subarray(1)
    yield small
  }
  await local.storage.put('key', source())
  expect([large.byteLength, part.byteLength, small.byteLength]).toEqual([0, 64 * 1024, 1024])
})

test('LocalStorage lists objects only', async () => {
  await using local = openLocal()
  const { storage, folder } = local
  await storage.put('one', pieces('one'))
  mkdirSync(join(folder, 'objects/empty'))
  symlinkSync('/nowhere', join(folder, 'objects/broken'))
  writeFileSync(join(folder, 'objects/one.AbC.part'), 'half')
  expect(await keysOf(storage)).toEqual(['one'])
})

test('LocalStorage closes the file of an object that nobody reads', async () => {
  await using local = openLocal()
  const { storage, folder } = local
  const openFiles = () =>
    readdirSync('/proc/self/fd').filter((fd) => {
      const target = readlinkOr(`/proc/self/fd/${fd}`)
      return target.startsWith(folder)
    }).length
  await storage.put('key', pieces('x'.repeat(1024)))
  const get = async () => void (await storage.get('key'))
  for (let count = 0; count < 50; count += 1) await get()
  // What the collector cannot be sure of stays a while.
  while (openFiles() > 5) {
    Bun.gc(true)
    await new Promise(setImmediate)
  }
  const cancelled = await storage.get('key')
  await cancelled?.stream.cancel()
  expect(pick(await thrown(storage.get('key', { from: 1024 })), 'code')).toBe(
    'range_not_satisfiable',
  )
  expect(openFiles()).toBeLessThanOrEqual(5)
})
