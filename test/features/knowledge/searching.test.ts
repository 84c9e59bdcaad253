import { expect, test } from 'bun:test'
import { openDatabase } from '../../../src/db/open.ts'
import { KnowledgeStore, searchPieces } from '../../../src/features/knowledge/knowledge-store.ts'
import { knowledgeExpression } from '../../../src/features/knowledge/stems.ts'

const OWNER = 'primary'
const COLLECTION = 'kno_garden'
const CALLER = {
  ...{ owner: OWNER, actor: 'test', keyId: null, project: null, product: null, engines: null },
  requestId: 'test',
}

test('searchPieces finds what may be read behind however much that may not', () => {
  using db = openDatabase(':memory:')
  using store = new KnowledgeStore(db)
  const row = { id: COLLECTION, owner: OWNER, name: 'Garden', isShared: false, createdAt: 0 }
  store.insertCollection({ ...row, folder: null })
  const add = (ref: string, state: 'ready' | 'deleting', texts: readonly string[]) => {
    const source = { collectionId: COLLECTION, caller: CALLER, createdAt: 0, body: null }
    store.insertSource({ ...source, id: ref, kind: 'note', ref, title: ref })
    const found = store.source(COLLECTION, ref)
    if (found === undefined) throw new Error('It is not there')
    const pieces = texts.map((text) => ({ heading: '', text }))
    db.sqlite.transaction(() => store.insertPieces(found, 0, pieces))()
    store.changeSource(found.seq, { state })
  }
  // The shorter a text, the better it fits.
  add('gone', 'deleting', Array<string>(40).fill('A rose.'))
  add('there', 'ready', [
    'A rose of the garden behind the house.',
    'A rose, and some other flowers.',
  ])
  const expression = knowledgeExpression([COLLECTION], 'rose', { isTyped: false }) ?? ''
  const search = (reader: { owner: string; isMember: boolean }) =>
    searchPieces(db, { ...reader, expression, limit: 2 }).map(({ text }) => text)
  expect(search({ owner: OWNER, isMember: false })).toEqual([
    'A rose, and some other flowers.',
    'A rose of the garden behind the house.',
  ])
  expect(search({ owner: 'someone', isMember: true })).toEqual([])
})
