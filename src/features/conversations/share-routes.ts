import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Actor, accountOf } from '../../core/identity/actor.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { AnswerHeaders } from '../../guards/browser.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { setRateHeaders } from '../../http/reply/error-body.ts'
import { fileResponse } from '../../http/reply/file.ts'
import { jsonWithList, textStream } from '../../http/reply/text-stream.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable, Time, TimeOrNull, timeOrNullView, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import { type ShareOptions, shareLink } from '../shared/share-link.ts'
import { ANSWERS_ATTACHMENT, fileAnswer } from './attachment-routes.ts'
import {
  AttachmentParams,
  ConversationAttachment,
  ConversationParams,
  MAX_CONVERSATION_BYTES,
  MessageParams,
} from './schema.ts'
import { MAX_LINK_DAYS, type Share, type SharedConversation, type Shares } from './shares.ts'
import { sharedMessageViews } from './view.ts'

/** Of shared links, for each network address; each picture is one. @limit shared-link a-minute */
export const SHARED_LINK_LIMIT = { name: 'shared-link', perMinute: 600 }
/** Of these, with a token that nothing is shared by. @limit shared-link-unknown a-minute */
export const UNKNOWN_LINK_LIMIT = { name: 'shared-link-unknown', perMinute: 60 }

/** In a header, as an address is written into logs; the page has it behind the `#` of its own. */
const HEADER = 'x-share-token'
const TOKEN = /^[\w-]{32}$/
const TOKEN_HEADER = { [HEADER]: Type.String({ description: 'What stands behind # in the link' }) }
const FileParams = Type.Object({ attachment: AttachmentParams.properties.attachment })

/** What a link shares, for anyone who has it; the token is the capability. */
export function sharedLinkRoutes({
  guards,
  shares,
  rateLimits,
}: Pick<ShareServices, 'guards' | 'shares'> & { rateLimits: RateLimits }) {
  const shareOf = ({ request, connection }: HttpContext, set: AnswerHeaders) => {
    const token = request.headers.get(HEADER) ?? ''
    try {
      if (TOKEN.test(token)) return shares.forToken(token)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    }
    rateLimits.consumeForAddress(UNKNOWN_LINK_LIMIT, connection.client, (state) =>
      setRateHeaders(set.headers, state),
    )
    throw new AppError('not_found', 'This is not shared, or not any more')
  }
  return new Elysia({
    name: 'features/shared-links',
    prefix: '/api/shared-link',
    tags: ['Conversations'],
  })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ context, set }) => sharedAnswer(shares, context, shareOf(context, set)),
      route({
        open: true,
        limited: SHARED_LINK_LIMIT,
        summary: 'A conversation that is shared by a link, for anyone who has it',
        requiredHeaders: TOKEN_HEADER,
        responses: { 200: { description: 'What is shared', schema: SharedConversationView } },
        errors: [404],
      }),
    )
    .get(
      '/attachments/:attachment',
      async ({ context, set, params, query: { part = 'file' } }) => {
        const file = await shares.attachment(shareOf(context, set), params.attachment, part)
        return fileResponse(context, fileAnswer(file, params.attachment))
      },
      route({
        open: true,
        limited: SHARED_LINK_LIMIT,
        params: FileParams,
        query: PartQuery,
        summary: 'A file that is attached to a message shared by a link',
        requiredHeaders: TOKEN_HEADER,
        ...ANSWERS_ATTACHMENT,
      }),
    )
}

export interface ShareServices extends ShareOptions {
  guards: ReturnType<typeof guards>
  shares: Shares
}

const ShareId = Type.String({ pattern: '^shr_[\\w-]{1,60}$' })
const ShareParams = Type.Object({ id: ConversationParams.properties.id, share: ShareId })
const SharedParams = Type.Object({ share: ShareId })
const SharedFileParams = Type.Object({
  share: ShareId,
  attachment: AttachmentParams.properties.attachment,
})
const PartQuery = Type.Object({
  part: Type.Optional(
    oneOf(['file', 'picture'], {
      description: 'The file as it came, or its first picture encoded anew; by default the file',
    }),
  ),
})

const NewShareBody = Type.Object({
  member: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 320,
      description: 'E-mail address or name of a member; without it, a link is made',
    }),
  ),
  message_id: Type.Optional({
    ...MessageParams.properties.message,
    description: 'The last message that is shared, with those before it; by default the newest',
  }),
  attachments: Type.Optional(
    Type.Boolean({ description: 'Whether attached files can be opened; by default only named' }),
  ),
  expires_in_days: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: MAX_LINK_DAYS,
      description: 'By default 7 for a link, and for ever with a member',
    }),
  ),
})

const ConversationShare = component('ConversationShare', {
  id: Type.String(),
  member: nullable(Type.String({ description: 'Name of the member; null for a link' })),
  message_id: Type.String({ description: 'The last message that is shared' }),
  attachments: Type.Boolean(),
  created_at: Time,
  expires_at: TimeOrNull,
})
const ConversationShares = component('ConversationShares', {
  items: Type.Array(ConversationShare),
  allows_links: Type.Boolean({ description: 'Whether links for anyone are allowed here' }),
})
const NewConversationShare = component('NewConversationShare', {
  ...ConversationShare.properties,
  link: nullable(
    Type.Object({ path: Type.String(), urls: Type.Array(Type.String()), expires_at: Time }),
    'Of a link, this once: anyone who has it can read what is shared',
  ),
})
const SharedHead = {
  id: Type.String(),
  title: Type.String(),
  from: nullable(
    Type.String({ description: 'Name of whose conversation it is; null for who has none' }),
  ),
  from_primary: Type.Boolean({
    description: 'Whether it is that of the Primary Key, and `from` says so in English',
  }),
  attachments: Type.Boolean({ description: 'Whether attached files can be opened' }),
  created_at: Type.String({ format: 'date-time', description: 'When it was shared' }),
  expires_at: TimeOrNull,
}
const SharedList = Type.Object({ items: Type.Array(Type.Object(SharedHead)) })
const SharedConversationView = component('SharedConversation', {
  ...SharedHead,
  messages: Type.Array(
    Type.Object({
      id: Type.String(),
      role: oneOf(['user', 'assistant']),
      content: Type.String(),
      attachments: Type.Array(ConversationAttachment),
      answered_by: nullable(Type.String({ description: 'Of an answer: engine/model' })),
      created_at: Time,
    }),
    { description: 'Of one branch, the oldest first; without thoughts and results of tools' },
  ),
})

/** Who may read a conversation, for its owner, and what is shared with members. */
export function conversationShareRoutes(services: ShareServices) {
  const { guards, shares } = services
  return new Elysia({ name: 'features/conversation-shares', tags: ['Conversations'] })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '/api/conversations/:id/shares',
      ({ context, params }) => ({
        items: shares.list(context.caller, params.id).map(shareView),
        allows_links: shares.allowsLinks,
      }),
      route({
        requireUser: true,
        params: ConversationParams,
        summary: 'Who may read a conversation',
        responses: { 200: { description: 'The newest first', schema: ConversationShares } },
      }),
    )
    .post(
      '/api/conversations/:id/shares',
      async ({ request, context, actor, params, set }) => {
        account(actor)
        const body = await readJson(context, NewShareBody, MAX_CONVERSATION_BYTES)
        const newShare = {
          member: body.member?.trim(),
          messageId: body.message_id,
          hasFiles: body.attachments ?? false,
          days: body.expires_in_days,
        }
        const created = shares.create(context.caller, params.id, newShare, auditActorOf(context))
        const { share, token } = created
        set.status = 201
        const link =
          token === undefined
            ? null
            : {
                ...shareLink(services, request, `/shared#${token}`),
                expires_at: timeView(share.expiresAt ?? 0),
              }
        return { ...shareView(share), link }
      },
      route({
        requireUser: true,
        params: ConversationParams,
        summary: 'Share a conversation as it is now, read only',
        description:
          'What is written later is not shared. Shared with the same member again, it is what is shared now.',
        body: NewShareBody,
        responses: { 201: { description: 'The share', schema: NewConversationShare } },
        errors: [403, 409, 507],
      }),
    )
    .delete(
      '/api/conversations/:id/shares/:share',
      ({ context, params, set }) => {
        shares.end(context.caller, params.id, params.share, auditActorOf(context))
        set.status = 204
      },
      route({
        requireUser: true,
        params: ShareParams,
        summary: 'End a share; acts at once',
        responses: { 204: { description: 'Nobody reads by it any more' } },
        errors: [507],
      }),
    )
    .get(
      '/api/shared-conversations',
      ({ actor }) => ({ items: shares.sharedWith(account(actor)).map(headView) }),
      route({
        requireUser: true,
        summary: 'Conversations that others share with the own account',
        responses: { 200: { description: 'The newest first', schema: SharedList } },
        errors: [403],
      }),
    )
    .get(
      '/api/shared-conversations/:share',
      ({ context, actor, params }) =>
        sharedAnswer(shares, context, shares.forMember(account(actor), params.share)),
      route({
        requireUser: true,
        params: SharedParams,
        summary: 'A conversation that is shared with the own account',
        browserOnly: true,
        responses: { 200: { description: 'What is shared', schema: SharedConversationView } },
        errors: [403, 429],
      }),
    )
    .get(
      '/api/shared-conversations/:share/attachments/:attachment',
      async ({ context, actor, params, query: { part = 'file' } }) => {
        const share = shares.forMember(account(actor), params.share)
        const file = await shares.attachment(share, params.attachment, part)
        return fileResponse(context, fileAnswer(file, params.attachment))
      },
      route({
        requireUser: true,
        params: SharedFileParams,
        query: PartQuery,
        summary: 'A file that is attached to a shared message',
        browserOnly: true,
        ...ANSWERS_ATTACHMENT,
        errors: [403, ...ANSWERS_ATTACHMENT.errors],
      }),
    )
    .delete(
      '/api/shared-conversations/:share',
      ({ actor, params, set }) => {
        shares.leave(account(actor), params.share)
        set.status = 204
      },
      route({
        requireUser: true,
        params: SharedParams,
        summary: 'Take a shared conversation from the own list',
        browserOnly: true,
        responses: { 204: { description: 'It is not shared with the account any more' } },
        errors: [403, 507],
      }),
    )
}

/** A shared conversation, as it is read. */
function sharedAnswer(shares: Shares, context: HttpContext, share: SharedConversation): Response {
  const { records, largestBytes: pieceBytes } = shares.messages(share)
  const pieces = jsonWithList('messages', sharedMessageViews(records), headView(share))
  return textStream(context, pieces, {
    contentType: 'application/json; charset=utf-8',
    pieceBytes,
  })
}

function headView({
  id,
  title,
  from,
  isFromPrimary,
  hasFiles,
  createdAt,
  expiresAt,
}: SharedConversation) {
  return {
    id,
    title,
    from,
    from_primary: isFromPrimary,
    attachments: hasFiles,
    created_at: timeView(createdAt),
    expires_at: timeOrNullView(expiresAt ?? undefined),
  }
}

function shareView({
  id,
  memberName,
  messageId,
  hasFiles,
  createdAt,
  expiresAt,
}: Share): Static<typeof ConversationShare> {
  return {
    id,
    member: memberName ?? null,
    message_id: messageId,
    attachments: hasFiles,
    created_at: timeView(createdAt),
    expires_at: timeOrNullView(expiresAt ?? undefined),
  }
}

/** @throws {AppError} `forbidden` for a key that is nobody's account */
function account(actor: Actor): string {
  const id = accountOf(actor)
  if (id !== undefined) return id
  throw new AppError('forbidden', 'Sign in instead: a key has no account to share with others')
}
