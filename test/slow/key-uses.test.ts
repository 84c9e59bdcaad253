import { expect, test } from 'bun:test'
import { pick, pickList } from '../support/pick.ts'
import { asOwner, keyAt, requestAs, startProcess, tempFolder } from '../support/process.ts'

const LOAD_MS = 2500
const CLIENTS = 4
const MIN_USES = 100
/** What a kill may cost. */
const MAX_LOST_MS = 1000

test('a kill under load loses no key use older than a second', async () => {
  using folder = tempFolder()
  const first = await startProcess(folder.path, '')
  const key = await keyAt(first.url)
  const answered: number[] = []
  const started = performance.now()
  const countBefore = (moment: number) => answered.filter((at) => at < moment - MAX_LOST_MS).length
  const client = async () => {
    while (performance.now() - started < LOAD_MS || countBefore(performance.now()) <= MIN_USES) {
      const response = await requestAs(first.url, key, 'GET', '/auth-check')
      if (response.status === 200) answered.push(performance.now())
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
  const killed = performance.now()
  await first.kill()
  await using second = await startProcess(folder.path, '')
  const list = await (await asOwner(second.url, 'GET', '/admin/api-keys')).json()
  const [record] = pickList(list, 'items')
  const count = Number(pick(record, 'use_count'))
  const old = countBefore(killed)
  expect(old).toBeGreaterThan(MIN_USES)
  expect(count).toBeWithin(old, answered.length + 1)
  const lastUsed = Date.parse(String(pick(record, 'last_used_at')))
  expect(Date.now() - lastUsed).toBeLessThan(MAX_LOST_MS + performance.now() - killed)
})
