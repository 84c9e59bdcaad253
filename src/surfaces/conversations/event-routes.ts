import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { NumberedEvent } from '../../core/conversations/conversation-event.ts'
import type { Conversations } from '../../core/conversations/conversations.ts'
import type { guards } from '../../guards/index.ts'
import { failureFrame, sseResponse } from '../../http/reply/sse.ts'

import { documented } from '../kit/openapi.ts'
import { ConversationEvent } from './event-schema.ts'
import { ConversationParams } from './schema.ts'
import { eventView } from './view.ts'

interface EventServices {
  guards: ReturnType<typeof guards>
  conversations: Conversations
}

const TAGS = ['Conversations']

/** What happens in conversations, for their owner. */
export function conversationEventRoutes({ guards, conversations }: EventServices) {
  return new Elysia({ name: 'surfaces/conversation-events', prefix: '/api/conversations' })
    .use(guards)
    .get(
      '/:id/events',
      ({ request, context, params }) => {
        const after = request.headers.get('last-event-id') ?? undefined
        const watch = conversations.watch(context.caller, params.id, after)
        return sseResponse(request, frames(watch.events), {
          failure: failureFrame,
          onClose: watch.close,
        })
      },
      {
        sensitive: true,
        requireUser: true,
        params: ConversationParams,
        detail: documented({
          summary: 'What happens in a conversation, as server-sent events',
          description:
            'Each event is one line of JSON with a type: snapshot, conversation, message, text, thinking, place, deleted. With Last-Event-ID, what was missed comes first; otherwise, or where it is not known any more, a snapshot.',
          tags: TAGS,
          responses: {
            200: {
              description: 'The events',
              schema: ConversationEvent,
              contentType: 'text/event-stream',
            },
          },
          headers: { 'last-event-id': Type.String() },
          errors: [429],
        }),
      },
    )
}

async function* frames(events: AsyncIterable<NumberedEvent>): AsyncGenerator<string> {
  for await (const { id, event } of events)
    yield `id: ${id}\ndata: ${JSON.stringify(eventView(event))}\n\n`
}
