import { expect, test } from 'bun:test'
import { pick, pickList } from '../support/pick.ts'
import { asOwner, startProcess, tempFolder } from '../support/process.ts'
import { seededRandom } from '../support/seeded-random.ts'

const KILLS = 4
const NOTES = 60
/** How long the service reads before it is killed. */
const MAX_LIFE_MS = 400

test('a collection is read to its end though the service is killed again and again', async () => {
  using folder = tempFolder()
  const random = seededRandom(11)
  let id: unknown
  for (let kill = 0; kill <= KILLS; kill += 1) {
    const service = await startProcess(folder.path, '', { MIN_FREE_BYTES: '0' })
    const json = async (method: string, path: string, body?: unknown): Promise<unknown> =>
      await (await asOwner(service.url, method, `/api/knowledge${path}`, body)).json()
    if (id === undefined) {
      id = pick(await json('POST', '', { name: 'House' }), 'id')
      const sources = Array.from({ length: NOTES }, (_, at) => ({
        note: { title: `Note ${at}`, text: `word${at} ${'and many others. '.repeat(900)}` },
      }))
      await json('POST', `/${id}/sources`, { sources })
    }
    if (kill < KILLS) {
      await Bun.sleep(random() * MAX_LIFE_MS)
      await service.kill()
      continue
    }
    let collection: unknown
    do {
      await Bun.sleep(50)
      collection = await json('GET', `/${id}`)
    } while (Number(pick(collection, 'waiting')) > 0)
    // One that was being read at two of the kills is given up, and says so; none is there twice.
    const failed = Number(pick(collection, 'failed'))
    expect(failed).toBeLessThanOrEqual(KILLS / 2)
    const list = pickList(await json('GET', `/${id}/sources?limit=200`), 'items')
    const counts = list
      .filter((item) => pick(item, 'state') === 'ready')
      .map((item) => pick(item, 'passages'))
    expect(counts).toHaveLength(NOTES - failed)
    expect(new Set(counts).size).toBe(1)
    const total = list.reduce<number>((sum, item) => sum + Number(pick(item, 'passages')), 0)
    expect(pick(collection, 'passages')).toBe(total)
    const found = pickList(await json('GET', `/search?q=word7`), 'items')
    expect(found.length).toBeLessThanOrEqual(1)
    await service.kill()
  }
})
