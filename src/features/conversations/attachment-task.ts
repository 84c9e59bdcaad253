import { type Static, Type } from '@sinclair/typebox'
import {
  ATTACHMENT_LANE,
  AttachmentReport,
  AttachmentSource,
  PREPARATION_MS,
} from '../../core/attachments/attachment.ts'
import type { AttachmentPreparation } from '../../core/attachments/preparation.ts'
import { defineTask } from '../../core/tasks/define-task.ts'
import type { AttachmentContents } from './attachment-contents.ts'

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
export type StoredAttachment = Static<typeof StoredAttachment>

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
export type AttachmentTask = ReturnType<typeof attachmentTask>
