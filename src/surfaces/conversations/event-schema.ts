import { Type } from '@sinclair/typebox'
import { nullable } from '../kit/nullable.ts'
import { Conversation, ConversationMessage, NextCursor } from './schema.ts'

const MessageId = { message_id: Type.String() }

/** What happens in a conversation; one event has one of these. */
export const ConversationEvent = Type.Union(
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
    Type.Object({ type: Type.Literal('thinking'), ...MessageId }),
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
