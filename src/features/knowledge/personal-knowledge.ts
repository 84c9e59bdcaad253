import { archiveName, type PersonalData, textEntry } from '../../core/personal-data.ts'
import type { CollectionRow, KnowledgeStore } from './knowledge-store.ts'
import { noteOf } from './source-readers.ts'

/**
 * Collections for the archive of their owner: notes as they are, and of other sources what they are,
 * as the files, conversations and recordings themselves are elsewhere in it.
 */
export function personalKnowledge(store: KnowledgeStore): PersonalData {
  return {
    kind: 'knowledge',
    count: (owner) => store.ofOwner(owner).length,
    async *entries(owner) {
      let thing = 0
      for (const row of store.ofOwner(owner)) {
        thing += 1
        const { id, name, createdAt: at } = row
        const folder = `knowledge/${archiveName(name)} ${id.slice(-6)}`
        yield { thing, ...(await textEntry(`${folder}/collection.json`, at, jsonOf(store, row))) }
        for (const source of store.sources(id)) {
          if (source.kind !== 'note') continue
          const { title, text } = noteOf(source.body ?? '')
          const file = `${folder}/notes/${archiveName(title)} ${source.id.slice(-6)}.md`
          yield { thing, ...(await textEntry(file, source.createdAt, [`# ${title}\n\n${text}\n`])) }
        }
      }
    },
  }
}

function* jsonOf(store: KnowledgeStore, row: CollectionRow): Generator<string> {
  const { name, isShared, createdAt } = row
  const head = { name, shared: isShared, created_at: new Date(createdAt).toISOString() }
  yield `${JSON.stringify(head).slice(0, -1)},"sources":[`
  let separator = ''
  for (const { kind, title, state, createdAt: at } of store.sources(row.id)) {
    const added = new Date(at).toISOString()
    yield `${separator}${JSON.stringify({ kind, title, state, added_at: added })}`
    separator = ',\n'
  }
  yield ']}\n'
}
