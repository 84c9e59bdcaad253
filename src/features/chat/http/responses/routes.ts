import { Elysia, type Static, t } from 'elysia'
import type { guards } from '../../../../guards/index.ts'
import type { RequestContext } from '../../../../guards/request-context.ts'
import { jsonAnswer } from '../../../../http/reply/text-stream.ts'
import { AppError } from '../../../../platform/errors.ts'
import { documented, route } from '../../../shared/openapi.ts'
import type { ChatTask } from '../../chat.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import {
  cancelResponse,
  DeletedResponse,
  deleteResponse,
  InputItems,
  InputTokenCount,
  inputItemList,
  responsesAnswers,
  StoredAnswer,
  type StoredServices,
  storedResponse,
} from './answer-schema.ts'
import {
  codeResponsesDialect,
  counting,
  type ResponsesServices,
  responsesDialect,
} from './dialect.ts'
import {
  CODE_RESPONSES_EXAMPLES,
  COUNT_EXAMPLES,
  RESPONSES_EXAMPLES,
  ResponsesBody,
  refuseAt,
  TokenCountBody,
} from './schema.ts'

type Services = AnswerServices & ResponsesServices & { guards: ReturnType<typeof guards> }

const WORDS =
  'As OpenAI’s Responses, whole or streamed; other fields of theirs are ignored. It costs no credits. Refusals as of `/v1/chat/completions`.'
const COUNT_WORDS =
  'As `/v1/messages/count_tokens` does: by the length of its texts and tools, without asking a model. As a body may be large, it counts among the requests of its caller.'
const COMPACT_WORDS =
  'Always refused: `compaction` items, which only a server of OpenAI can write, are not made here, and those that are sent are left out.'

function refuseCompaction(): never {
  throw new AppError(
    'invalid',
    'Cannot compact a conversation: this service makes no compaction items. Send its items, or continue it by previous_response_id',
  )
}

/** POST /v1/responses, and the stored answers under it. */
export function responsesRoutes(services: Services, task: ChatTask) {
  const surface = { ...responsesDialect(services), task }
  const count = counting(surface)
  const stored = storedHandlers(services)
  const details = storedDetails('Chat')
  const own = {
    errorShape: 'openai' as const,
    sensitive: true as const,
    requireApiKey: true as const,
    params: StoredParams,
  }
  return new Elysia({ name: 'features/chat/responses' })
    .use(services.guards)
    .post(
      '/v1/responses',
      ({ context }) => answerChat(services, surface, context),
      route({
        errorShape: 'openai',
        sensitive: true,
        requireApiKey: 'generate',
        summary: 'Make a response',
        description: `${WORDS}\n\nThe answer is stored for its owner, unless \`store\` is false, so that \`previous_response_id\` and \`item_reference\` find it.`,
        tags: ['Chat'],
        body: ResponsesBody,
        bodyExamples: RESPONSES_EXAMPLES,
        ...responsesAnswers,
      }),
    )
    .post(
      '/v1/responses/input_tokens',
      ({ context }) => answerChat(services, count, context),
      route({
        errorShape: 'openai',
        sensitive: true,
        requireApiKey: 'generate',
        summary: 'Estimate the tokens of a request',
        description: COUNT_WORDS,
        tags: ['Chat'],
        body: TokenCountBody,
        bodyExamples: COUNT_EXAMPLES,
        responses: { 200: { description: 'The estimate', schema: InputTokenCount } },
        errors: [404, 429],
      }),
    )
    .post(
      '/v1/responses/compact',
      refuseCompaction,
      route({
        errorShape: 'openai',
        sensitive: true,
        requireApiKey: 'generate',
        summary: 'Compact a conversation',
        description: COMPACT_WORDS,
        tags: ['Chat'],
        responses: {},
        errors: [422],
      }),
    )
    .get('/v1/responses/:id', stored.get, { ...own, query: StoredQuery, detail: details.get })
    .delete('/v1/responses/:id', stored.delete, { ...own, detail: details.delete })
    .get('/v1/responses/:id/input_items', stored.inputItems, {
      ...own,
      query: ItemsQuery,
      detail: details.inputItems,
    })
    .post('/v1/responses/:id/cancel', stored.cancel, {
      ...own,
      parse: 'none',
      detail: details.cancel,
    })
}

/** POST /api/code/v1/responses, and the stored answers under it. */
export function codeResponsesRoutes(services: Services, task: ChatTask) {
  const { codeLeaseWaitMs: leaseWaitMs } = services.limits
  const sendsHeadersAtOnce = true as const
  const surface = { ...codeResponsesDialect(services), task, leaseWaitMs, sendsHeadersAtOnce }
  const count = counting(surface)
  const stored = storedHandlers(services)
  const details = storedDetails('Code assistants', ' of a code assistant')
  const own = {
    errorShape: 'openai' as const,
    sensitive: true as const,
    requireDevice: true as const,
    params: StoredParams,
  }
  return new Elysia({ name: 'features/chat/code-responses' })
    .use(services.guards)
    .post(
      '/api/code/v1/responses',
      ({ context }) => answerChat(services, surface, context),
      route({
        errorShape: 'openai',
        sensitive: true,
        requireDevice: true,
        summary: 'Make a response to a conversation of text',
        description: `${WORDS} Text up to 4 MiB; two requests of an account run at a time, and a third waits up to three minutes for its turn. A request that is wrong or too large is refused with 400 in place of 422 or 413.`,
        tags: ['Code assistants'],
        body: ResponsesBody,
        bodyExamples: CODE_RESPONSES_EXAMPLES,
        // Codex asks six times after 413 and 422, with the whole body each time.
        refusesWith400: true,
        ...responsesAnswers,
      }),
    )
    .post(
      '/api/code/v1/responses/input_tokens',
      ({ context }) => answerChat(services, count, context),
      route({
        errorShape: 'openai',
        sensitive: true,
        requireDevice: true,
        summary: 'Estimate the tokens of a request of a code assistant',
        description: COUNT_WORDS,
        tags: ['Code assistants'],
        body: TokenCountBody,
        bodyExamples: COUNT_EXAMPLES,
        refusesWith400: true,
        responses: { 200: { description: 'The estimate', schema: InputTokenCount } },
        errors: [404, 429],
      }),
    )
    .post(
      '/api/code/v1/responses/compact',
      refuseCompaction,
      route({
        errorShape: 'openai',
        sensitive: true,
        requireDevice: true,
        summary: 'Compact a conversation of a code assistant',
        description: COMPACT_WORDS,
        tags: ['Code assistants'],
        refusesWith400: true,
        responses: {},
        errors: [400],
      }),
    )
    .get('/api/code/v1/responses/:id', stored.get, {
      ...own,
      query: StoredQuery,
      detail: details.get,
    })
    .delete('/api/code/v1/responses/:id', stored.delete, { ...own, detail: details.delete })
    .get('/api/code/v1/responses/:id/input_items', stored.inputItems, {
      ...own,
      query: ItemsQuery,
      detail: details.inputItems,
    })
    .post('/api/code/v1/responses/:id/cancel', stored.cancel, {
      ...own,
      parse: 'none',
      detail: details.cancel,
    })
}

/** Of the paths of one stored response. */
const StoredParams = t.Object({ id: t.String() })
const Include = t.Optional(t.Unknown({ description: 'Ignored' }))
const StoredQuery = t.Object({
  stream: t.Optional(t.Boolean({ description: 'Only false: a stored answer is read whole' })),
  include: Include,
})
const ItemsQuery = t.Object({
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

/** What the paths below one that makes responses do with those that are stored. */
function storedHandlers(services: StoredServices) {
  return {
    get: ({ context, params, query }: StoredRequest<Static<typeof StoredQuery>>) => {
      if (query.stream === true) refuseAt('stream', 'a stored answer is read whole')
      return jsonAnswer(context, () => storedResponse(services, context.caller.owner, params.id))
    },
    delete: ({ context, params }: StoredRequest<unknown>) =>
      deleteResponse(services, context.caller.owner, params.id),
    inputItems: ({ context, params, query }: StoredRequest<Static<typeof ItemsQuery>>) =>
      jsonAnswer(context, () => inputItemList(services, context.caller.owner, params.id, query)),
    cancel: ({ context, params }: StoredRequest<unknown>) =>
      jsonAnswer(context, () => cancelResponse(services, context.caller.owner, params.id)),
  }
}

/**
 * The descriptions of these paths.
 *
 * @param of Behind each summary, as all of the API differ
 */
function storedDetails(tag: string, of = '') {
  const tags = [tag]
  return {
    get: documented({
      summary: `Get a stored response${of}`,
      description: 'Of an answer in the background, its `status` for now.',
      tags,
      responses: { 200: StoredAnswer },
      errors: [429],
    }),
    delete: documented({
      summary: `Delete a stored response${of}`,
      description: 'An answer in the background ends. What continues it cannot be continued.',
      tags,
      responses: { 200: { description: 'It is deleted', schema: DeletedResponse } },
    }),
    inputItems: documented({
      summary: `What was asked for a stored response${of}`,
      description: 'Without what it continues. The last item comes first, unless `order` is `asc`.',
      tags,
      responses: { 200: { description: 'OpenAI’s list', schema: InputItems } },
      errors: [429],
    }),
    cancel: documented({
      summary: `Cancel a response in the background${of}`,
      description: 'One that has ended stays as it is.',
      tags,
      responses: { 200: StoredAnswer },
      errors: [422, 429],
    }),
  }
}
