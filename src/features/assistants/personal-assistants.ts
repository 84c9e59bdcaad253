import { archiveName, type PersonalData, textEntry } from '../../core/personal-data.ts'
import type { AssistantStore } from './assistant-store.ts'

/** Own assistants for the archive of their owner, each as a file of JSON. */
export function personalAssistants(store: AssistantStore): PersonalData {
  return {
    kind: 'assistants',
    count: (owner) => store.of([owner]).length,
    async *entries(owner) {
      for (const [index, { owner: _, ...row }] of store.of([owner]).entries()) {
        const name = `assistants/${archiveName(row.name)} ${row.id.slice(-6)}.json`
        const json = `${JSON.stringify(row, null, 1)}\n`
        yield { thing: index + 1, ...(await textEntry(name, row.updatedAt, [json])) }
      }
    },
  }
}
