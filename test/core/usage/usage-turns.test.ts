import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { fillUsage } from '../../bench/fill-usage.ts'
import { pick } from '../../support/pick.ts'
import { tempFolder } from '../../support/process.ts'
import { createTestApp } from '../../support/service.ts'

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

test('long reads of usage let the event loop turn', async () => {
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
})
