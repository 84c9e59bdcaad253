import { expect, test } from 'bun:test'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createStores } from '../../../src/create-stores.ts'
import { DurableCommits } from '../../../src/db/durable-commits.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { Clips } from '../../../src/features/speech/clips.ts'
import { createLog } from '../../../src/platform/log.ts'
import { LocalStorage } from '../../../src/storage/local.ts'
import { tempFolder } from '../../support/process.ts'
import { thrown } from '../../support/thrown.ts'

test('a clip whose row cannot be flushed leaves neither its bytes nor the row', async () => {
  using temp = tempFolder()
  const database = join(temp.path, 'clips.sqlite')
  const folder = join(temp.path, 'clips')
  using db = openDatabase(database)
  const { clips: store } = createStores(db)
  const clips = new Clips({
    ...{ store, storage: new LocalStorage({ folder }), commits: new DurableCommits(db) },
    reserve: () => ({ [Symbol.dispose]: () => {} }),
    isKept: () => false,
    log: createLog('silent'),
    now: () => 1_000,
  })
  const path = join(temp.path, 'spoken')
  writeFileSync(path, 'sound')
  const owner = 'user:one'
  const facts = { owner, mediaType: 'audio/wav', seconds: 1, engine: 'local', voice: 'one' }
  const add = () => clips.add({ ...facts, extension: 'wav' }, { path, bytes: 5 })
  const { name } = await add()
  // What is flushed is gone, so that the flush fails after the row was written.
  rmSync(`${database}-wal`)
  expect(String(await thrown(add()))).toContain('ENOENT')
  expect(store.idsOf(owner)).toHaveLength(1)
  expect(readdirSync(folder)).toEqual(store.idsOf(owner))
  expect((await clips.open(name)).record.bytes).toBe(5)
})
