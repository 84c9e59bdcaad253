import { Elysia } from 'elysia'

import type { ChatTask } from '../../../core/text/chat.ts'
import type { guards } from '../../../guards/index.ts'

import { AppError } from '../../../platform/errors.ts'
import { documented } from '../../kit/openapi.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import { InputTokenCount, responsesAnswers } from './answer-schema.ts'
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
  TokenCountBody,
} from './schema.ts'
import { ItemsQuery, KeptParams, KeptQuery, keptDetails, keptHandlers } from './stored-routes.ts'

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

/** POST /v1/responses, and the kept answers under it. */
export function responsesRoutes(services: Services, task: ChatTask) {
  const surface = { ...responsesDialect(services), task }
  const count = counting(surface)
  const kept = keptHandlers(services)
  const details = keptDetails('Chat')
  const own = {
    errorShape: 'openai' as const,
    sensitive: true as const,
    requireApiKey: true as const,
    params: KeptParams,
  }
  return new Elysia({ name: 'surfaces/chat/responses' })
    .use(services.guards)
    .post('/v1/responses', ({ context }) => answerChat(services, surface, context), {
      errorShape: 'openai',
      sensitive: true,
      requireApiKey: 'generate',
      parse: 'none',
      detail: documented({
        summary: 'Make a response',
        description: `${WORDS}\n\nThe answer is kept for its owner, unless \`store\` is false, so that \`previous_response_id\` and \`item_reference\` find it.`,
        tags: ['Chat'],
        body: ResponsesBody,
        bodyExamples: RESPONSES_EXAMPLES,
        ...responsesAnswers,
      }),
    })
    .post('/v1/responses/input_tokens', ({ context }) => answerChat(services, count, context), {
      errorShape: 'openai',
      sensitive: true,
      requireApiKey: 'generate',
      parse: 'none',
      detail: documented({
        summary: 'Estimate the tokens of a request',
        description: COUNT_WORDS,
        tags: ['Chat'],
        body: TokenCountBody,
        bodyExamples: COUNT_EXAMPLES,
        responses: { 200: { description: 'The estimate', schema: InputTokenCount } },
        errors: [404, 429],
      }),
    })
    .post('/v1/responses/compact', refuseCompaction, {
      errorShape: 'openai',
      sensitive: true,
      requireApiKey: 'generate',
      parse: 'none',
      detail: documented({
        summary: 'Compact a conversation',
        description: COMPACT_WORDS,
        tags: ['Chat'],
        responses: {},
        errors: [422],
      }),
    })
    .get('/v1/responses/:id', kept.get, { ...own, query: KeptQuery, detail: details.get })
    .delete('/v1/responses/:id', kept.delete, { ...own, detail: details.delete })
    .get('/v1/responses/:id/input_items', kept.inputItems, {
      ...{ ...own, query: ItemsQuery },
      detail: details.inputItems,
    })
    .post('/v1/responses/:id/cancel', kept.cancel, {
      ...own,
      parse: 'none',
      detail: details.cancel,
    })
}

/** POST /api/code/v1/responses, and the kept answers under it. */
export function codeResponsesRoutes(services: Services, task: ChatTask) {
  const { codeLeaseWaitMs: leaseWaitMs } = services.limits
  const sendsHeadersAtOnce = true as const
  const surface = { ...codeResponsesDialect(services), task, leaseWaitMs, sendsHeadersAtOnce }
  const count = counting(surface)
  const kept = keptHandlers(services)
  const details = keptDetails('Code assistants', ' of a code assistant')
  const own = {
    errorShape: 'openai' as const,
    sensitive: true as const,
    requireDevice: true as const,
    params: KeptParams,
  }
  return new Elysia({ name: 'surfaces/chat/code-responses' })
    .use(services.guards)
    .post('/api/code/v1/responses', ({ context }) => answerChat(services, surface, context), {
      errorShape: 'openai',
      sensitive: true,
      requireDevice: true,
      parse: 'none',
      detail: documented({
        summary: 'Make a response to a conversation of text',
        description: `${WORDS} Text up to 4 MiB; two requests of an account run at a time, and a third waits up to three minutes for its turn. A request that is wrong or too large is refused with 400 in place of 422 or 413.`,
        tags: ['Code assistants'],
        body: ResponsesBody,
        bodyExamples: CODE_RESPONSES_EXAMPLES,
        // Codex asks six times after 413 and 422, with the whole body each time.
        refusesWith400: true,
        ...responsesAnswers,
      }),
    })
    .post(
      '/api/code/v1/responses/input_tokens',
      ({ context }) => answerChat(services, count, context),
      {
        errorShape: 'openai',
        sensitive: true,
        requireDevice: true,
        parse: 'none',
        detail: documented({
          summary: 'Estimate the tokens of a request of a code assistant',
          description: COUNT_WORDS,
          tags: ['Code assistants'],
          body: TokenCountBody,
          bodyExamples: COUNT_EXAMPLES,
          refusesWith400: true,
          responses: { 200: { description: 'The estimate', schema: InputTokenCount } },
          errors: [404, 429],
        }),
      },
    )
    .post('/api/code/v1/responses/compact', refuseCompaction, {
      errorShape: 'openai',
      sensitive: true,
      requireDevice: true,
      parse: 'none',
      detail: documented({
        summary: 'Compact a conversation of a code assistant',
        description: COMPACT_WORDS,
        tags: ['Code assistants'],
        refusesWith400: true,
        responses: {},
        errors: [400],
      }),
    })
    .get('/api/code/v1/responses/:id', kept.get, { ...own, query: KeptQuery, detail: details.get })
    .delete('/api/code/v1/responses/:id', kept.delete, { ...own, detail: details.delete })
    .get('/api/code/v1/responses/:id/input_items', kept.inputItems, {
      ...{ ...own, query: ItemsQuery },
      detail: details.inputItems,
    })
    .post('/api/code/v1/responses/:id/cancel', kept.cancel, {
      ...own,
      parse: 'none',
      detail: details.cancel,
    })
}
