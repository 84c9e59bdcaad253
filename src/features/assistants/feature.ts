import { archiveName, type PersonalData, textEntry } from '../../core/personal-data.ts'
import { RestorableRows } from '../../core/restorable-rows.ts'
import type { Core } from '../../create-core.ts'
import { AppError } from '../../platform/errors.ts'
import { AssistantStore } from './assistant-store.ts'
import { Assistants } from './assistants.ts'
import { assistantRoutes } from './routes.ts'
import { savedTextRoutes } from './saved-text-routes.ts'
import { SavedTextStore } from './saved-text-store.ts'
import { SavedTexts } from './saved-texts.ts'

/** Assistants, saved prompts, and the own instructions for all chats. */
export function createAssistants(core: Core) {
  const { stores, db, audit, now } = core
  const personOfKey = (id: string) => stores.keys.byId(id)?.userId
  const common = { personOfKey, db, audit, now }
  const assistants = new Assistants({ store: stores.assistants, ...common })
  const savedTexts = new SavedTexts({ store: stores.savedTexts, ...common })
  return {
    name: 'assistants',
    ownedData: [assistants, savedTexts],
    personalData: [
      personalRows('assistants', (owner) => stores.assistants.of([owner])),
      personalRows('prompts', (owner) =>
        stores.savedTexts.allOf(owner).map((row) => ({ ...row, name: titleOf(row) })),
      ),
    ],
    restorables: [
      new RestorableRows({
        kind: 'assistants',
        store: stores.assistants,
        storeOf: (source) => new AssistantStore(source),
        titleOf: ({ name }) => name,
        timeOf: ({ updatedAt }) => updatedAt,
        insert: (row) => {
          if (stores.assistants.bySlug(row.slug, row.owner) !== undefined)
            throw new AppError('conflict', `Another one is called ${row.slug}: rename it first`)
          stores.assistants.insert(row)
        },
        db,
      }),
      new RestorableRows({
        kind: 'prompts',
        store: stores.savedTexts,
        storeOf: (source) => new SavedTextStore(source),
        titleOf,
        timeOf: ({ updatedAt }) => updatedAt,
        insert: (row) => {
          const { owner, kind } = row
          if (kind === 'instructions' && stores.savedTexts.of([owner], kind).length > 0)
            throw new AppError('conflict', 'There are other instructions: empty them first')
          stores.savedTexts.put(row)
        },
        db,
      }),
    ],
    routes: () => [
      assistantRoutes({ ...core, assistants }),
      savedTextRoutes({ ...core, savedTexts }),
    ],
    assistants,
    savedTexts,
  }
}

/** Rows of a person for their archive, each as a file of JSON. */
function personalRows(
  kind: string,
  rowsOf: (
    owner: string,
  ) => readonly { id: string; owner: string; name: string; updatedAt: number }[],
): PersonalData {
  return {
    kind,
    count: (owner) => rowsOf(owner).length,
    async *entries(owner) {
      for (const [index, { owner: _, ...row }] of rowsOf(owner).entries()) {
        const name = `${kind}/${archiveName(row.name)} ${row.id.slice(-6)}.json`
        const json = `${JSON.stringify(row, null, 1)}\n`
        yield { thing: index + 1, ...(await textEntry(name, row.updatedAt, [json])) }
      }
    },
  }
}

function titleOf({ kind, name }: { kind: string; name: string }): string {
  return kind === 'instructions' ? 'Own instructions' : name
}
