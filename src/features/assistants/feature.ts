import type { Core } from '../../create-core.ts'
import { Assistants } from './assistants.ts'
import { personalAssistants } from './personal-assistants.ts'
import { RestorableAssistants } from './restorable-assistants.ts'
import { assistantRoutes } from './routes.ts'

/** Assistants: instructions, a model and tools under a name, for chats and for apps. */
export function createAssistants(core: Core) {
  const { stores, db, audit, now } = core
  const store = stores.assistants
  const personOfKey = (id: string) => stores.keys.byId(id)?.userId
  const assistants = new Assistants({ store, personOfKey, db, audit, now })
  return {
    name: 'assistants',
    ownedData: [assistants],
    personalData: [personalAssistants(store)],
    restorables: [new RestorableAssistants({ store, db })],
    routes: () => [assistantRoutes({ ...core, assistants })],
    assistants,
  }
}
