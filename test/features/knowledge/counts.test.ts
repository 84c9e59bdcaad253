import { expect, test } from 'bun:test'
import { openDatabase } from '../../../src/db/open.ts'
import { KnowledgeStore } from '../../../src/features/knowledge/knowledge-store.ts'
import { oldDatabase } from '../../support/old-database.ts'
import { tempFolder } from '../../support/process.ts'

/** The last migration before sources were counted as they change. */
const BEFORE_COUNTS = 36
const MODEL = 'llama/nomic'
const CALLER = '{"kind":"key","owner":"o"}'

const INSERT = `INSERT INTO knowledge_sources (id, collection_id, kind, ref, title, state, interruptions,
  characters, pieces, caller, created_at) VALUES (?1, ?2, 'file', ?1, 't', ?3, 0, 0, ?4, '${CALLER}', 0)`

test('what a collection has is counted with each change, whoever makes it', () => {
  using folder = tempFolder()
  const file = oldDatabase(folder.path, BEFORE_COUNTS, (sqlite) => {
    for (const [id, owner] of ['ao', 'bo', 'cp'])
      sqlite.run(
        `INSERT INTO knowledge_collections (id, owner, name, is_shared, created_at) VALUES ('${id}', '${owner}', 'n', 0, 0)`,
      )
    const source = sqlite.prepare(INSERT)
    source.run('s1', 'a', 'ready', 5)
    source.run('s2', 'a', 'waiting', 2)
    source.run('s3', 'b', 'failed', 0)
    source.run('s4', 'c', 'ready', 9)
  })
  using db = openDatabase(file)
  using store = new KnowledgeStore(db)
  const counts = () => store.counts('a', MODEL)
  const row = (id: string) => {
    const found = [...store.sources('a')].find((one) => one.id === id)
    if (found === undefined) throw new Error(`There is no ${id}`)
    return found
  }
  expect(counts()).toEqual({ sources: 2, pieces: 7, embedded: 0, waiting: 1, failed: 0 })
  expect(store.piecesOf('o')).toBe(7)
  db.sqlite.query(INSERT).run('s5', 'a', 'waiting', 0)
  store.changeSource(row('s5').seq, { state: 'failed' })
  store.changeSource(row('s1').seq, { embeddedBy: MODEL })
  store.changeSource(row('s2').seq, { state: 'ready', pieces: 4, embeddedBy: 'other/model' })
  expect(counts()).toEqual({ sources: 3, pieces: 9, embedded: 5, waiting: 0, failed: 1 })
  expect(store.counts('a', undefined).embedded).toBeUndefined()
  const gone = row('s1')
  store.removeSource(gone)
  // Its pieces are there until they are deleted.
  expect([counts().pieces, counts().embedded, store.piecesOf('o')]).toEqual([4, 0, 9])
  store.deleteSource(gone.seq)
  expect([counts().sources, store.piecesOf('o')]).toEqual([2, 4])
  db.transaction(() => store.deleteCollection('a'))
  expect([store.markDeleted(1), store.markDeleted(9), store.markDeleted(9)]).toEqual([
    ...[true, true, false],
  ])
  expect([counts().sources, store.piecesOf('o')]).toEqual([0, 0])
  db.sqlite.run("DELETE FROM knowledge_sources WHERE collection_id = 'a'")
  const left = db.sqlite.query('SELECT * FROM knowledge_counts ORDER BY collection_id').values()
  expect(left).toEqual([
    ['b', 'failed', '', 1, 0],
    ['c', 'ready', '', 1, 9],
  ])
})

test('sources of a deleted collection are marked a few at a time, by whoever finds them after a crash', () => {
  using folder = tempFolder()
  const file = oldDatabase(folder.path, BEFORE_COUNTS, (sqlite) => {
    sqlite.run(
      "INSERT INTO knowledge_collections (id, owner, name, is_shared, created_at) VALUES ('a', 'o', 'n', 0, 0), ('b', 'o', 'n', 0, 0)",
    )
    const source = sqlite.prepare(INSERT)
    for (const state of ['ready', 'waiting', 'failed'])
      for (const id of ['1', '2', '3']) source.run(`${state}${id}`, 'a', state, 1)
    source.run('other', 'b', 'ready', 1)
  })
  const left = (db: ReturnType<typeof openDatabase>) =>
    db.sqlite.query("SELECT count(*) FROM knowledge_sources WHERE state <> 'deleting'").values()
  {
    using db = openDatabase(file)
    using store = new KnowledgeStore(db)
    db.transaction(() => store.deleteCollection('a'))
    expect(store.markDeleted(2)).toBe(true)
    expect(left(db)).toEqual([[8]])
  }
  using db = openDatabase(file)
  using store = new KnowledgeStore(db)
  while (store.markDeleted(2));
  expect(left(db)).toEqual([[1]])
  expect(store.deleting()?.collectionId).toBe('a')
})
