import { Elysia } from 'elysia'
import { callerOf } from '../../../core/identity/actor.ts'
import type { ChatTask } from '../../../core/text/chat.ts'
import type { guards } from '../../../guards/index.ts'
import { readJson } from '../../../http/body/json.ts'
import { connectionOf } from '../../../http/server/connection.ts'
import { documented } from '../../kit/openapi.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import { MAX_CHAT_BYTES, MAX_CODE_CHAT_BYTES } from '../limits.ts'
import { messagesResponses, TokenCount } from './answer-schema.ts'
import { estimatedTokens } from './count-tokens.ts'
import { COUNT_EXAMPLES, DescribedMessagesBody, MESSAGES_EXAMPLES } from './described-body.ts'
import { CODE_MESSAGES, MESSAGES } from './dialect.ts'
import { MessagesBody } from './schema.ts'

interface MessagesServices extends AnswerServices {
  guards: ReturnType<typeof guards>
}

const WORDS =
  'As Anthropic’s Messages, for their clients and for Claude Code (`ANTHROPIC_BASE_URL`). Guards, models, bounds and the queue are those of `/v1/chat/completions`. The sampling options, tools, pictures, documents and JSON schemas are passed on; the caching of prompts, and tools that Anthropic runs itself, are ignored.'
const COUNT_WORDS =
  'By the length of its texts and tools: 3.5 characters are a token, a picture or file is 1,600. No model is asked.'

/** POST /v1/messages and /v1/messages/count_tokens. */
export function messagesRoutes(services: MessagesServices, task: ChatTask) {
  const surface = { ...MESSAGES, task }
  const options = { errorShape: 'anthropic', requireApiKey: 'generate', parse: 'none' } as const
  return new Elysia({ name: 'surfaces/chat/messages', prefix: '/v1/messages' })
    .use(services.guards)
    .post(
      '',
      ({ request, actor }) =>
        answerChat(services, surface, request, callerOf(actor, connectionOf(request).requestId)),
      {
        ...options,
        detail: documented({
          summary: 'Answer a conversation for Anthropic’s clients',
          description: WORDS,
          tags: ['Chat'],
          body: DescribedMessagesBody,
          bodyExamples: MESSAGES_EXAMPLES,
          ...messagesResponses,
        }),
      },
    )
    .post('/count_tokens', ({ request }) => countTokens(request, MAX_CHAT_BYTES), {
      ...options,
      detail: documented({
        summary: 'Estimate the tokens of a conversation',
        description: COUNT_WORDS,
        tags: ['Chat'],
        body: DescribedMessagesBody,
        bodyExamples: COUNT_EXAMPLES,
        responses: { 200: { description: 'The estimate', schema: TokenCount } },
      }),
    })
}

/** The same for code assistants, of text. */
export function codeMessagesRoutes(services: MessagesServices, task: ChatTask) {
  const surface = { ...CODE_MESSAGES, task, leaseWaitMs: services.limits.codeLeaseWaitMs }
  const options = {
    errorShape: 'anthropic',
    sensitive: true,
    requireDevice: true,
    parse: 'none',
  } as const
  return new Elysia({ name: 'surfaces/chat/messages/code', prefix: '/api/code/v1/messages' })
    .use(services.guards)
    .post(
      '',
      ({ request, actor }) =>
        answerChat(services, surface, request, callerOf(actor, connectionOf(request).requestId)),
      {
        ...options,
        detail: documented({
          summary: 'Answer a conversation of text for Anthropic’s clients',
          description:
            'As `/v1/messages`, for text up to 4 MiB. Two requests of an account run at a time; a third waits up to three minutes for its turn.',
          tags: ['Code assistants'],
          body: DescribedMessagesBody,
          bodyExamples: MESSAGES_EXAMPLES,
          ...messagesResponses,
        }),
      },
    )
    .post('/count_tokens', ({ request }) => countTokens(request, MAX_CODE_CHAT_BYTES), {
      ...options,
      detail: documented({
        summary: 'Estimate the tokens of a conversation of text',
        description: COUNT_WORDS,
        tags: ['Code assistants'],
        body: DescribedMessagesBody,
        bodyExamples: COUNT_EXAMPLES,
        responses: { 200: { description: 'The estimate', schema: TokenCount } },
      }),
    })
}

async function countTokens(request: Request, maxBytes: number): Promise<{ input_tokens: number }> {
  return { input_tokens: estimatedTokens(await readJson(request, MessagesBody, maxBytes)) }
}
