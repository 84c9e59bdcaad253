import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { AnswerHeaders } from '../../guards/browser.ts'
import { setRateHeaders } from '../../http/reply/error-body.ts'
import { fileResponse } from '../../http/reply/file.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { route } from '../shared/openapi.ts'
import { FILE_RESPONSES, fileAnswer, RANGE_HEADERS } from './attachment-routes.ts'
import { AttachmentParams } from './schema.ts'
import {
  PartQuery,
  SharedConversationView,
  type ShareServices,
  sharedAnswer,
} from './share-routes.ts'

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
    .get(
      '',
      ({ context, set }) => sharedAnswer(shares, context, shareOf(context, set)),
      route({
        sensitive: true,
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
        sensitive: true,
        open: true,
        limited: SHARED_LINK_LIMIT,
        params: FileParams,
        query: PartQuery,
        summary: 'A file that is attached to a message shared by a link',
        requiredHeaders: TOKEN_HEADER,
        headers: RANGE_HEADERS,
        responses: FILE_RESPONSES,
        errors: [416],
      }),
    )
}
