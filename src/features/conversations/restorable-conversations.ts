import { archiveName, type PersonalData, textEntry } from '../../core/personal-data.ts'
import type {
  BackupFilter,
  BackupItem,
  BackupSource,
  Restorable,
  RestoredItem,
} from '../../core/restorable.ts'
import { searchExpression } from '../../core/search-expression.ts'
import type { StorageQuota } from '../../core/storage-quota.ts'
import { dayOf } from '../../core/usage/range.ts'
import type { DurableCommits } from '../../db/durable-commits.ts'
import type { Transactor } from '../../db/open.ts'
import type { TimeCursor } from '../../db/time-cursor.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Storage } from '../../storage/contract.ts'
import { type AttachmentContents, keyOf } from './attachment-contents.ts'
import type { ConversationDeletions } from './conversation-deletions.ts'
import type { ConversationReader } from './conversation-reader.ts'
import { type ConversationRow, ConversationStore } from './conversation-store.ts'
import { FolderStore } from './folder-store.ts'
import { MAX_FOLDERS } from './folders.ts'
import { type MessageAttachmentRow, MessageAttachmentStore } from './message-attachment-store.ts'
import { conversationRecord } from './message-record.ts'
import { MessageStepStore } from './message-step-store.ts'
import { type MessageRow, MessageStore } from './message-store.ts'
import { conversationView, markdownOf, messageViews } from './view.ts'

interface PersonalConversationsOptions {
  store: ConversationStore
  folders: FolderStore
  attachmentStore: MessageAttachmentStore
  reader: ConversationReader
  storage: Storage
}

/** Conversations for the archive of their owner: as Markdown, as JSON, and with what is attached. */
export function personalConversations({
  store,
  folders,
  attachmentStore,
  reader,
  storage,
}: PersonalConversationsOptions): PersonalData {
  return {
    kind: 'conversations',
    count: (owner) => store.idsOf(owner).length,
    async *entries(owner) {
      let thing = 0
      for (const id of store.idsOf(owner)) {
        thing += 1
        const row = store.byId(id)
        if (row === undefined) continue
        const { title, updatedAt, folderId } = row
        const inside = folderId === null ? undefined : folders.byId(folderId)?.name
        const name = `${dayOf(updatedAt)} ${archiveName(title || 'Untitled')} ${id.slice(-6)}`
        const parts = inside === undefined ? [] : [archiveName(inside)]
        const folder = ['conversations', ...parts, name].join('/')
        const text = markdownOf(title, reader.newestBranch(id).records)
        yield { thing, ...(await textEntry(`${folder}/conversation.md`, updatedAt, text)) }
        const head = { ...conversationView(conversationRecord(row)), folder: inside ?? null }
        const json = jsonOf(head, reader.all(id).records)
        yield { thing, ...(await textEntry(`${folder}/conversation.json`, updatedAt, json)) }
        const seen = new Set<string>()
        for (const { contentId, createdAt, ...file } of attachmentStore.ofConversation(id)) {
          if (seen.has(contentId)) continue
          seen.add(contentId)
          const key = keyOf(id, contentId, 'file')
          yield {
            thing,
            name: `${folder}/attachments/${seen.size} ${archiveName(file.name)}`,
            at: createdAt,
            bytes: file.bytes,
            open: async () => (await storage.get(key))?.stream,
          }
        }
      }
    },
  }
}

function* jsonOf(head: object, records: Parameters<typeof messageViews>[0]): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"messages":[`
  let separator = ''
  for (const message of messageViews(records)) {
    yield `${separator}${JSON.stringify(message)}`
    separator = ',\n'
  }
  yield ']}\n'
}

interface RestorableConversationsOptions {
  store: ConversationStore
  deletions: Pick<ConversationDeletions, 'finish'>
  folders: FolderStore
  messages: MessageStore
  attachmentStore: MessageAttachmentStore
  messageSteps: MessageStepStore
  contents: AttachmentContents
  quota: StorageQuota
  db: Transactor
  commits: DurableCommits
}

/** Conversations of a backup, with their messages and what is attached to these. */
export class RestorableConversations implements Restorable {
  readonly kind = 'conversations'
  readonly #options: RestorableConversationsOptions

  constructor(options: RestorableConversationsOptions) {
    this.#options = options
  }

  list(
    { db }: BackupSource,
    { owner, search }: BackupFilter,
    limit: number,
    after?: TimeCursor,
  ): BackupItem[] {
    const expression = search === undefined ? undefined : searchExpression(search)
    const attachments = new MessageAttachmentStore(db)
    return new ConversationStore(db)
      .pageOfAll({ owner, search, expression }, limit, after)
      .map(({ id, title, updatedAt, ...row }) => ({
        id,
        owner: row.owner,
        title,
        at: updatedAt,
        isExpired: false,
        isThere: this.isThere(id),
        files: attachments.ofConversation(id).map(fileOf),
      }))
  }

  isThere(id: string): boolean {
    return this.#options.store.byId(id) !== undefined
  }

  ownerOf({ db }: BackupSource, id: string): string | undefined {
    return new ConversationStore(db).byId(id)?.owner
  }

  async restore(source: BackupSource, id: string): Promise<RestoredItem | undefined> {
    const { store, deletions, quota, contents, db, commits } = this.#options
    const row = new ConversationStore(source.db).byId(id)
    if (row === undefined) return undefined
    const requireNew = () => {
      if (this.isThere(id)) throw new AppError('conflict', 'This conversation is there already')
    }
    requireNew()
    await deletions.finish(id)
    const attached = new MessageAttachmentStore(source.db).ofConversation(id)
    const contentBytes = new Map(attached.map(({ contentId, bytes }) => [contentId, bytes]))
    const sum = [...contentBytes.values()].reduce((total, bytes) => total + bytes, 0)
    using _ = quota.reserve(row.owner, sum)
    const contentIds = [...contentBytes.keys()]
    try {
      const lost = new Set<string>()
      for (const contentId of contentIds)
        if (!(await contents.restore({ conversationId: id, contentId }, source.file)))
          lost.add(contentId)
      db.transaction(() => {
        requireNew()
        store.insert({ ...row, folderId: this.#folderOf(source.db, row) })
        this.#insertMessages(source.db, id, attached)
      })
      await commits.flush()
      const names = attached.filter(({ contentId }) => lost.has(contentId)).map(({ name }) => name)
      return { lost: names }
    } finally {
      // Bytes without a row are removed with the next strays.
      contents.settle(contentIds)
    }
  }

  /** The folder that a conversation was in, made again where it is gone and there is room. */
  #folderOf(
    db: BackupSource['db'],
    { folderId, owner }: Pick<ConversationRow, 'folderId' | 'owner'>,
  ): string | null {
    if (folderId === null) return null
    const { folders } = this.#options
    const there = folders.byId(folderId)
    if (there !== undefined) return there.owner === owner ? folderId : null
    const row = new FolderStore(db).byId(folderId)
    if (row?.owner !== owner || folders.countOf(owner) >= MAX_FOLDERS) return null
    folders.insert(row)
    return folderId
  }

  /** In a transaction. Ids stay, unless somebody else has one. */
  #insertMessages(
    db: BackupSource['db'],
    conversationId: string,
    attached: readonly MessageAttachmentRow[],
  ): void {
    const { messages, attachmentStore, messageSteps } = this.#options
    const backup = new MessageStore(db)
    const steps = new MessageStepStore(db)
    const ids = new Map(
      backup
        .nodes(conversationId)
        .map(({ id }) => [id, messages.byId(id) === undefined ? id : randomId('msg_')]),
    )
    const idOf = (id: string) => ids.get(id) ?? id
    for (const id of ids.keys()) {
      const row = backup.byId(id)
      if (row === undefined) continue
      const { seq: _, ...message } = ended(row)
      const names = attached.filter(({ messageId }) => messageId === id).map(({ name }) => name)
      messages.insert(
        { ...message, id: idOf(id), parentId: row.parentId === null ? null : idOf(row.parentId) },
        names,
      )
      for (const step of steps.ofMessage(id)) messageSteps.put({ ...step, messageId: idOf(id) })
    }
    attachmentStore.insert(
      attached.map((row) => ({
        ...row,
        id: attachmentStore.isTaken(row.id) ? randomId('att_') : row.id,
        messageId: idOf(row.messageId),
      })),
    )
  }
}

/** An answer that was coming when the backup was made comes no more. */
function ended(row: MessageRow): MessageRow {
  if (row.status !== 'waiting' && row.status !== 'running') return row
  return { ...row, status: 'interrupted', finishedAt: row.createdAt }
}

function fileOf({ conversationId, contentId }: MessageAttachmentRow): string {
  return `attachments/${keyOf(conversationId, contentId, 'file')}`
}
