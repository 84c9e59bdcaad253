import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { answersFile, fileResponse } from '../../http/reply/file.ts'
import { route } from '../shared/openapi.ts'
import type { OpenedAttachment } from './attachment-contents.ts'
import type { Conversations } from './conversations.ts'
import { AttachmentParams } from './schema.ts'

interface AttachmentServices {
  guards: ReturnType<typeof guards>
  conversations: Conversations
}

export const ANSWERS_ATTACHMENT = answersFile('The file; all but pictures are downloaded')

/** What is attached to the messages of conversations, for their owner. */
export function conversationAttachmentRoutes({ guards, conversations }: AttachmentServices) {
  return new Elysia({
    name: 'features/conversation-attachments',
    prefix: '/api/conversations',
    tags: ['Conversations'],
  })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '/:id/attachments/:attachment',
      async ({ context, params }) => {
        const own = context.caller
        const file = await conversations.attachment(own, params.id, params.attachment, 'file')
        return fileResponse(context, fileAnswer(file, params.attachment))
      },
      route({
        requireUser: true,
        params: AttachmentParams,
        summary: 'A file that is attached to a message, as it came',
        ...ANSWERS_ATTACHMENT,
      }),
    )
    .get(
      '/:id/attachments/:attachment/picture',
      async ({ context, params }) => {
        const own = context.caller
        const picture = await conversations.attachment(own, params.id, params.attachment, 'picture')
        return fileResponse(context, fileAnswer(picture, params.attachment))
      },
      route({
        requireUser: true,
        params: AttachmentParams,
        summary: 'The first picture of an attachment, encoded anew',
        description:
          'A picture, or the first page of a document whose text cannot be used, as the model gets it; 404 for any other.',
        ...answersFile('The picture', 'image/jpeg'),
      }),
    )
}

/** All but pictures are downloaded. */
export function fileAnswer({ name, createdAt, ...file }: OpenedAttachment, id: string) {
  const isDownload = !file.mediaType.startsWith('image/')
  return { ...file, filename: name, modifiedAt: createdAt, etag: `"${id}"`, isDownload }
}
