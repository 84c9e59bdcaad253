import { archiveName, type PersonalData } from '../../core/personal-data.ts'
import { dayOf } from '../../core/usage/range.ts'
import type { Storage } from '../../storage/contract.ts'
import type { FileStore } from './file-store.ts'

/** Stored files for the archive of their owner. */
export function personalFiles(store: FileStore, storage: Storage, now: () => number): PersonalData {
  return {
    kind: 'files',
    count: (owner) => store.totalsOf(owner, now()).files,
    async *entries(owner) {
      let thing = 0
      for (const id of store.idsOf(owner)) {
        const row = store.byId(id)
        if (row?.state !== 'stored') continue
        thing += 1
        yield {
          thing,
          name: `files/${dayOf(row.createdAt)} ${id.slice(0, 6)} ${archiveName(row.name)}`,
          at: row.createdAt,
          bytes: row.bytes,
          open: async () => (await storage.get(id))?.stream,
        }
      }
    },
  }
}
