import { expect, test } from 'bun:test'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'
import { LocalSpool } from '../../src/storage/service-storage.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp } from '../support/service.ts'
import { thrown } from '../support/thrown.ts'
import { pieces } from './contract.ts'

test('LocalSpool keeps what it is given under an id, with its length and its hash', async () => {
  using folder = tempFolder()
  const spool = new LocalSpool({ folder: join(folder.path, 'spool') })
  const file = await spool.write(pieces('Hello, ', 'world'), { mediaType: 'text/plain' })
  expect(file).toEqual({
    id: expect.stringMatching(/^spl_[\w-]{22}$/),
    path: join(folder.path, 'spool', file.id),
    bytes: 12,
    sha256: sha256('Hello, world'),
    mediaType: 'text/plain',
  })
  expect(readFileSync(file.path, 'utf8')).toBe('Hello, world')
  expect(await spool.find(file.id)).toEqual({ id: file.id, path: file.path, bytes: 12 })
  await spool.remove(file.id)
  await spool.remove(file.id)
  expect(await spool.find(file.id)).toBeUndefined()
  expect(readdirSync(join(folder.path, 'spool'))).toEqual([])
})

test('LocalSpool.sweep removes parts and files that no row names', async () => {
  using folder = tempFolder()
  const spool = new LocalSpool({ folder: folder.path })
  const live = await spool.write(pieces('live'))
  await spool.write(pieces('orphan'))
  writeFileSync(join(folder.path, `${live.id}.AbC.part`), 'half')
  spool.sweep(new Set([live.id]))
  expect(readdirSync(folder.path)).toEqual([live.id])
})

test('a service without a data folder spools into a folder that goes with it', async () => {
  const service = createTestApp()
  const { path } = await service.services.spool.write(pieces('hello'))
  expect(existsSync(path)).toBe(true)
  await service[Symbol.asyncDispose]()
  expect(existsSync(join(path, '..'))).toBe(false)
})

test('a service with a data folder spools into it, and keeps nothing of a sender that left', async () => {
  using folder = tempFolder()
  await using service = createTestApp({ env: { DATA_DIR: folder.path } })
  const { spool } = service.services
  const { path } = await spool.write(pieces('hello'))
  expect(join(path, '..')).toBe(join(folder.path, 'spool'))
  async function* leaving() {
    yield* pieces('half')
    throw new Error('The sender has left')
  }
  await thrown(spool.write(leaving()))
  expect(readdirSync(join(folder.path, 'spool'))).toHaveLength(1)
})
