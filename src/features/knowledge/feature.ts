import { ownerOf, userIdOf } from '../../core/identity/actor.ts'
import type { Core } from '../../create-core.ts'
import { sha256 } from '../../platform/ids.ts'
import type { OpenedFile } from '../files/file-record.ts'
import { Knowledge } from './knowledge.ts'
import { personalKnowledge } from './personal-knowledge.ts'
import { KNOWLEDGE_LANE, Reading } from './reading.ts'
import { RestorableKnowledge } from './restorable-knowledge.ts'
import { knowledgeRoutes } from './routes.ts'
import { fileReader, noteReader } from './source-readers.ts'
import { knowledgeSourceRoutes } from './source-routes.ts'

interface KnowledgeParts {
  files: {
    get(owner: string, token: string): { name: string }
    open(token: string): Promise<OpenedFile>
  }
}

/** Collections of files and notes, which are searched together. */
export function createKnowledge(core: Core, { files }: KnowledgeParts) {
  const { stores, media, spool, runs, db, commits, log, now } = core
  const store = stores.knowledge
  const readers = {
    file: fileReader({
      find: (id) => stores.files.byId(id),
      open: (token) => files.open(token),
      documents: media.documents,
      spool,
      now,
    }),
    note: noteReader(),
  }
  const reading = new Reading({ store, readers, runs, db, log, now })
  const primary = ownerOf({ kind: 'primary' })
  const knowledge = new Knowledge({
    store,
    reading,
    fileOf: (owner, token) => ({ title: files.get(owner, token).name, id: sha256(token) }),
    isMember: (owner) => owner === primary || userIdOf(owner) !== undefined,
    db,
    now,
  })
  const services = { ...core, knowledge }
  return {
    name: 'knowledge',
    tasks: [reading.task],
    lanes: { [KNOWLEDGE_LANE]: 1 },
    sweeps: [reading],
    ownedData: [knowledge],
    personalData: [personalKnowledge(store)],
    restorables: [new RestorableKnowledge({ store, reading, db, commits })],
    recovered: () => reading.recover(),
    stop: () => reading.stop(),
    routes: () => [knowledgeRoutes(services), knowledgeSourceRoutes(services)],
    knowledge,
    reading,
  }
}
