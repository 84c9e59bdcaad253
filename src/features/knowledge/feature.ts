import { ownerOf, userIdOf } from '../../core/identity/actor.ts'
import { archiveName, type PersonalData, textEntry } from '../../core/personal-data.ts'
import { hasExpired, type Restorable } from '../../core/restorable.ts'
import { RestorableRows } from '../../core/restorable-rows.ts'
import { runTask } from '../../core/tools/tool.ts'
import type { Core } from '../../create-core.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { ConversationReader } from '../conversations/conversation-reader.ts'
import type { OpenedFile } from '../files/file-record.ts'
import type { History } from '../history/history.ts'
import type { ScrapeTask } from '../web-pages/scrape-task.ts'
import { Embedding, type VectorModelsOfService } from './embedding.ts'
import { requireFolder } from './folder-walk.ts'
import { Knowledge } from './knowledge.ts'
import { type CollectionRow, KnowledgeStore } from './knowledge-store.ts'
import { localFileReader } from './local-files.ts'
import { knowledgeOriginalRoutes } from './original-routes.ts'
import { PAGE_LANE, PAGE_LANE_WIDTH, pageTask } from './page-task.ts'
import { KNOWLEDGE_LANE, MARKED_ROWS, Reading } from './reading.ts'
import { knowledgeMemberRoutes, knowledgeRoutes } from './routes.ts'
import {
  conversationReader,
  type DrawPage,
  fileReader,
  noteOf,
  noteReader,
  pageReader,
  type SourceReaders,
  transcriptReader,
} from './source-readers.ts'
import { knowledgeSourceRoutes } from './source-routes.ts'
import { searchKnowledgeTool } from './tools.ts'
import { WatchedFolders } from './watched-folders.ts'

/**
 * Collections for the archive of their owner: notes as they are, and of other sources what they are,
 * as the files, conversations and recordings themselves are elsewhere in it.
 */
function personalKnowledge(store: KnowledgeStore): PersonalData {
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

/** Time limit of a page. */
const PAGE_SECONDS = 45

interface KnowledgeParts {
  files: { open(token: string): Promise<OpenedFile> }
  history: History
  conversationReader: ConversationReader
  scrapeTask: ScrapeTask
  embedder: VectorModelsOfService
}

/** Collections of what people have, which is read and searched together. */
export function createKnowledge(core: Core, parts: KnowledgeParts) {
  const { stores, runs, queue, db, users, ownPaths, log, now } = core
  const { knowledge: store, knowledgeVectors: vectors } = stores
  const { embedder } = parts
  const { draw, ...others } = createReaders(core, parts)
  const primary = ownerOf({ kind: 'primary' })
  const mayRead = (owner: string) => {
    const userId = userIdOf(owner)
    return userId === undefined ? owner === primary : users.isAdmin(userId)
  }
  const localFiles = localFileReader({
    folderOf(collectionId) {
      const row = store.byId(collectionId)
      if (row === undefined || row.folder === null || !mayRead(row.owner))
        throw new AppError('not_found', 'There is no such folder')
      return row.folder.path
    },
    denied: ownPaths,
    documents: core.media.documents,
    spool: core.spool,
  })
  const readers = { ...others, local_file: localFiles }
  const reading = new Reading({ store, readers, runs, db, log, now })
  const folders = new WatchedFolders({ store, reading, mayRead, denied: ownPaths, db, log, now })
  const embedding = new Embedding({ store, vectors, embedder, queue, db, log })
  const knowledge = new Knowledge({
    store,
    vectors,
    reading,
    embedding,
    readers,
    drawPage: draw,
    localFiles,
    folders,
    requireFolder: (path) => requireFolder(path, ownPaths),
    isMember: (owner) => owner === primary || userIdOf(owner) !== undefined,
    audit: core.audit,
    ownerName: core.ownerName,
    db,
    now,
  })
  const page = pageTask((...asked) => knowledge.drawPage(...asked))
  const openFile = async (ref: string) => {
    const file = stores.files.byId(ref)
    return file === undefined ? undefined : await parts.files.open(file.token)
  }
  const services = { ...core, knowledge, page, openFile, localFiles }
  return {
    name: 'knowledge',
    tasks: [reading.task, page],
    tools: [searchKnowledgeTool(knowledge)],
    lanes: { [KNOWLEDGE_LANE]: 1, [PAGE_LANE]: PAGE_LANE_WIDTH },
    sweeps: [reading, folders, embedding],
    checks: [folders.check],
    ownedData: [knowledge],
    personalData: [personalKnowledge(store)],
    restorables: [restorableKnowledge(core, reading)],
    recovered() {
      reading.recover()
      folders.sweep()
    },
    stop: () => Promise.all([folders.stop(), reading.stop(), embedding.stop()]),
    routes: () => [
      knowledgeRoutes(services),
      knowledgeSourceRoutes(services),
      knowledgeMemberRoutes(services),
      knowledgeOriginalRoutes(services),
    ],
    knowledge,
    reading,
    folders,
    embedding,
  }
}

/** Collections of a backup. What is in them is read again, as far as it is there. */
function restorableKnowledge({ stores, users, db, commits }: Core, reading: Reading): Restorable {
  const { knowledge } = stores
  return new RestorableRows({
    kind: 'knowledge',
    store: knowledge,
    storeOf: (backup) => new KnowledgeStore(backup),
    titleOf: ({ name }) => name,
    timeOf: ({ createdAt }) => createdAt,
    insert(row, backup) {
      // What it had when it was deleted must not come back with it.
      while (knowledge.markDeleted(MARKED_ROWS));
      knowledge.insertCollection(row)
      for (const share of backup.sharesOf(row.id)) {
        const userId = userIdOf(share.reader)
        if (userId !== undefined && users.exists(userId))
          knowledge.insertShare({ ...share, id: randomId('kns_') })
      }
      for (const source of backup.sources(row.id)) {
        // One that is still being deleted has its id.
        knowledge.insertSource({ ...source, id: randomId('kns_') })
      }
    },
    async onRestored() {
      await commits.flush()
      reading.start()
    },
    db,
  })
}

function createReaders(
  { stores, media, spool, runs, now }: Core,
  { files, history, conversationReader: conversations, scrapeTask }: KnowledgeParts,
): Omit<SourceReaders, 'local_file'> & { draw: DrawPage } {
  const file = fileReader({
    find: (id) => stores.files.byId(id),
    open: (token) => files.open(token),
    documents: media.documents,
    spool,
    now,
  })
  return {
    file,
    draw: file.draw,
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
