import { Elysia } from 'elysia'
import { callerOf } from '../../../core/identity/actor.ts'
import type { ChatTask } from '../../../core/text/chat.ts'
import type { guards } from '../../../guards/index.ts'
import { connectionOf } from '../../../http/server/connection.ts'
import { documented } from '../../kit/openapi.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import { responsesAnswers } from './answer-schema.ts'
import {
  CODE_RESPONSES_EXAMPLES,
  DescribedCodeResponsesBody,
  DescribedResponsesBody,
  RESPONSES_EXAMPLES,
} from './described-body.ts'
import { codeResponsesDialect, type ResponsesServices, responsesDialect } from './dialect.ts'
import { ItemsQuery, KeptParams, KeptQuery, keptDetails, keptHandlers } from './kept-routes.ts'

type Services = AnswerServices & ResponsesServices & { guards: ReturnType<typeof guards> }

const WORDS =
  'As OpenAI’s Responses, whole or streamed; other fields of theirs are ignored. It costs no credits. Refusals as of `/v1/chat/completions`.'
/** POST /v1/responses, and the kept answers under it. */
export function responsesRoutes(services: Services, task: ChatTask) {
  const surface = { ...responsesDialect(services), task }
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
    .post(
      '/v1/responses',
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
          tags: ['Chat'],
          body: DescribedResponsesBody,
          bodyExamples: RESPONSES_EXAMPLES,
          ...responsesAnswers,
        }),
      },
    )
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
    .post(
      '/api/code/v1/responses',
      ({ request, actor }) =>
        answerChat(services, surface, request, callerOf(actor, connectionOf(request).requestId)),
      {
        errorShape: 'openai',
        sensitive: true,
        requireDevice: true,
        parse: 'none',
        detail: documented({
          summary: 'Make a response to a conversation of text',
          description: `${WORDS} Text up to 4 MiB; two requests of an account run at a time, and a third waits up to three minutes for its turn. A request that is wrong or too large is refused with 400 in place of 422 or 413.`,
          tags: ['Code assistants'],
          body: DescribedCodeResponsesBody,
          bodyExamples: CODE_RESPONSES_EXAMPLES,
          // Codex asks six times after 413 and 422, with the whole body each time.
          refusesWith400: true,
          ...responsesAnswers,
        }),
      },
    )
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
