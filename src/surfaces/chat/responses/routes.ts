import { Elysia, t } from 'elysia'
import { type Actor, callerOf } from '../../../core/identity/actor.ts'
import type { ChatTask } from '../../../core/text/chat.ts'
import type { guards } from '../../../guards/index.ts'
import { connectionOf } from '../../../http/server/connection.ts'
import { documented } from '../../kit/openapi.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import { DeletedResponse, InputItems, KeptAnswer, responsesAnswers } from './answer-schema.ts'
import {
  CODE_RESPONSES_EXAMPLES,
  DescribedCodeResponsesBody,
  DescribedResponsesBody,
  RESPONSES_EXAMPLES,
} from './described-body.ts'
import { codeResponsesDialect, type ResponsesServices, responsesDialect } from './dialect.ts'
import { cancelResponse, deleteResponse, inputItemList, keptResponse } from './kept-view.ts'
import { refuseAt } from './refuse-at.ts'

type Services = AnswerServices & ResponsesServices & { guards: ReturnType<typeof guards> }

const WORDS =
  'As OpenAI’s Responses, whole or streamed; other fields of theirs are ignored. It costs no credits. Refusals as of `/v1/chat/completions`.'
const Params = t.Object({ id: t.String() })
const Include = t.Optional(t.Unknown({ description: 'Ignored' }))
const KeptQuery = t.Object({
  stream: t.Optional(t.Boolean({ description: 'Only false: a kept answer is read whole' })),
  include: Include,
})
const Query = t.Object({
  limit: t.Optional(t.Integer({ minimum: 1, maximum: 100 })),
  order: t.Optional(t.Union([t.Literal('asc'), t.Literal('desc')])),
  after: t.Optional(t.String()),
  include: Include,
})

/** POST /v1/responses, and the kept answers under it. */
export function responsesRoutes(services: Services, task: ChatTask) {
  const surface = { ...responsesDialect(services), task }
  const ownerOf = (actor: Actor, request: Request) =>
    callerOf(actor, connectionOf(request).requestId).owner
  const own = {
    errorShape: 'openai' as const,
    sensitive: true as const,
    requireApiKey: true as const,
    params: Params,
  }
  const tags = ['Chat']
  return new Elysia({ name: 'surfaces/chat/responses', prefix: '/v1/responses' })
    .use(services.guards)
    .post(
      '',
      ({ request, actor }) =>
        answerChat(services, surface, request, callerOf(actor, connectionOf(request).requestId)),
      {
        errorShape: 'openai',
        sensitive: true,
        requireApiKey: 'generate',
        parse: 'none',
        detail: documented({
          summary: 'Make a response',
          description: `${WORDS}\n\nThe answer is kept for its owner, unless \`store\` is false, so that \`previous_response_id\` and \`item_reference\` find it.`,
          tags,
          body: DescribedResponsesBody,
          bodyExamples: RESPONSES_EXAMPLES,
          ...responsesAnswers,
        }),
      },
    )
    .get(
      '/:id',
      ({ request, actor, params, query }) => {
        if (query.stream === true) refuseAt('stream', 'a kept answer is read whole')
        return keptResponse(services, ownerOf(actor, request), params.id)
      },
      {
        ...own,
        query: KeptQuery,
        detail: documented({
          summary: 'Get a kept response',
          description: 'Of an answer in the background, its `status` for now.',
          tags,
          responses: { 200: KeptAnswer },
        }),
      },
    )
    .delete(
      '/:id',
      ({ request, actor, params }) => deleteResponse(services, ownerOf(actor, request), params.id),
      {
        ...own,
        detail: documented({
          summary: 'Delete a kept response',
          description: 'An answer in the background ends. What continues it cannot be continued.',
          tags,
          responses: { 200: { description: 'It is deleted', schema: DeletedResponse } },
        }),
      },
    )
    .get(
      '/:id/input_items',
      ({ request, actor, params, query }) =>
        inputItemList(services, ownerOf(actor, request), params.id, query),
      {
        ...own,
        query: Query,
        detail: documented({
          summary: 'What was asked for a kept response',
          description:
            'Without what it continues. The last item comes first, unless `order` is `asc`.',
          tags,
          responses: { 200: { description: 'OpenAI’s list', schema: InputItems } },
        }),
      },
    )
    .post(
      '/:id/cancel',
      ({ request, actor, params }) => cancelResponse(services, ownerOf(actor, request), params.id),
      {
        ...own,
        parse: 'none',
        detail: documented({
          summary: 'Cancel a response in the background',
          description: 'One that has ended stays as it is.',
          tags,
          responses: { 200: KeptAnswer },
          errors: [422],
        }),
      },
    )
}

/** POST /api/code/v1/responses */
export function codeResponsesRoutes(services: Services, task: ChatTask) {
  const { codeLeaseWaitMs: leaseWaitMs } = services.limits
  const sendsHeadersAtOnce = true as const
  const surface = { ...codeResponsesDialect(services), task, leaseWaitMs, sendsHeadersAtOnce }
  return new Elysia({ name: 'surfaces/chat/code-responses', prefix: '/api/code/v1' })
    .use(services.guards)
    .post(
      '/responses',
      ({ request, actor }) =>
        answerChat(services, surface, request, callerOf(actor, connectionOf(request).requestId)),
      {
        errorShape: 'openai',
        sensitive: true,
        requireDevice: true,
        parse: 'none',
        detail: documented({
          summary: 'Make a response to a conversation of text',
          description: `${WORDS} Text up to 4 MiB; two requests of an account run at a time, and a third waits up to three minutes for its turn.`,
          tags: ['Code assistants'],
          body: DescribedCodeResponsesBody,
          bodyExamples: CODE_RESPONSES_EXAMPLES,
          ...responsesAnswers,
        }),
      },
    )
}
