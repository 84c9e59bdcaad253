import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { jsonWithList, textStream } from '../../http/reply/text-stream.ts'
import { documented } from '../shared/openapi.ts'
import type { Conversations } from './conversations.ts'
import { ConversationExport, ConversationParams, ExportQuery } from './schema.ts'
import { conversationView, markdownOf, messageViews } from './view.ts'

interface ExportServices {
  guards: ReturnType<typeof guards>
  conversations: Conversations
}

const TAGS = ['Conversations']

/** Conversations as files, for their owner. */
export function conversationExportRoutes({ guards, conversations }: ExportServices) {
  return new Elysia({ name: 'features/conversation-export', prefix: '/api/conversations' })
    .use(guards)
    .get(
      '/:id/export',
      ({ context, params, query: { format = 'markdown' } }) => {
        const part = format === 'json' ? 'all' : 'newest branch'
        const exported = conversations.export(context.caller, params.id, part)
        const { records, largestBytes: pieceBytes } = exported.messages
        const { title, created_at } = conversationView(exported.conversation)
        return format === 'json'
          ? textStream(
              context,
              jsonWithList('messages', messageViews(records), { title, created_at }),
              {
                contentType: 'application/json; charset=utf-8',
                pieceBytes,
                filename: 'conversation.json',
              },
            )
          : textStream(context, markdownOf(title, records), {
              contentType: 'text/markdown; charset=utf-8',
              pieceBytes,
              filename: 'conversation.md',
            })
      },
      {
        sensitive: true,
        requireUser: true,
        params: ConversationParams,
        query: ExportQuery,
        detail: documented({
          summary: 'A conversation as a file',
          description: 'Markdown has the branch with the newest message, JSON has all of them.',
          tags: TAGS,
          errors: [429],
          responses: {
            200: {
              description: 'The file',
              schema: ConversationExport,
              alternatives: ['text/markdown'],
            },
          },
        }),
      },
    )
}
