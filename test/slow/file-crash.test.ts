import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'
import { bundled } from '../support/bundled.ts'
import { openFiles } from '../support/files.ts'
import { startProcess, tempFolder } from '../support/process.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { PRIMARY_KEY } from '../support/service.ts'

const WRITER = join(import.meta.dir, '../support/file-writer.ts')
const KILLS = 60
/** Folders in which processes are killed at the same time. */
const LANES = 4
/** How long a process stores and deletes before it is killed. */
const MAX_LIFE_MS = 60
/** Files that are being stored at the same time by one process. */
const WRITERS = 4
const SERVICE_KILLS = 4
const AUTHORIZATION = { authorization: `Bearer ${PRIMARY_KEY}` }

/** What a client has been told of the files. */
class Known {
  /** SHA-256 by token. */
  readonly stored = new Map<string, string>()
  /** Whose bytes were compared. */
  readonly read = new Set<string>()
  /** Of which the deletion has started, and no more is known. */
  readonly unsure = new Set<string>()

  hear(line: Partial<Record<'stored' | 'sha256' | 'deleting' | 'deleted', string>>): void {
    if (line.stored !== undefined) this.stored.set(line.stored, line.sha256 ?? '')
    if (line.deleting !== undefined) this.unsure.add(line.deleting)
    if (line.deleted !== undefined) {
      this.unsure.delete(line.deleted)
      this.stored.delete(line.deleted)
    }
  }
}

test(`after each of ${KILLS} kills every acknowledged file is whole, and nothing else is on the disk`, async () => {
  using built = tempFolder()
  const writer = await bundled(WRITER, built.path)
  const killed = await Promise.all(
    Array.from({ length: LANES }, async (_, lane) => {
      using folder = tempFolder()
      const place = { folder: join(folder.path, 'files'), database: join(folder.path, 'db') }
      const known = new Known()
      const random = seededRandom(lane + 1)
      for (let kill = 0; kill < KILLS / LANES; kill += 1) {
        await killWriter(writer, place, known, random, kill)
        await expectWhole(place, known)
      }
      return known.stored.size
    }),
  )
  // They had something to lose.
  for (const count of killed) expect(count).toBeGreaterThan(10)
})

test('the service keeps what it has acknowledged, and nothing else, when it is killed', async () => {
  using folder = tempFolder()
  const place = {
    folder: join(folder.path, 'data/files'),
    database: join(folder.path, 'data/hearth.sqlite'),
  }
  const known = new Known()
  const random = seededRandom(7)
  for (let kill = 0; kill < SERVICE_KILLS; kill += 1) {
    const service = await startProcess(folder.path, '', { MIN_FREE_BYTES: '0' })
    const before = known.stored.size
    const writers = Array.from({ length: WRITERS }, () => upload(service.url, known, random))
    // Once it is under way.
    while (known.stored.size === before) await Bun.sleep(5)
    await Bun.sleep(random() * MAX_LIFE_MS)
    await service.kill()
    await Promise.all(writers)
    await expectWhole(place, known)
  }
  // However slow the machine is, something was stored between the kills.
  expect(known.stored.size).toBeGreaterThan(0)
})

async function killWriter(
  writer: string,
  { folder, database }: { folder: string; database: string },
  known: Known,
  random: () => number,
  seed: number,
): Promise<void> {
  const child = Bun.spawn([process.execPath, writer, database, folder, String(seed)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let rest = ''
  let isDoomed = false
  for await (const piece of child.stdout.pipeThrough(new TextDecoderStream())) {
    // From its first word on.
    if (!isDoomed) setTimeout(() => child.kill('SIGKILL'), random() * MAX_LIFE_MS)
    isDoomed = true
    const lines = (rest + piece).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) known.hear(JSON.parse(line))
  }
  await child.exited
  expect(child.signalCode).toBe('SIGKILL')
}

/** Over HTTP, until the service is gone. */
async function upload(url: string, known: Known, random: () => number): Promise<void> {
  for (let count = 0; ; count += 1) {
    const body = crypto.getRandomValues(new Uint8Array(Math.floor(random() * 60_000)))
    try {
      const to = `${url}/api/nas/upload?filename=a.bin`
      const answer = await fetch(to, { method: 'POST', body, headers: AUTHORIZATION })
      const { token } = Object(await answer.json())
      known.hear({ stored: token, sha256: sha256(body) })
      // Not the first: what it has stored is there to be lost.
      if (count % 3 !== 2) continue
      known.hear({ deleting: token })
      const file = `${url}/api/nas/files/${token}`
      const gone = await fetch(file, { method: 'DELETE', headers: AUTHORIZATION })
      if (gone.status === 204) known.hear({ deleted: token })
    } catch {
      return
    }
  }
}

/** As the next start finds the files, and leaves them. */
async function expectWhole(place: { folder: string; database: string }, known: Known) {
  using own = openFiles(place)
  const findings = await own.sweep()
  expect(findings).toMatchObject({ lost: [], strays: [] })
  const { items } = own.files.list('owner', 100_000)
  const all = items.length > 0 ? items : own.files.list('primary', 100_000).items
  const there = new Set(all.map(({ token }) => token))
  expect(readdirSync(place.folder).sort()).toEqual([...there].map((token) => sha256(token)).sort())
  expect([findings?.files, own.stores.files.unsettled()]).toEqual([there.size, []])
  for (const token of known.unsure) {
    if (!there.has(token)) known.stored.delete(token)
    known.unsure.delete(token)
  }
  for (const [token, hash] of known.stored) {
    // The sweep has compared the sizes of all.
    const { path = '' } = await own.files.open(token)
    if (known.read.has(token)) continue
    known.read.add(token)
    expect(sha256(await Bun.file(path).bytes())).toBe(hash)
  }
  // Those whose acknowledgement was on its way.
  const unheard = all.filter(({ token }) => !known.stored.has(token))
  expect(unheard.length).toBeLessThanOrEqual(WRITERS)
  for (const { token, sha256: hash } of unheard) known.stored.set(token, hash)
}
