import { Elysia } from 'elysia'
import { accountOf } from '../../core/identity/actor.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonWithList, textStream } from '../../http/reply/text-stream.ts'
import { idempotencyKey } from '../shared/job-request.ts'
import { listOf } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import type { ConversationList as Lists } from './conversation-list.ts'
import type { Conversations } from './conversations.ts'
import type { Folders } from './folders.ts'
import {
  Conversation,
  ConversationChangeBody,
  ConversationExport,
  ConversationFolder,
  ConversationList,
  ConversationParams,
  ConversationQuery,
  ExportQuery,
  FolderBody,
  FolderChangeBody,
  FolderList,
  FolderParams,
  KEY_HEADER,
  MAX_CONVERSATION_BYTES,
  MessagesQuery,
  NewConversationBody,
  WholeConversation,
} from './schema.ts'
import type { Shares } from './shares.ts'
import { conversationView, folderView, markdownOf, messageViews } from './view.ts'

interface ExportServices {
  guards: ReturnType<typeof guards>
  conversations: Conversations
}

/** Conversations as files, for their owner. */
export function conversationExportRoutes({ guards, conversations }: ExportServices) {
  return new Elysia({
    name: 'features/conversation-export',
    prefix: '/api/conversations',
    tags: TAGS,
  })
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
      route({
        sensitive: true,
        requireUser: true,
        params: ConversationParams,
        query: ExportQuery,
        summary: 'A conversation as a file',
        description: 'Markdown has the branch with the newest message, JSON has all of them.',
        errors: [429],
        responses: {
          200: {
            description: 'The file',
            schema: ConversationExport,
            alternatives: ['text/markdown'],
          },
        },
      }),
    )
}

interface FolderServices {
  guards: ReturnType<typeof guards>
  folders: Folders
}

/** Folders for conversations. */
export function conversationFolderRoutes({ guards, folders }: FolderServices) {
  return new Elysia({
    name: 'features/conversation-folders',
    prefix: '/api/conversation-folders',
    tags: TAGS,
  })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ context }) => ({ items: folders.list(context.caller).map(folderView) }),
      route({
        requireUser: true,
        summary: 'Own folders for conversations, by their names',
        responses: { 200: { description: 'All of them', schema: FolderList } },
      }),
    )
    .post(
      '',
      async ({ context, set }) => {
        const { name } = await readJson(context, FolderBody, MAX_CONVERSATION_BYTES)
        set.status = 201
        return folderView(folders.create(context.caller, name))
      },
      route({
        requireUser: true,
        summary: 'Make a folder for conversations',
        body: FolderBody,
        responses: { 201: { description: 'The folder', schema: ConversationFolder } },
        errors: [409, 507],
      }),
    )
    .patch(
      '/:id',
      async ({ context, params }) => {
        const change = await readJson(context, FolderChangeBody, MAX_CONVERSATION_BYTES)
        return folderView(folders.change(context.caller, params.id, change))
      },
      route({
        requireUser: true,
        params: FolderParams,
        summary: 'Rename a folder, or open or close it in the list',
        body: FolderChangeBody,
        responses: { 200: { description: 'The folder afterwards', schema: ConversationFolder } },
        errors: [507],
      }),
    )
    .delete(
      '/:id',
      ({ context, params, set }) => {
        folders.delete(context.caller, params.id)
        set.status = 204
      },
      route({
        requireUser: true,
        params: FolderParams,
        summary: 'Delete a folder; its conversations stay',
        responses: { 204: { description: 'It is gone' } },
        errors: [507],
      }),
    )
}

interface ConversationServices {
  guards: ReturnType<typeof guards>
  conversations: Conversations
  conversationList: Lists
  folders: Folders
  shares: Shares
}

const NOTHING_BESIDE = { pinned: [], folders: [], shared_with_me: 0 }
const TAGS = ['Conversations']

/** Conversations that are kept. */
export function conversationRoutes({
  guards,
  conversations,
  conversationList,
  folders,
  shares,
}: ConversationServices) {
  return new Elysia({ name: 'features/conversations', prefix: '/api/conversations', tags: TAGS })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      async ({ context, actor, query: { q, limit, cursor, folder } }) => {
        const own = context.caller
        if (q !== undefined) {
          const found = await conversationList.search(own, q, limit, cursor)
          const items = listOf(found, ({ conversation, match }) => ({
            ...conversationView(conversation),
            match: match && {
              message_id: match.messageId,
              excerpt: match.excerpt,
              count: match.count,
            },
          }))
          return { ...items, ...NOTHING_BESIDE }
        }
        const inside = folder === 'none' ? null : folder
        const items = listOf(conversationList.list(own, limit, cursor, inside), conversationView)
        if (cursor !== undefined || inside) return { ...items, ...NOTHING_BESIDE }
        const account = accountOf(actor)
        return {
          ...items,
          pinned: conversationList.pinned(own).map(conversationView),
          folders: folders.list(own).map(folderView),
          shared_with_me: account === undefined ? 0 : shares.countSharedWith(account),
        }
      },
      route({
        requireUser: true,
        query: ConversationQuery,
        summary: 'Own conversations, or those with all words of q',
        responses: { 200: { description: 'The latest first', schema: ConversationList } },
      }),
    )
    .post(
      '',
      async ({ request, context, set }) => {
        const body = await readJson(context, NewConversationBody, MAX_CONVERSATION_BYTES)
        const { title, assistant_id: assistantId } = body
        const key = idempotencyKey(request.headers)
        const created = conversations.create(context.caller, { title, assistantId }, key)
        set.status = 201
        set.headers['location'] = `/api/conversations/${created.id}`
        return conversationView(created)
      },
      route({
        requireUser: 'generate',
        summary: 'Begin a conversation',
        body: NewConversationBody,
        responses: { 201: { description: 'The conversation', schema: Conversation } },
        headers: KEY_HEADER,
        errors: [409, 507],
      }),
    )
    .get(
      '/:id',
      ({ context, params, query: { limit, cursor } }) => {
        const found = conversations.get(context.caller, params.id, limit, cursor)
        const { records, largestBytes: pieceBytes, nextCursor } = found.page
        const rest = {
          ...conversationView(found.conversation),
          last_event_id: found.lastEventId,
          next_cursor: nextCursor ?? null,
        }
        return textStream(context, jsonWithList('messages', messageViews(records), rest), {
          contentType: 'application/json; charset=utf-8',
          pieceBytes,
        })
      },
      route({
        requireUser: true,
        params: ConversationParams,
        query: MessagesQuery,
        summary: 'A conversation with its newest messages, or those before a cursor',
        description:
          'A page has at most `limit` messages and 2 MiB of their text, or a single message that is longer. Most conversations are one page; of others, `next_cursor` as `cursor` asks for the messages before.',
        errors: [429],
        responses: { 200: { description: 'The conversation', schema: WholeConversation } },
      }),
    )
    .patch(
      '/:id',
      async ({ context, params }) => {
        const body = await readJson(context, ConversationChangeBody, MAX_CONVERSATION_BYTES)
        const { title, pinned, folder_id: folderId } = body
        const { allowed_tools: allowedTools, assistant_id: assistantId } = body
        const changed = { title, pinned, folderId, allowedTools, assistantId }
        return conversationView(conversations.change(context.caller, params.id, changed))
      },
      route({
        requireUser: true,
        params: ConversationParams,
        summary:
          'Rename a conversation, pin it, move it to a folder, or choose its assistant or the tools that need no question',
        body: ConversationChangeBody,
        responses: { 200: { description: 'The conversation afterwards', schema: Conversation } },
        errors: [507],
      }),
    )
    .delete(
      '/:id',
      async ({ context, params, set }) => {
        await conversations.delete(context.caller, params.id)
        set.status = 204
      },
      route({
        requireUser: true,
        params: ConversationParams,
        summary: 'Delete a conversation with its messages',
        description: 'Answers that are being written are stopped. Nothing of it is kept.',
        responses: { 204: { description: 'It is gone' } },
        errors: [507],
      }),
    )
}
