import type { Audit, AuditActor } from '../../core/audit/audit.ts'
import type { Caller } from '../../core/caller.ts'
import { userIdOf } from '../../core/identity/actor.ts'
import type { UserStore } from '../../core/identity/user-store.ts'
import { findMember, nameOf, readerName } from '../../core/identity/users.ts'
import type { Transactor } from '../../db/open.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId, randomText, sha256 } from '../../platform/ids.ts'
import type { AttachmentContents, OpenedAttachment } from './attachment-contents.ts'
import type { ConversationReader, MessageSequence } from './conversation-reader.ts'
import type { MessageAttachmentStore } from './message-attachment-store.ts'
import { latestLeaf, pathTo } from './message-record.ts'
import type { MessageStore } from './message-store.ts'
import type { ShareRow, ShareStore } from './share-store.ts'

/** Shares of one conversation. @limit conversation-shares count */
export const MAX_SHARES = 50
/** Conversations that are shared with one member and listed, the newest. @limit shared-conversations count */
export const MAX_SHARED_WITH_ME = 200
/** @limit share-link-days days */
export const MAX_LINK_DAYS = 90
const DEFAULT_LINK_DAYS = 7
/** 192 random bits. */
const TOKEN_BYTES = 24
const DAY_MS = 24 * 60 * 60_000

interface SharesOptions {
  shares: ShareStore
  users: UserStore
  messages: MessageStore
  attachmentStore: MessageAttachmentStore
  reader: ConversationReader
  contents: AttachmentContents
  audit: Audit
  db: Transactor
  /** Whether links for anyone are allowed. */
  allowsLinks: boolean
  /** UTC milliseconds. */
  now: () => number
}

/** A share as the owner of the conversation sees it. */
export interface Share extends ShareRow {
  /** Name of the member; undefined for a link. */
  memberName: string | undefined
}

/** A share as its readers see it. */
export interface SharedConversation extends ShareRow {
  /** Name of the owner. */
  from: string | null
  /** Whether it is the account of the Primary Key, which has no name of its own. */
  isFromPrimary: boolean
}

export interface NewShare {
  /** The e-mail address or name of a member; undefined for a link. */
  member: string | undefined
  /** The last message that is shared; by default the newest. */
  messageId: string | undefined
  hasFiles: boolean
  /** Undefined for a share with a member that stays. */
  days: number | undefined
}

/**
 * Conversations that are read by others than their owner, as they were when they were shared: the
 * messages of one branch up to one of them, which nothing changes later.
 */
export class Shares {
  readonly #options: SharesOptions

  constructor(options: SharesOptions) {
    this.#options = options
  }

  get allowsLinks(): boolean {
    return this.#options.allowsLinks
  }

  /** @throws {AppError} `not_found` */
  list(caller: Caller, conversationId: string): Share[] {
    const { reader, shares, now } = this.#options
    reader.own(caller, conversationId)
    return shares
      .ofConversation(caller.owner, conversationId, now())
      .filter(({ share }) => share.tokenHash === null || this.allowsLinks)
      .map(({ share, member }) => ({
        ...share,
        memberName: member ? readerName(member) : undefined,
      }))
  }

  /**
   * Shares a branch of a conversation as it is now.
   *
   * @returns The share, and the token of a link, which nobody can find out later
   * @throws {AppError} `not_found`; `forbidden` where links are not allowed; `conflict` for one more than
   * a conversation may have, and while its last answer is not whole; `invalid` for no such member
   */
  create(
    caller: Caller,
    conversationId: string,
    { member, messageId, hasFiles, days }: NewShare,
    auditActor: AuditActor,
  ): { share: Share; token: string | undefined } {
    const { reader, shares, users, audit, db, now } = this.#options
    const conversation = reader.own(caller, conversationId)
    if (member === undefined && !this.allowsLinks)
      throw new AppError(
        'forbidden',
        'Share with a member instead: links are off here, and the owner of this service allows them with SHARE_LINKS=on',
      )
    const last = this.#lastOf(conversationId, messageId)
    const reads = member === undefined ? undefined : findMember(users, member, caller.owner)
    const token = reads === undefined ? randomText(TOKEN_BYTES) : undefined
    const lasts = days ?? (reads === undefined ? DEFAULT_LINK_DAYS : undefined)
    const at = now()
    const row: ShareRow = {
      id: randomId('shr_'),
      conversationId,
      owner: caller.owner,
      title: conversation.title,
      messageId: last,
      memberId: reads?.id ?? null,
      tokenHash: token === undefined ? null : sha256(token),
      hasFiles,
      createdAt: at,
      expiresAt: lasts === undefined ? null : at + lasts * DAY_MS,
    }
    const memberName = reads && readerName(reads)
    db.transaction(() => {
      if (reads !== undefined) shares.deleteWith(reads.id, conversationId)
      if (shares.ofConversation(caller.owner, conversationId, at).length >= MAX_SHARES)
        throw new AppError('conflict', `End a share first: this conversation has ${MAX_SHARES}`)
      shares.insert(row)
      const after = { with: reads === undefined ? 'link' : nameOf(reads) }
      audit.record(auditActor, { action: 'conversation.share', subject: row.id, after })
    })
    return { share: { ...row, memberName }, token }
  }

  /** Ends a share at once. @throws {AppError} `not_found` */
  end(caller: Caller, conversationId: string, id: string, auditActor: AuditActor): void {
    const { reader, shares, audit, db } = this.#options
    reader.own(caller, conversationId)
    db.transaction(() => {
      if (!shares.delete(caller.owner, conversationId, id)) throw noShare()
      audit.record(auditActor, { action: 'conversation.unshare', subject: id })
    })
  }

  /** What others share with an account, the newest first. */
  sharedWith(accountId: string): SharedConversation[] {
    const { shares, now } = this.#options
    return shares
      .ofMember(accountId, now(), MAX_SHARED_WITH_ME)
      .map((row) => ({ ...row, ...this.#sharedBy(row.owner) }))
  }

  countSharedWith(accountId: string): number {
    return this.#options.shares.countOfMember(accountId, this.#options.now())
  }

  /** Takes a share from the list of whom it is with. @throws {AppError} `not_found` */
  leave(accountId: string, id: string): void {
    if (!this.#options.shares.deleteOfMember(accountId, id)) throw noShare()
  }

  /** @throws {AppError} `not_found` for a share with somebody else, and one that has ended */
  forMember(accountId: string, id: string): SharedConversation {
    return this.#found(this.#options.shares.findOfMember(accountId, id, this.#options.now()))
  }

  /** @throws {AppError} `not_found` for a token of no link, and of one that has ended */
  forToken(token: string): SharedConversation {
    const { shares, now } = this.#options
    return this.#found(this.allowsLinks ? shares.byTokenHash(sha256(token), now()) : undefined)
  }

  /** The messages that are shared, the first first. */
  messages({ conversationId, messageId }: ShareRow): MessageSequence {
    return this.#options.reader.branch(conversationId, messageId)
  }

  /** @throws {AppError} `not_found` for what is not attached to a shared message, or not shared */
  async attachment(
    { conversationId, messageId, hasFiles }: ShareRow,
    id: string,
    part: 'file' | 'picture',
  ): Promise<OpenedAttachment> {
    const { messages, attachmentStore, contents } = this.#options
    const row = hasFiles ? attachmentStore.find(conversationId, id) : undefined
    const path = row && pathTo(messages.nodes(conversationId), messageId)
    if (row === undefined || !path?.some((node) => node.id === row.messageId))
      throw new AppError('not_found', 'There is no such attachment in what is shared')
    return await contents.open(row, part)
  }

  /** Called periodically. */
  sweep(): void {
    this.#options.shares.deleteExpired(this.#options.now())
  }

  /** @returns The id of the last message that is shared */
  #lastOf(conversationId: string, messageId: string | undefined): string {
    const { messages } = this.#options
    const nodes = messages.nodes(conversationId)
    const last =
      messageId === undefined ? latestLeaf(nodes) : nodes.find(({ id }) => id === messageId)
    if (last === undefined)
      throw messageId === undefined
        ? new AppError('conflict', 'Write something first: there is nothing to share yet')
        : new AppError('not_found', 'There is no such message in this conversation')
    const status = messages.byId(last.id)?.status
    if (status === 'waiting' || status === 'running')
      throw new AppError('conflict', 'Wait until the answer is finished, or stop it')
    return last.id
  }

  #found(row: ShareRow | undefined): SharedConversation {
    if (row === undefined) throw noShare()
    return { ...row, ...this.#sharedBy(row.owner) }
  }

  /** No name for one who has none: an e-mail address is not for others to know. */
  #sharedBy(owner: string): Pick<SharedConversation, 'from' | 'isFromPrimary'> {
    const id = userIdOf(owner)
    const user = id === undefined ? undefined : this.#options.users.byId(id)
    return user === undefined
      ? { from: 'the owner of this service', isFromPrimary: true }
      : { from: user.name, isFromPrimary: false }
  }
}

function noShare(): AppError {
  return new AppError('not_found', 'This is not shared, or not any more')
}
