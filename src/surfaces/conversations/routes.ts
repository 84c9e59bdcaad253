import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { NumberedEvent } from '../../core/conversations/conversation-event.ts'
import type { Conversations } from '../../core/conversations/conversations.ts'
import { type Actor, callerOf, mayUsePaths } from '../../core/identity/actor.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { sseResponse } from '../../http/reply/sse.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { requestedAttachment } from '../kit/attachment-body.ts'
import { idempotencyKey } from '../kit/job-request.ts'
import { listOf } from '../kit/list-view.ts'
import { documented } from '../kit/openapi.ts'
import { ConversationEvent } from './event-schema.ts'
import {
  Conversation,
  ConversationChangeBody,
  ConversationExport,
  ConversationList,
  ConversationMessage,
  ConversationParams,
  ConversationQuery,
  ExportQuery,
  KEY_HEADER,
  MAX_CONVERSATION_BYTES,
  MessageParams,
  NewConversationBody,
  NewMessageBody,
  RetryBody,
  SentMessage,
  WholeConversation,
} from './schema.ts'
import { conversationView, eventView, markdownOf, messageView, wholeView } from './view.ts'

interface ConversationServices {
  guards: ReturnType<typeof guards>
  conversations: Conversations
}

const TAGS = ['Conversations']

/** Conversations that are kept: `/api/conversations` and below. */
export function conversationRoutes({ guards, conversations }: ConversationServices) {
  const caller = (actor: Actor, request: Request) =>
    callerOf(actor, connectionOf(request).requestId)
  return new Elysia({ name: 'surfaces/conversations', prefix: '/api/conversations' })
    .use(guards)
    .get(
      '',
      ({ request, actor, query: { q, limit, cursor } }) => {
        const own = caller(actor, request)
        if (q !== undefined) {
          const found = conversations.search(own, q, limit, cursor)
          const items = listOf(found, ({ conversation, messageId, excerpt }) => ({
            ...conversationView(conversation),
            match: { message_id: messageId, excerpt },
          }))
          return { ...items, pinned: [] }
        }
        const pinned = cursor === undefined ? conversations.pinned(own).map(conversationView) : []
        return { ...listOf(conversations.list(own, limit, cursor), conversationView), pinned }
      },
      {
        sensitive: true,
        requireUser: true,
        query: ConversationQuery,
        detail: documented({
          summary: 'Own conversations, or messages with all words of q',
          tags: TAGS,
          responses: { 200: { description: 'The latest first', schema: ConversationList } },
        }),
      },
    )
    .post(
      '',
      async ({ request, actor, set }) => {
        const { title } = await readJson(request, NewConversationBody, MAX_CONVERSATION_BYTES)
        const made = conversations.create(
          caller(actor, request),
          title,
          idempotencyKey(request.headers),
        )
        set.status = 201
        set.headers['location'] = `/api/conversations/${made.id}`
        return conversationView(made)
      },
      {
        sensitive: true,
        requireUser: 'generate',
        parse: 'none',
        detail: documented({
          summary: 'Begin a conversation',
          tags: TAGS,
          body: NewConversationBody,
          responses: { 201: { description: 'The conversation', schema: Conversation } },
          headers: KEY_HEADER,
          errors: [507],
        }),
      },
    )
    .get(
      '/:id',
      ({ request, actor, params }) =>
        wholeView(conversations.get(caller(actor, request), params.id)),
      {
        sensitive: true,
        requireUser: true,
        params: ConversationParams,
        detail: documented({
          summary: 'A conversation with all its messages',
          tags: TAGS,
          responses: { 200: { description: 'The conversation', schema: WholeConversation } },
        }),
      },
    )
    .patch(
      '/:id',
      async ({ request, actor, params }) => {
        const change = await readJson(request, ConversationChangeBody, MAX_CONVERSATION_BYTES)
        return conversationView(conversations.change(caller(actor, request), params.id, change))
      },
      {
        sensitive: true,
        requireUser: true,
        params: ConversationParams,
        parse: 'none',
        detail: documented({
          summary: 'Rename a conversation, pin it, or remove the pin',
          tags: TAGS,
          body: ConversationChangeBody,
          responses: { 200: { description: 'The conversation afterwards', schema: Conversation } },
          errors: [507],
        }),
      },
    )
    .delete(
      '/:id',
      async ({ request, actor, params, set }) => {
        await conversations.delete(caller(actor, request), params.id)
        set.status = 204
      },
      {
        sensitive: true,
        requireUser: true,
        params: ConversationParams,
        detail: documented({
          summary: 'Delete a conversation with its messages',
          description: 'Answers that are being written are stopped. Nothing of it is kept.',
          tags: TAGS,
          responses: { 204: { description: 'It is gone' } },
          errors: [507],
        }),
      },
    )
    .post(
      '/:id/messages',
      async ({ request, actor, params, set }) => {
        const body = await readJson(request, NewMessageBody, MAX_CONVERSATION_BYTES)
        const key = idempotencyKey(request.headers)
        const sent = await conversations.send(
          caller(actor, request),
          params.id,
          { ...newMessage(body), key, mayUsePaths: mayUsePaths(actor) },
          request.signal,
        )
        set.status = 202
        return { message: messageView(sent.message), answer: messageView(sent.answer) }
      },
      {
        sensitive: true,
        requireUser: 'generate',
        params: ConversationParams,
        parse: 'none',
        detail: documented({
          summary: 'Send a message; the answer goes on without its reader',
          description:
            'Attachments are read before the message is kept: the request waits for that, and a file that cannot be read is refused by its place in the list. Later messages give them to the model again, the latest first; `note` of an answer says which were left out.',
          tags: TAGS,
          body: NewMessageBody,
          responses: {
            202: { description: 'The message, and the answer that is made', schema: SentMessage },
          },
          headers: KEY_HEADER,
          errors: [409, 413, 422, 429, 502, 503, 504, 507],
        }),
      },
    )
    .post(
      '/:id/messages/:message/stop',
      async ({ request, actor, params }) =>
        messageView(await conversations.stop(caller(actor, request), params.id, params.message)),
      {
        sensitive: true,
        requireUser: true,
        params: MessageParams,
        detail: documented({
          summary: 'End an answer where it is',
          tags: TAGS,
          responses: { 200: { description: 'The answer', schema: ConversationMessage } },
        }),
      },
    )
    .post(
      '/:id/messages/:message/retry',
      async ({ request, actor, params, set }) => {
        const { model } = await readJson(request, RetryBody, MAX_CONVERSATION_BYTES)
        set.status = 202
        const { id, message } = params
        const key = idempotencyKey(request.headers)
        return messageView(conversations.retry(caller(actor, request), id, message, model, key))
      },
      {
        sensitive: true,
        requireUser: 'generate',
        params: MessageParams,
        parse: 'none',
        detail: documented({
          summary: 'Answer a message once more; earlier answers stay as branches',
          tags: TAGS,
          body: RetryBody,
          responses: { 202: { description: 'The new answer', schema: ConversationMessage } },
          headers: KEY_HEADER,
          errors: [429, 503, 507],
        }),
      },
    )
    .get(
      '/:id/events',
      ({ request, actor, params }) => {
        const after = request.headers.get('last-event-id') ?? undefined
        const watch = conversations.watch(caller(actor, request), params.id, after)
        return sseResponse(frames(watch.events), { onClose: watch.close })
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

/** @throws {AppError} `invalid` for a message of nothing */
function newMessage({
  content,
  attachments = [],
  model,
  parent_id,
}: Static<typeof NewMessageBody>) {
  if (content.trim() === '' && attachments.length === 0)
    throw new AppError('invalid', 'Write something, or attach a file: the message is empty', {
      param: 'content',
    })
  return {
    ...{ content, model, parentId: parent_id },
    attachments: attachments.map((one, index) =>
      'attachment' in one
        ? {
            type: 'earlier' as const,
            field: `attachments[${index}]`,
            attachmentId: one.attachment,
          }
        : requestedAttachment(one, index),
    ),
  }
}

async function* frames(events: AsyncIterable<NumberedEvent>): AsyncGenerator<string> {
  for await (const { id, event } of events)
    yield `id: ${id}\ndata: ${JSON.stringify(eventView(event))}\n\n`
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
