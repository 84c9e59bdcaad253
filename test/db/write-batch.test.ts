import { expect, test } from 'bun:test'
import { openDatabase } from '../../src/db/open.ts'
import { WriteBatch } from '../../src/db/write-batch.ts'

/** One turn of the event loop. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve))

function makeBatch() {
  const db = openDatabase(':memory:')
  db.sqlite.run('CREATE TABLE notes (text TEXT NOT NULL)')
  const batch = new WriteBatch(db)
  const insert = db.sqlite.prepare<unknown, [string | null]>('INSERT INTO notes VALUES (?)')
  const notes = db.sqlite.prepare<{ text: string }, []>('SELECT text FROM notes')
  const written = () => notes.all().map((note) => note.text)
  return {
    batch,
    written,
    /** @returns What had been written when this write was acknowledged */
    write: async (text: string | null) => {
      await batch.add(() => void insert.run(text))
      return written()
    },
    putOff: (text: string) => batch.defer(() => void insert.run(text)),
    [Symbol.dispose]: () => db[Symbol.dispose](),
  }
}

test('a write alone waits for nobody', async () => {
  using world = makeBatch()
  const first = world.write('first')
  await turn()
  const second = world.write('second')
  expect(await first).toEqual(['first'])
  expect(await second).toEqual(['first', 'second'])
})

test('while several callers write, a commit waits a little for more of them', async () => {
  using world = makeBatch()
  await Promise.all([world.write('a'), world.write('b')])
  const first = world.write('first')
  await turn()
  const second = world.write('second')
  expect(await first).toEqual(['a', 'b', 'first', 'second'])
  await second
  // Long enough alone, and nobody is waited for any more.
  for (let count = 0; count < 20; count += 1) await world.write('alone')
  const third = world.write('third')
  await turn()
  const fourth = world.write('fourth')
  expect((await third).at(-1)).toBe('third')
  await fourth
})

test('a write that fails takes none of its neighbours with it', async () => {
  using world = makeBatch()
  const results = await Promise.allSettled([world.write('a'), world.write(null), world.write('b')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await world.write('c')).toEqual(['a', 'b', 'c'])
})

test('a flush commits at once what waits for company, and what was put off', async () => {
  using world = makeBatch()
  await Promise.all([world.write('a'), world.write('b')])
  const waiting = world.write('c')
  world.putOff('d')
  expect(world.written()).toEqual(['a', 'b'])
  world.batch.flush()
  expect(world.written()).toEqual(['a', 'b', 'c', 'd'])
  await waiting
})

test('a commit is not put off by writes that keep coming', async () => {
  using world = makeBatch()
  await Promise.all([world.write('a'), world.write('b')])
  let acknowledged = false
  const first = world.write('first').then(() => {
    acknowledged = true
  })
  const others: Promise<unknown>[] = []
  while (!acknowledged && others.length < 50) {
    await turn()
    others.push(world.write('another'))
  }
  expect(others.length).toBeLessThan(10)
  await Promise.all([first, ...others])
})
