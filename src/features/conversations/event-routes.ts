import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { guards } from '../../guards/index.ts'
import { failureFrame, sseResponse } from '../../http/reply/sse.ts'
import { nullable } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import type { Conversations } from './conversations.ts'
import type { NumberedEvent } from './message-record.ts'
import {
  Conversation,
  ConversationMessage,
  ConversationParams,
  ConversationStep,
  EventsQuery,
  NextCursor,
} from './schema.ts'
import { eventView } from './view.ts'

interface EventServices {
  guards: ReturnType<typeof guards>
  conversations: Conversations
}

/** What happens in conversations, for their owner. */
export function conversationEventRoutes({ guards, conversations }: EventServices) {
  return new Elysia({
    name: 'features/conversation-events',
    prefix: '/api/conversations',
    tags: ['Conversations'],
  })
    .use(guards)
    .get(
      '/:id/events',
      ({ context, params, query: { limit } }) => {
        const after = context.request.headers.get('last-event-id') ?? undefined
        const watch = conversations.watch(context.caller, params.id, after, limit)
        return sseResponse(context.connection, frames(watch.events), {
          failure: failureFrame,
          onClose: watch.close,
        })
      },
      route({
        sensitive: true,
        requireUser: true,
        params: ConversationParams,
        query: EventsQuery,
        summary: 'What happens in a conversation, as server-sent events',
        description:
          'Each event is one line of JSON with a type: snapshot, conversation, message, text, thinking, step, confirm, place, deleted. With Last-Event-ID, what was missed comes first; otherwise, or where it is not known any more, a snapshot with the newest messages: `limit` of them, or fewer where they are long.',
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
    )
}

async function* frames(events: AsyncIterable<NumberedEvent>): AsyncGenerator<string> {
  for await (const { id, event } of events)
    yield `id: ${id}\ndata: ${JSON.stringify(eventView(event))}\n\n`
}

const MessageId = { message_id: Type.String() }

/** What happens in a conversation; one event has one of these. */
const ConversationEvent = Type.Union(
  [
    Type.Object(
      {
        type: Type.Literal('snapshot'),
        conversation: Conversation,
        messages: Type.Array(ConversationMessage),
        next_cursor: NextCursor,
      },
      {
        description:
          'All of it, or its newest page; what was known before is replaced. The messages before are at GET /api/conversations/{id}',
      },
    ),
    Type.Object({ type: Type.Literal('conversation'), conversation: Conversation }),
    Type.Object(
      { type: Type.Literal('message'), message: ConversationMessage },
      { description: 'A new message, or a change of one beside its text' },
    ),
    Type.Object(
      {
        type: Type.Literal('text'),
        ...MessageId,
        offset: Type.Integer({ description: 'Where it belongs, in UTF-16 code units' }),
        text: Type.String(),
      },
      { description: 'More text of an answer' },
    ),
    Type.Object(
      {
        type: Type.Literal('thinking'),
        ...MessageId,
        offset: Type.Integer({ description: 'Where it belongs in the thoughts' }),
        text: Type.String({ description: 'Empty where the model does not tell its thoughts' }),
      },
      { description: 'The model thinks' },
    ),
    Type.Object(
      { type: Type.Literal('step'), ...MessageId, step: ConversationStep },
      { description: 'The model has called tools, and goes on with what came back' },
    ),
    Type.Object(
      { type: Type.Literal('confirm'), ...MessageId, step: ConversationStep },
      {
        description:
          'The last call of the step waits for your decision, or was decided about: POST /api/conversations/{id}/messages/{message}/confirm. It replaces a step of the same position',
      },
    ),
    Type.Object(
      {
        type: Type.Literal('place'),
        ...MessageId,
        position: nullable(Type.Integer({ minimum: 1 })),
        expected_wait_seconds: nullable(Type.Number()),
      },
      { description: 'The place of an answer in the queue' },
    ),
    Type.Object({ type: Type.Literal('deleted') }, { description: 'The last event' }),
  ],
  { $id: 'ConversationEvent' },
)
