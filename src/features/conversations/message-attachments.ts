import { type Static, Type } from '@sinclair/typebox'
import {
  ATTACHMENT_LANE,
  AttachmentReport,
  AttachmentSource,
  MAX_ATTACHMENTS,
  PREPARATION_MS,
  type RequestedAttachment,
} from '../../core/attachments/attachment.ts'
import type { AttachmentIntake } from '../../core/attachments/intake.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import type { Caller } from '../../core/caller.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import { AppError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { AttachmentContents } from './attachment-contents.ts'
import type { MessageAttachmentRow, MessageAttachmentStore } from './message-attachment-store.ts'

const Input = Type.Object({
  conversationId: Type.String(),
  sources: Type.Array(AttachmentSource),
})

/** An attachment whose bytes are kept. */
const StoredAttachment = Type.Object({
  contentId: Type.String(),
  mediaType: Type.String(),
  bytes: Type.Integer(),
  pictures: Type.Integer(),
  report: AttachmentReport,
})
type StoredAttachment = Static<typeof StoredAttachment>

interface AttachmentTaskOptions {
  preparation: AttachmentPreparation
  contents: AttachmentContents
}

/**
 * Reads the attachments of a message before it is sent, and keeps them with their conversation. Who
 * gets the result writes their rows, or drops them.
 */
export function attachmentTask({ preparation, contents }: AttachmentTaskOptions) {
  return defineTask({
    kind: 'conversation-attachments',
    idPrefix: 'cna_',
    lanes: [ATTACHMENT_LANE],
    laneDeadlineMs: { [ATTACHMENT_LANE]: PREPARATION_MS },
    admission: 'model',
    input: Input,
    result: Type.Object({ attachments: Type.Array(StoredAttachment) }),
    async run({ conversationId, sources }, context) {
      const kept: { contentId: string; mediaType: string; bytes: number }[] = []
      try {
        const prepared = await preparation.prepare(sources, context, async (file) => {
          kept.push({ ...(await contents.keep(conversationId, file)), bytes: file.bytes })
        })
        const attachments: StoredAttachment[] = []
        for (const [index, one] of prepared.entries()) {
          const file = kept[index]
          if (file === undefined) throw new Error('An attachment was read and not kept')
          await contents.keepPrepared(conversationId, file.contentId, one)
          attachments.push({ ...file, pictures: one.images.length, report: one.report })
        }
        context.signal.throwIfAborted()
        return { attachments }
      } catch (error) {
        await contents.drop(
          conversationId,
          kept.map(({ contentId }) => contentId),
        )
        throw error
      }
    },
  })
}
type AttachmentTask = ReturnType<typeof attachmentTask>

/** An attachment of a new message; `earlier` is one of another message of the conversation. */
export type NewAttachment =
  | RequestedAttachment
  | { field: string; type: 'earlier'; attachmentId: string }

/** An attachment that its message is not written of yet. */
export type UnsentAttachment = Omit<MessageAttachmentRow, 'messageId' | 'position'>

interface MessageAttachmentsOptions {
  store: MessageAttachmentStore
  contents: AttachmentContents
  intake: AttachmentIntake
  task: AttachmentTask
  runs: Runs
  /** @throws {AppError} `quota_exceeded` for an owner who keeps too much */
  requireRoom: (owner: string) => void
  now: () => number
}

/** Takes in and reads the attachments of messages before these are sent. */
export class MessageAttachments {
  readonly #options: MessageAttachmentsOptions

  constructor(options: MessageAttachmentsOptions) {
    this.#options = options
  }

  /**
   * Reads attachments and keeps their bytes. Call {@link settle} at the end.
   *
   * @param signal Fires when the client has left
   * @throws {AppError} what the intake and the preparation throw, by the place in the request
   */
  async prepare(
    caller: Caller,
    conversationId: string,
    { attachments, mayUsePaths }: { attachments: readonly NewAttachment[]; mayUsePaths: boolean },
    signal: AbortSignal,
  ): Promise<UnsentAttachment[]> {
    if (attachments.length > MAX_ATTACHMENTS) throw tooMany(attachments.length)
    const earlier = attachments.map((one) => this.#earlier(conversationId, one))
    const fresh = attachments.filter((one) => one.type !== 'earlier')
    const kept = await this.#keep(caller, conversationId, { fresh, mayUsePaths }, signal)
    const rows = kept.map((one) => this.#row(conversationId, one))
    return earlier.flatMap((row) => row ?? rows.shift() ?? [])
  }

  /** Ends what {@link prepare} has started: what has no row now is removed. */
  async settle(conversationId: string, unsent: readonly UnsentAttachment[]): Promise<void> {
    const { store, contents } = this.#options
    const ids = unsent.map(({ contentId }) => contentId)
    const [sent, left] = [
      ids.filter((id) => store.hasContent(id)),
      ids.filter((id) => !store.hasContent(id)),
    ]
    contents.settle(sent)
    await contents.drop(conversationId, left)
  }

  async #keep(
    caller: Caller,
    conversationId: string,
    { fresh, mayUsePaths }: { fresh: readonly RequestedAttachment[]; mayUsePaths: boolean },
    signal: AbortSignal,
  ): Promise<readonly StoredAttachment[]> {
    if (fresh.length === 0) return []
    const { intake, task, runs, requireRoom } = this.#options
    requireRoom(caller.owner)
    const sources = await intake.accept({ owner: caller.owner, mayUsePaths }, fresh)
    try {
      signal.throwIfAborted()
      const input = { conversationId, sources }
      return (await runs.result(task, caller, input, { signal })).attachments
    } finally {
      await intake.discard(sources)
    }
  }

  #earlier(conversationId: string, one: NewAttachment): UnsentAttachment | undefined {
    if (one.type !== 'earlier') return undefined
    const row = this.#options.store.find(conversationId, one.attachmentId)
    if (row !== undefined) return { ...row, id: randomId('att_'), createdAt: this.#options.now() }
    throw new AppError(
      'invalid',
      `Cannot use ${one.field}: this conversation has no attachment with this id`,
      { param: one.field, reasonFacts: { code: 'gone' } },
    )
  }

  #row(conversationId: string, kept: StoredAttachment): UnsentAttachment {
    const { report, ...content } = kept
    return {
      id: randomId('att_'),
      conversationId,
      ...report,
      ...content,
      createdAt: this.#options.now(),
    }
  }
}

function tooMany(count: number): AppError {
  return new AppError(
    'invalid',
    `A message takes at most ${MAX_ATTACHMENTS} attachments: this one has ${count}`,
    { param: 'attachments', reasonFacts: { code: 'too_many', value: MAX_ATTACHMENTS } },
  )
}
