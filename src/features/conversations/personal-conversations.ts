import { archiveName, type PersonalData, textEntry } from '../../core/personal-data.ts'
import { dayOf } from '../../core/usage/range.ts'
import type { Storage } from '../../storage/contract.ts'
import { keyOf } from './attachment-contents.ts'
import type { ConversationReader } from './conversation-reader.ts'
import type { ConversationStore } from './conversation-store.ts'
import type { FolderStore } from './folder-store.ts'
import type { MessageAttachmentStore } from './message-attachment-store.ts'
import { conversationRecord } from './message-record.ts'
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
