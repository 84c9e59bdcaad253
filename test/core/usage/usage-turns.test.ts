import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { UsageReads } from '../../../src/core/usage/usage-reads.ts'
import { openDatabase } from '../../../src/db/open.ts'
import { fillUsage } from '../../bench/fill-usage.ts'
import { pick } from '../../support/pick.ts'
import { tempFolder } from '../../support/process.ts'
import { createTestApp } from '../../support/service.ts'
import { LONG_TEST_MS } from '../../support/test-ms.ts'

const ROWS = 10_000

/** How often the event loop turned during some work. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, done] = [0, false]
  const turn = () => {
    turns += 1
    if (!done) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  done = true
  return turns
}

test('long reads of usage leave one file at the stop of the service', async () => {
  using folder = tempFolder()
  {
    await using service = createTestApp({ env: { DATA_DIR: folder.path } })
    for (const path of ['usage?group_by=key_id', 'usage.csv', 'usage?group_by=day,model'])
      expect((await service.asOwner('GET', `/admin/${path}`)).status).toBe(200)
  }
  const files = readdirSync(folder.path).filter((name) => name.startsWith('hearth.sqlite'))
  expect(files.sort()).toEqual(['hearth.sqlite', 'hearth.sqlite-lock'])
})

test('UsageReads reads a database that the service has to itself on its own connection', async () => {
  using folder = tempFolder()
  using db = openDatabase(join(folder.path, 'hearth.sqlite'))
  db.sqlite.run('PRAGMA locking_mode = EXCLUSIVE')
  db.sqlite.run('BEGIN EXCLUSIVE')
  db.sqlite.run('COMMIT')
  using reads = new UsageReads(db)
  const range = { from: '2027-01-01', to: '2027-01-02' }
  expect(await reads.groups({ ...range, groups: ['day'], limit: 10 })).toEqual([])
})

test(
  'long reads of usage let the event loop turn',
  async () => {
    using folder = tempFolder()
    const file = join(folder.path, 'hearth.sqlite')
    fillUsage(file, { rows: ROWS, keys: 1000, days: 30, behind: ROWS / 2 })
    await using service = createTestApp({ env: { DATA_DIR: folder.path } })
    const read = (path: string) => async () => (await service.asOwner('GET', path)).text()
    // The first read adds up the rows that no sum has yet.
    const reads = ['usage?group_by=key_id', 'usage.csv']
    for (const path of reads) expect(await turnsDuring(read(`/admin/${path}`))).toBeGreaterThan(3)
    const report = await (await service.asOwner('GET', '/admin/usage')).json()
    expect(pick(report, 'totals.model_calls')).toBe(ROWS)
  },
  LONG_TEST_MS,
)
