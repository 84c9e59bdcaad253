import { expect, test } from 'bun:test'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ByteRange, Storage } from '../../src/storage/contract.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { thrown } from '../support/thrown.ts'

const MIB = 1024 * 1024
const PIECE_BYTES = 256 * 1024

/** A storage of its own for one test. */
export interface StorageUnderTest extends AsyncDisposable {
  storage: Storage
}

interface StorageTraits {
  /** That it holds of an object at most while it passes it on. */
  heldMiB?: number
  /** Whether a list is in the order of the keys, as a server of the test may not do it. */
  isOrdered?: boolean
  /**
   * Whether changes at the same time leave what is near them whole: a server of the test may mix several
   * that share a key, and ends itself where the last object of a folder goes while another one comes.
   */
  isConcurrent?: boolean
}

/** The tests that every implementation of `Storage` passes. */
export function testStorage(
  name: string,
  open: () => StorageUnderTest | Promise<StorageUnderTest>,
  { heldMiB = 8, isOrdered = true, isConcurrent = true }: StorageTraits = {},
): void {
  const listed = async (storage: Storage, prefix = '') => {
    const keys = await keysOf(storage, prefix)
    return isOrdered ? keys : keys.toSorted()
  }

  test(`${name} gives back what was put, piece by piece`, async () => {
    await using opened = await open()
    const { storage } = opened
    const stored = await storage.put('jobs/one.bin', pieces('Hello, ', '', 'world'))
    expect(stored).toEqual({ key: 'jobs/one.bin', bytes: 12 })
    expect(await textOf(storage, 'jobs/one.bin')).toBe('Hello, world')
    expect(await storage.stat('jobs/one.bin')).toEqual({ key: 'jobs/one.bin', bytes: 12 })
    const stream = new Blob(['from a stream']).stream()
    await storage.put('two', stream, { bytes: 13, mediaType: 'text/plain' })
    expect(await textOf(storage, 'two')).toBe('from a stream')
  })

  test(`${name} keeps an object without a byte`, async () => {
    await using opened = await open()
    const { storage } = opened
    expect(await storage.put('empty', pieces())).toEqual({ key: 'empty', bytes: 0 })
    expect(await storage.stat('empty')).toEqual({ key: 'empty', bytes: 0 })
    expect(await storage.get('empty')).toMatchObject({ size: 0, from: 0, bytes: 0 })
    expect(await textOf(storage, 'empty')).toBe('')
    expect(await codeOfGet(storage, 'empty', { from: 0 })).toBe('range_not_satisfiable')
  })

  test(`${name} gives a range with both its ends, cut at the end of the object`, async () => {
    await using opened = await open()
    const { storage } = opened
    await storage.put('digits', pieces('01234', '56789'))
    const ranges: [ByteRange, string][] = [
      [{ from: 0 }, '0123456789'],
      [{ from: 0, to: 0 }, '0'],
      [{ from: 3, to: 6 }, '3456'],
      [{ from: 9 }, '9'],
      [{ from: 9, to: 9 }, '9'],
      [{ from: 4, to: 1000 }, '456789'],
    ]
    for (const [range, text] of ranges) {
      const content = await storage.get('digits', range)
      expect(content).toMatchObject({ size: 10, from: range.from, bytes: text.length })
      expect(await new Response(content?.stream).text()).toBe(text)
    }
    for (const range of [{ from: 10 }, { from: 10, to: 20 }, { from: 3, to: 2 }, { from: -1 }])
      expect(await codeOfGet(storage, 'digits', range)).toBe('range_not_satisfiable')
  })

  test(`${name} takes over a file of this machine, and leaves its name to the caller`, async () => {
    await using opened = await open()
    const { storage } = opened
    using folder = tempFolder()
    const path = join(folder.path, 'file')
    writeFileSync(path, 'whole file')
    const stored = { key: 'in/a', bytes: 10 }
    expect(await storage.putFile('in/a', path)).toEqual(stored)
    expect(await storage.putFile('in/a', path)).toEqual(stored)
    rmSync(path)
    expect(await textOf(storage, 'in/a')).toBe('whole file')
    expect(pick(await thrown(storage.putFile('b', path)), 'code')).toBe('ENOENT')
    expect(await keysOf(storage)).toEqual(['in/a'])
  })

  test(`${name} says of a missing object that it is not there`, async () => {
    await using opened = await open()
    const { storage } = opened
    await storage.put('jobs/one', pieces('one'))
    for (const key of ['two', 'jobs', 'jobs/two', 'jobs/one/two', 'no/such/folder']) {
      expect(await storage.stat(key)).toBeUndefined()
      expect(await storage.get(key)).toBeUndefined()
      expect(await storage.get(key, { from: 5 })).toBeUndefined()
      await storage.delete(key)
    }
    expect(await keysOf(storage)).toEqual(['jobs/one'])
  })

  test(`${name} removes an object once and for all, and its key can be used again`, async () => {
    await using opened = await open()
    const { storage } = opened
    await storage.put('a/b/c', pieces('one'))
    await storage.delete('a/b/c')
    await storage.delete('a/b/c')
    expect(await storage.stat('a/b/c')).toBeUndefined()
    expect(await keysOf(storage)).toEqual([])
    // No folder is left behind, so the key of one is free for an object.
    await storage.put('a', pieces('two'))
    expect(await textOf(storage, 'a')).toBe('two')
  })

  test(`${name} shows the old object or the new one while one takes the other's place`, async () => {
    await using opened = await open()
    const { storage } = opened
    const [old, next] = ['o'.repeat(2 * MIB), 'n'.repeat(3 * MIB)]
    await storage.put('key', pieces(old))
    const started = await storage.get('key')
    const { source, waiting, go } = heldBack(next)
    const put = storage.put('key', source)
    await waiting
    expect(await storage.stat('key')).toEqual({ key: 'key', bytes: old.length })
    expect(await textOf(storage, 'key')).toBe(old)
    expect(await keysOf(storage)).toEqual(['key'])
    go()
    await put
    expect(await textOf(storage, 'key')).toBe(next)
    expect(await new Response(started?.stream).text()).toBe(old)
  })

  test(`${name} keeps nothing of a source that fails, and what was there before`, async () => {
    await using opened = await open()
    const { storage } = opened
    await storage.put('kept', pieces('before'))
    for (const key of ['kept', 'new', 'in/a/folder']) {
      expect(await thrown(storage.put(key, failing()))).toEqual(new Error('The sender has left'))
      const short = await thrown(storage.put(key, pieces('abc'), { bytes: 4 }))
      const long = await thrown(storage.put(key, pieces('abc'), { bytes: 2 }))
      expect([pick(short, 'code'), pick(long, 'code')]).toEqual(['malformed', 'malformed'])
    }
    expect(await keysOf(storage)).toEqual(['kept'])
    expect(await textOf(storage, 'kept')).toBe('before')
  })

  test(`${name} stores many objects at once, and one of those that share a key`, async () => {
    await using opened = await open()
    const { storage } = opened
    const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(100_000))
    await Promise.all(texts.map((text, index) => storage.put(`many/${index}`, pieces(text))))
    for (const [index, text] of texts.entries())
      expect(await textOf(storage, `many/${index}`)).toBe(text)
    await Promise.all(texts.map((text) => storage.put('shared', pieces(text.slice(0, 7), text))))
    const shared = await textOf(storage, 'shared')
    if (isConcurrent) expect(texts.some((text) => text.slice(0, 7) + text === shared)).toBe(true)
    expect(await keysOf(storage)).toHaveLength(21)
    if (!isConcurrent) return console.log(`Skipped: changes at the same time, in ${name}`)
    // Each removal may take the folder away that the next object is put into.
    const churn = texts.map(async (text, index) => {
      await storage.delete(`many/${index}`)
      await storage.put(`many/${index}`, pieces(text))
    })
    await Promise.all(churn)
    expect(await keysOf(storage)).toHaveLength(21)
  })

  test(`${name} takes plain names as keys, and no others`, async () => {
    await using opened = await open()
    const { storage } = opened
    const good = ['a', 'spl_x-Y9', 'a.tar.gz', `${'n'.repeat(200)}/b`, '-', '_/0', 'x/b/c/d/e']
    for (const key of good) {
      await storage.put(key, pieces(key))
      expect(await textOf(storage, key)).toBe(key)
    }
    const bad = [
      ...['', '/', '/a', 'a/', 'a//b', '.', '..', '../a', 'a/../b', 'a/..', '.a', 'a/.b', 'a.'],
      ...['a\\b', 'a\0', 'a\n', 'a b', 'ä', '%2e%2e', 'a:b', 'x.part', 'x.part/y', '~', 'a*'],
      ...['n'.repeat(201), `${'a/'.repeat(256)}b`],
    ]
    for (const key of bad) {
      const calls = [storage.put(key, pieces('x')), storage.get(key), storage.stat(key)]
      for (const call of [...calls, storage.delete(key)])
        expect([key, pick(await thrown(call), 'code')]).toEqual([key, 'invalid'])
    }
    expect(await listed(storage)).toEqual(good.toSorted())
  })

  test(`${name} lists what starts with a prefix, in the order of the keys`, async () => {
    await using opened = await open()
    const { storage } = opened
    const keys = ['ab', 'a/b', 'a-b', 'a/B/c', 'a/b-c', 'b', 'a0', 'a/c.x', 'a.b']
    for (const key of keys) await storage.put(key, pieces(key))
    expect(await listed(storage)).toEqual(keys.toSorted())
    const prefixes = {
      a: ['a-b', 'a.b', 'a/B/c', 'a/b', 'a/b-c', 'a/c.x', 'a0', 'ab'],
      'a/': ['a/B/c', 'a/b', 'a/b-c', 'a/c.x'],
      'a/b': ['a/b', 'a/b-c'],
      'a/B': ['a/B/c'],
      'a/c.': ['a/c.x'],
      ab: ['ab'],
      none: [],
      'b/': [],
    }
    for (const [prefix, found] of Object.entries(prefixes))
      expect([prefix, await listed(storage, prefix)]).toEqual([prefix, found])
    for (const prefix of ['/', '../', 'a//', './a', 'a/../']) {
      expect(pick(await thrown(keysOf(storage, prefix)), 'code')).toBe('invalid')
    }
  })

  test(`${name} passes 64 MiB on without holding them`, async () => {
    await using opened = await open()
    const { storage } = opened
    const before = memoryInUse()
    let most = before
    const watch = (bytes: number) => {
      if (bytes > 0 && bytes % (32 * MIB) === 0) most = Math.max(most, memoryInUse())
    }
    async function* large() {
      for (let sent = 0; sent < 64 * MIB; sent += PIECE_BYTES) {
        yield new Uint8Array(PIECE_BYTES).fill(sent / PIECE_BYTES)
        watch(sent)
      }
    }
    await storage.put('large', large())
    const content = await storage.get('large')
    let at = 0
    for await (const chunk of content?.stream ?? []) {
      expect(chunk[0]).toBe(Math.floor(at / PIECE_BYTES) % 256)
      at += chunk.byteLength
      watch(at)
    }
    expect(at).toBe(64 * MIB)
    expect((most - before) / MIB).toBeLessThan(heldMiB)
  })

  test(`${name} reads on only as its reader does, and ends when it is cancelled`, async () => {
    await using opened = await open()
    const { storage } = opened
    await storage.put('key', pieces('x'.repeat(4 * MIB)))
    const content = await storage.get('key')
    const reader = content?.stream.getReader()
    expect((await reader?.read())?.value?.byteLength).toBeLessThan(4 * MIB)
    await reader?.cancel()
    expect(await reader?.read()).toMatchObject({ done: true })
    await storage.delete('key')
    expect(await storage.get('key')).toBeUndefined()
  })
}

export async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield new TextEncoder().encode(text)
}

export async function keysOf(storage: Storage, prefix = ''): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys
}

async function* failing(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(PIECE_BYTES)
  throw new Error('The sender has left')
}

/** Bytes that cannot be collected; a process gives back what it has collected at its leisure. */
function memoryInUse(): number {
  Bun.gc(true)
  return process.memoryUsage().heapUsed
}

/** A source that stops in the middle until it may go on. */
function heldBack(text: string) {
  const waiting = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  async function* source() {
    yield* pieces(text.slice(0, text.length / 2))
    waiting.resolve()
    await gate.promise
    yield* pieces(text.slice(text.length / 2))
  }
  return { source: source(), waiting: waiting.promise, go: gate.resolve }
}

async function textOf(storage: Storage, key: string): Promise<string> {
  return new Response((await storage.get(key))?.stream).text()
}

async function codeOfGet(storage: Storage, key: string, range: ByteRange): Promise<unknown> {
  return pick(await thrown(storage.get(key, range)), 'code')
}
