import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { mayUsePaths } from '../../core/identity/actor.ts'
import type { ChosenTools } from '../../core/tools/tool-loop.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { requestedAttachment } from '../shared/job-body.ts'
import { idempotencyKey } from '../shared/job-request.ts'
import { route } from '../shared/openapi.ts'
import { KNOWLEDGE_TOOL } from './ask-knowledge.ts'
import type { MessageSender } from './message-sender.ts'
import {
  ConfirmBody,
  ConversationMessage,
  ConversationParams,
  KEY_HEADER,
  MAX_CONVERSATION_BYTES,
  MessageParams,
  NewMessageBody,
  RetryBody,
  SentMessage,
} from './schema.ts'
import { messageView } from './view.ts'

interface MessageServices {
  guards: ReturnType<typeof guards>
  messageSender: MessageSender
  origins: Origins
}

interface ToolsInBody {
  tools?: ChosenTools
  knowledge?: readonly string[]
}

/** Who has chosen collections wants them searched, also where nothing else is called. */
function chosenBy(tools: ChosenTools | undefined, knowledge: readonly string[] | undefined) {
  if (tools === 'all') return { chosen: tools }
  if (knowledge !== undefined) return { chosen: [...(tools ?? []), KNOWLEDGE_TOOL] }
  return tools === undefined ? {} : { chosen: [...tools] }
}

/** Messages of conversations: sent, answered once more, and stopped. */
export function conversationMessageRoutes({ guards, messageSender, origins }: MessageServices) {
  const toolsOf = ({ tools, knowledge }: ToolsInBody, { headers }: Request) => ({
    ...chosenBy(tools, knowledge),
    ...(knowledge === undefined ? {} : { knowledge: [...knowledge] }),
    // Who names a tool wants it called.
    confirm: tools === 'all' || tools === undefined,
    origin: origins.main ?? origins.own(headers.get('host')),
  })
  return new Elysia({
    name: 'features/conversation-messages',
    prefix: '/api/conversations',
    tags: ['Conversations'],
  })
    .use(guards)
    .guard({ sensitive: true })
    .post(
      '/:id/messages',
      async ({ request, context, params, set }) => {
        const body = await readJson(context, NewMessageBody, MAX_CONVERSATION_BYTES)
        const key = idempotencyKey(request.headers)
        const sent = await messageSender.send(
          context.caller,
          params.id,
          {
            ...newMessage(body),
            tools: toolsOf(body, request),
            key,
            mayUsePaths: mayUsePaths(context.actor),
          },
          request.signal,
        )
        set.status = 202
        return { message: messageView(sent.message), answer: messageView(sent.answer) }
      },
      route({
        requireUser: 'generate',
        params: ConversationParams,
        summary: 'Send a message; the answer goes on without its reader',
        description:
          'Attachments are read before the message is kept: the request waits for that, and a file that cannot be read is refused by its place in the list. Later messages give them to the model again, the latest first; `note` of an answer says which were left out.',
        body: NewMessageBody,
        responses: {
          202: { description: 'The message, and the answer that is made', schema: SentMessage },
        },
        headers: KEY_HEADER,
        errors: [409, 413, 422, 429, 502, 503, 504, 507],
      }),
    )
    .post(
      '/:id/messages/:message/stop',
      async ({ context, params }) =>
        messageView(await messageSender.stop(context.caller, params.id, params.message)),
      route({
        requireUser: true,
        params: MessageParams,
        summary: 'End an answer where it is',
        responses: { 200: { description: 'The answer', schema: ConversationMessage } },
      }),
    )
    .post(
      '/:id/messages/:message/confirm',
      async ({ context, params: { id, message } }) => {
        const body = await readJson(context, ConfirmBody, MAX_CONVERSATION_BYTES)
        return messageView(messageSender.confirm(context.caller, id, message, body))
      },
      route({
        requireUser: 'generate',
        params: MessageParams,
        summary: 'Allow or refuse a call of a tool that waits for it',
        description:
          'The answer goes on at once. Without a decision the call is refused after 10 minutes. The same decision sent again changes nothing.',
        body: ConfirmBody,
        responses: { 200: { description: 'The answer', schema: ConversationMessage } },
        errors: [409],
      }),
    )
    .post(
      '/:id/messages/:message/retry',
      async ({ request, context, params, set }) => {
        const body = await readJson(context, RetryBody, MAX_CONVERSATION_BYTES)
        set.status = 202
        const { id, message } = params
        const key = idempotencyKey(request.headers)
        const options = { model: body.model, tools: toolsOf(body, request), key }
        return messageView(messageSender.retry(context.caller, id, message, options))
      },
      route({
        requireUser: 'generate',
        params: MessageParams,
        summary: 'Answer a message once more; earlier answers stay as branches',
        body: RetryBody,
        responses: { 202: { description: 'The new answer', schema: ConversationMessage } },
        headers: KEY_HEADER,
        errors: [429, 503, 507],
      }),
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
    content,
    model,
    parentId: parent_id,
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
