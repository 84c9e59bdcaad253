import { Elysia } from 'elysia'
import type { Conversations } from '../../core/conversations/conversations.ts'
import { type Actor, callerOf } from '../../core/identity/actor.ts'
import type { guards } from '../../guards/index.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { documented } from '../kit/openapi.ts'
import { ConversationExport, ConversationParams, ExportQuery } from './schema.ts'
import { markdownOf, wholeView } from './view.ts'

interface ExportServices {
  guards: ReturnType<typeof guards>
  conversations: Conversations
}

const TAGS = ['Conversations']

/** Conversations as files, for their owner. */
export function conversationExportRoutes({ guards, conversations }: ExportServices) {
  const caller = (actor: Actor, request: Request) =>
    callerOf(actor, connectionOf(request).requestId)
  return new Elysia({ name: 'surfaces/conversation-export', prefix: '/api/conversations' })
    .use(guards)
    .get(
      '/:id/export',
      ({ request, actor, params, query: { format = 'markdown' } }) => {
        const whole = conversations.get(caller(actor, request), params.id)
        const { title, created_at, messages } = wholeView(whole)
        return format === 'json'
          ? download(JSON.stringify({ title, created_at, messages }, null, 2), 'json')
          : download(markdownOf(title, whole.messages), 'markdown')
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

function download(text: string, format: 'markdown' | 'json'): Response {
  const [type, ending] = format === 'json' ? ['application/json', 'json'] : ['text/markdown', 'md']
  return new Response(text, {
    headers: {
      'content-type': `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="conversation.${ending}"`,
    },
  })
}
