import { type Static, t } from 'elysia'
import type { RequestContext } from '../../../guards/request-context.ts'
import { jsonAnswer } from '../../../http/reply/text-stream.ts'
import { documented } from '../../kit/openapi.ts'
import { DeletedResponse, InputItems, KeptAnswer } from './answer-schema.ts'
import { refuseAt } from './refuse-at.ts'
import {
  cancelResponse,
  deleteResponse,
  inputItemList,
  type StoredServices,
  storedResponse,
} from './stored-view.ts'

/** Of the paths of one kept response. */
export const KeptParams = t.Object({ id: t.String() })
const Include = t.Optional(t.Unknown({ description: 'Ignored' }))
export const KeptQuery = t.Object({
  stream: t.Optional(t.Boolean({ description: 'Only false: a kept answer is read whole' })),
  include: Include,
})
export const ItemsQuery = t.Object({
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  order: t.Optional(t.Union([t.Literal('asc'), t.Literal('desc')])),
  after: t.Optional(t.String()),
  include: Include,
})

interface StoredRequest<query> {
  context: RequestContext
  params: { id: string }
  query: query
}

/** What the paths below one that makes responses do with those that are kept. */
export function keptHandlers(services: StoredServices) {
  return {
    get: ({ context, params, query }: StoredRequest<Static<typeof KeptQuery>>) => {
      if (query.stream === true) refuseAt('stream', 'a kept answer is read whole')
      return jsonAnswer(context.request, () =>
        storedResponse(services, context.caller.owner, params.id),
      )
    },
    delete: ({ context, params }: StoredRequest<unknown>) =>
      deleteResponse(services, context.caller.owner, params.id),
    inputItems: ({ context, params, query }: StoredRequest<Static<typeof ItemsQuery>>) =>
      jsonAnswer(context.request, () =>
        inputItemList(services, context.caller.owner, params.id, query),
      ),
    cancel: ({ context, params }: StoredRequest<unknown>) =>
      jsonAnswer(context.request, () => cancelResponse(services, context.caller.owner, params.id)),
  }
}

/**
 * The descriptions of these paths.
 *
 * @param of Behind each summary, as all of the API differ
 */
export function keptDetails(tag: string, of = '') {
  const tags = [tag]
  return {
    get: documented({
      summary: `Get a kept response${of}`,
      description: 'Of an answer in the background, its `status` for now.',
      tags,
      responses: { 200: KeptAnswer },
      errors: [429],
    }),
    delete: documented({
      summary: `Delete a kept response${of}`,
      description: 'An answer in the background ends. What continues it cannot be continued.',
      tags,
      responses: { 200: { description: 'It is deleted', schema: DeletedResponse } },
    }),
    inputItems: documented({
      summary: `What was asked for a kept response${of}`,
      description: 'Without what it continues. The last item comes first, unless `order` is `asc`.',
      tags,
      responses: { 200: { description: 'OpenAI’s list', schema: InputItems } },
      errors: [429],
    }),
    cancel: documented({
      summary: `Cancel a response in the background${of}`,
      description: 'One that has ended stays as it is.',
      tags,
      responses: { 200: KeptAnswer },
      errors: [422, 429],
    }),
  }
}
