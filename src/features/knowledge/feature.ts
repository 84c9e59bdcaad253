import { ownerOf, userIdOf } from '../../core/identity/actor.ts'
import { hasExpired } from '../../core/restorable.ts'
import { runTask } from '../../core/tools/tool.ts'
import type { Core } from '../../create-core.ts'
import type { ConversationReader } from '../conversations/conversation-reader.ts'
import type { OpenedFile } from '../files/file-record.ts'
import type { History } from '../history/history.ts'
import type { ScrapeTask } from '../web-pages/scrape-task.ts'
import { Knowledge } from './knowledge.ts'
import { personalKnowledge } from './personal-knowledge.ts'
import { KNOWLEDGE_LANE, Reading } from './reading.ts'
import { RestorableKnowledge } from './restorable-knowledge.ts'
import { knowledgeRoutes } from './routes.ts'
import {
  conversationReader,
  fileReader,
  noteReader,
  pageReader,
  type SourceReaders,
  transcriptReader,
} from './source-readers.ts'
import { knowledgeSourceRoutes } from './source-routes.ts'

/** Time limit of a page. */
const PAGE_SECONDS = 45

interface KnowledgeParts {
  files: { open(token: string): Promise<OpenedFile> }
  history: History
  conversationReader: ConversationReader
  scrapeTask: ScrapeTask
}

/** Collections of what people have, which is read and searched together. */
export function createKnowledge(core: Core, parts: KnowledgeParts) {
  const { stores, runs, db, commits, log, now } = core
  const store = stores.knowledge
  const readers = createReaders(core, parts)
  const reading = new Reading({ store, readers, runs, db, log, now })
  const primary = ownerOf({ kind: 'primary' })
  const knowledge = new Knowledge({
    store,
    reading,
    readers,
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

function createReaders(
  { stores, media, spool, runs, now }: Core,
  { files, history, conversationReader: conversations, scrapeTask }: KnowledgeParts,
): SourceReaders {
  return {
    file: fileReader({
      find: (id) => stores.files.byId(id),
      open: (token) => files.open(token),
      documents: media.documents,
      spool,
      now,
    }),
    page: pageReader((url, context) => {
      const how = { format: 'markdown', render: 'auto', pictures: false } as const
      return runTask(runs, scrapeTask, { url, timeoutSeconds: PAGE_SECONDS, ...how }, context)
    }),
    transcript: transcriptReader((owner, id) => {
      const entry = stores.history.headById(id)
      if (entry?.owner !== owner || entry.kind !== 'transcript') return undefined
      if (hasExpired(entry.expiresAt, now())) return undefined
      const segments = () => {
        const whole = history.get(owner, id)
        return whole.kind === 'transcript' ? whole.data.segments : []
      }
      return { title: entry.title, segments }
    }),
    conversation: conversationReader((owner, id) => {
      const row = stores.conversations.byId(id)
      if (row?.owner !== owner) return undefined
      const [latest] = stores.messages.latest(id, undefined, 1)
      return {
        title: row.title || 'Untitled',
        // An answer grows after its time.
        version: `${row.updatedAt} ${latest?.id} ${latest?.bytes} ${row.title}`,
        messages: () => conversations.newestBranch(id).records,
      }
    }),
    note: noteReader(),
  }
}
