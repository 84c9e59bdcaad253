import type { Caller } from '../../core/caller.ts'
import { userIdOf } from '../../core/identity/actor.ts'
import type { EventStreams } from '../../core/tasks/event-streams.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import type { Assistants } from '../assistants/assistants.ts'
import type { AttachmentContents, OpenedAttachment } from './attachment-contents.ts'
import { type ConversationDeletions, stillDeleting } from './conversation-deletions.ts'
import type { ConversationFeeds } from './conversation-feed.ts'
import type { ConversationReader, MessagePage, MessageSequence } from './conversation-reader.ts'
import type { ConversationRow, ConversationStore } from './conversation-store.ts'
import type { FolderStore } from './folder-store.ts'
import type { MessageAttachmentStore } from './message-attachment-store.ts'
import {
  type ConversationRecord,
  conversationRecord,
  idFor,
  type NumberedEvent,
} from './message-record.ts'
import type { ReplyRuns } from './reply-runs.ts'
import type { ShareStore } from './share-store.ts'

interface ConversationsOptions {
  store: ConversationStore
  deletions: ConversationDeletions
  folders: FolderStore
  shares: ShareStore
  attachmentStore: MessageAttachmentStore
  db: Transactor
  reader: ConversationReader
  replies: ReplyRuns
  feeds: ConversationFeeds
  streams: EventStreams
  contents: AttachmentContents
  assistants: Pick<Assistants, 'find'>
  now: () => number
}

/** A conversation with a page of its messages. */
export interface ConversationPage {
  conversation: ConversationRecord
  page: MessagePage
  /** A watcher who goes on after it misses nothing. */
  lastEventId: string
}

interface ConversationChange {
  title?: string | undefined
  pinned?: boolean | undefined
  /** Null for none. */
  folderId?: string | null | undefined
  /** Tools that are called without a question. */
  allowedTools?: readonly string[] | undefined
  /** Null for none. */
  assistantId?: string | null | undefined
}

/** The conversations that are kept for their owners. Nobody else can read them, but by a share. */
export class Conversations {
  readonly kind = 'conversations'
  readonly #options: ConversationsOptions

  constructor(options: ConversationsOptions) {
    this.#options = options
  }

  /** @param key The caller's own name for it: sent again, it makes no second one */
  create(
    caller: Caller,
    { title, assistantId }: Pick<ConversationChange, 'title' | 'assistantId'>,
    key?: string,
  ): ConversationRecord {
    const { store, now } = this.#options
    const { owner } = caller
    this.#requireAssistant(caller, assistantId)
    const at = now()
    const id = idFor('cnv_', [owner], key)
    const earlier = key === undefined ? undefined : store.byId(id)
    if (earlier !== undefined) return conversationRecord(earlier)
    if (key !== undefined && store.isDeleted(id)) throw stillDeleting()
    const row: ConversationRow = {
      id,
      owner,
      title: title ?? '',
      isTitled: title !== undefined,
      pinnedAt: null,
      assistantId: assistantId ?? null,
      allowedTools: [],
      folderId: null,
      createdAt: at,
      updatedAt: at,
    }
    store.insert(row)
    return conversationRecord(row)
  }

  /**
   * The newest messages, or those before a cursor.
   *
   * @throws {AppError} `not_found`; `invalid` for a cursor of another list
   */
  get(caller: Caller, id: string, limit?: number, cursor?: string): ConversationPage {
    const { reader, feeds } = this.#options
    const conversation = conversationRecord(reader.own(caller, id))
    return { conversation, page: reader.page(id, limit, cursor), lastEventId: feeds.lastId(id) }
  }

  /**
   * All messages, or the branch that ends with the newest one.
   *
   * @throws {AppError} `not_found`
   */
  export(
    caller: Caller,
    id: string,
    part: 'all' | 'newest branch',
  ): { conversation: ConversationRecord; messages: MessageSequence } {
    const { reader } = this.#options
    const conversation = conversationRecord(reader.own(caller, id))
    return { conversation, messages: part === 'all' ? reader.all(id) : reader.newestBranch(id) }
  }

  /** @throws {AppError} `not_found`; `invalid` for a folder that the caller does not have */
  change(
    caller: Caller,
    id: string,
    { title, pinned, folderId, allowedTools, assistantId }: ConversationChange,
  ): ConversationRecord {
    const { store, folders, feeds, now } = this.#options
    if (folderId && folders.byId(folderId)?.owner !== caller.owner)
      throw new AppError('invalid', 'Cannot use folder_id: you have no folder with this id', {
        param: 'folder_id',
      })
    const before = this.#options.reader.own(caller, id)
    this.#requireAssistant(caller, assistantId)
    const change = {
      ...(title === undefined ? {} : { title, isTitled: true }),
      ...(pinned === undefined ? {} : { pinnedAt: pinned ? (before.pinnedAt ?? now()) : null }),
      ...(allowedTools === undefined ? {} : { allowedTools }),
      ...(assistantId === undefined ? {} : { assistantId }),
      ...(folderId === undefined ? {} : { folderId }),
    }
    if (Object.keys(change).length === 0) return conversationRecord(before)
    store.update(id, change)
    const conversation = conversationRecord({ ...before, ...change })
    feeds.publish(id, { type: 'conversation', conversation })
    return conversation
  }

  /** @throws {AppError} `invalid` for one that the caller may not use */
  #requireAssistant(caller: Caller, id: string | null | undefined): void {
    if (id == null || this.#options.assistants.find(caller, id) !== undefined) return
    throw new AppError('invalid', 'There is no such assistant', { param: 'assistant_id' })
  }

  /**
   * Deletes a conversation and ends its answers; of a long one, the messages are erased a little later.
   *
   * @throws {AppError} `not_found`
   */
  async delete(caller: Caller, id: string): Promise<void> {
    this.#options.reader.own(caller, id)
    const { db, deletions, shares, replies, contents, feeds } = this.#options
    await replies.stopConversation(id)
    const isErased = db.transaction(() => {
      shares.deleteOfConversation(id)
      return deletions.delete(id)
    })
    feeds.publish(id, { type: 'deleted' })
    if (isErased) await contents.removeConversations([id])
    else await deletions.erase(id)
  }

  /** Deletes all of an owner's. Called in a transaction. */
  deleteOwned(owner: string) {
    const { store, folders, shares, deletions, replies, feeds } = this.#options
    const ids = store.idsOf(owner)
    folders.deleteOwned(owner)
    shares.deleteOwned(owner, userIdOf(owner))
    for (const id of ids) store.markDeleted(id)
    return {
      count: ids.length,
      afterwards: async () => {
        await Promise.all(ids.map((id) => replies.stopConversation(id)))
        for (const id of ids) feeds.publish(id, { type: 'deleted' })
        deletions.start()
      },
    }
  }

  /**
   * An attachment for the owner of its conversation.
   *
   * @param part The file as it came, or its first picture as a model gets it
   * @throws {AppError} `not_found`
   */
  async attachment(
    caller: Caller,
    conversationId: string,
    id: string,
    part: 'file' | 'picture',
  ): Promise<OpenedAttachment> {
    const { attachmentStore, contents } = this.#options
    this.#options.reader.own(caller, conversationId)
    const row = attachmentStore.find(conversationId, id)
    if (row === undefined)
      throw new AppError('not_found', 'There is no such attachment in this conversation')
    return await contents.open(row, part)
  }

  /**
   * What happens in a conversation, from now or from an earlier event on.
   *
   * @param after Id of the last event that the watcher knows; without it, a snapshot comes first
   * @param limit Messages of the snapshot, the newest; by default a whole page
   * @returns The events, and what must be called at their end
   * @throws {AppError} `not_found`; `busy` when the owner watches too much
   */
  watch(
    caller: Caller,
    id: string,
    after: string | undefined,
    limit?: number,
  ): { events: AsyncGenerator<NumberedEvent>; close: () => void } {
    const { feeds, streams } = this.#options
    this.#options.reader.own(caller, id)
    const release = streams.open(caller.owner)
    const abort = new AbortController()
    const snapshot = () => this.#options.reader.snapshot(id, limit)
    const events = feeds.watch(id, after, snapshot, abort.signal)
    return {
      events,
      close: () => {
        abort.abort()
        release()
      },
    }
  }
}
