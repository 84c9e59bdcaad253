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
    run: (sql: string) => void db.sqlite.run(sql),
    putOff: (text: string, onCommitted?: () => void) =>
      batch.defer(text, () => void insert.run(text), onCommitted),
    [Symbol.dispose]: () => db[Symbol.dispose](),
  }
}

test('WriteBatch commits a single write in the same turn', async () => {
  using world = makeBatch()
  const first = world.write('first')
  await turn()
  const second = world.write('second')
  expect(await first).toEqual(['first'])
  expect(await second).toEqual(['first', 'second'])
})

test('WriteBatch commits the writes of one turn in one transaction', async () => {
  using world = makeBatch()
  const [first, second] = [world.write('first'), world.write('second')]
  expect(await first).toEqual(['first', 'second'])
  await second
})

test('WriteBatch commits the other writes when one fails', async () => {
  using world = makeBatch()
  const results = await Promise.allSettled([world.write('a'), world.write(null), world.write('b')])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await world.write('c')).toEqual(['a', 'b', 'c'])
})

test('WriteBatch.flush() commits pending and deferred writes at once', async () => {
  using world = makeBatch()
  const waiting = world.write('a')
  world.putOff('b')
  expect(world.written()).toEqual([])
  world.batch.flush()
  expect(world.written()).toEqual(['a', 'b'])
  await waiting
})

test('WriteBatch retries a deferred write until it is committed', () => {
  using world = makeBatch()
  const committed: string[] = []
  for (const text of ['a', 'b']) world.putOff(text, () => committed.push(text))
  world.run('ALTER TABLE notes RENAME TO away')
  world.batch.flush()
  expect(committed).toEqual([])
  world.run('ALTER TABLE away RENAME TO notes')
  world.batch.flush()
  expect([committed, world.written()]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  world.batch.flush()
  expect(world.written()).toEqual(['a', 'b'])
})

test('WriteBatch commits the other deferred writes when one fails', () => {
  using world = makeBatch()
  world.putOff('a')
  world.batch.defer('bad', () => {
    throw new Error('bad')
  })
  world.putOff('b')
  world.batch.flush()
  expect(world.written()).toEqual(['a', 'b'])
})

test('WriteBatch commits deferred writes without a timer while the event loop is busy', async () => {
  using world = makeBatch()
  world.putOff('deferred')
  // Keeps the thread for longer than the timer, which then has not fired at the next commit.
  const until = performance.now() + 101
  while (performance.now() < until);
  expect(await world.write('another')).toEqual(['another', 'deferred'])
})
