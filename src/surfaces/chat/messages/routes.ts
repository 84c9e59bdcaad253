import { Elysia } from 'elysia'

import type { ChatTask } from '../../../core/text/chat.ts'
import type { guards } from '../../../guards/index.ts'

import { documented } from '../../kit/openapi.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import { messagesResponses, TokenCount } from './answer-schema.ts'
import { CODE_MESSAGES, counting, MESSAGES } from './dialect.ts'
import { COUNT_EXAMPLES, MESSAGES_EXAMPLES, MessagesBody } from './schema.ts'

interface MessagesServices extends AnswerServices {
  guards: ReturnType<typeof guards>
}

const WORDS =
  'As Anthropic’s Messages, for their clients and for Claude Code (`ANTHROPIC_BASE_URL`). Guards, models, bounds and the queue are those of `/v1/chat/completions`. The sampling options, tools, pictures, documents and JSON schemas are passed on; the caching of prompts, and tools that Anthropic runs itself, are ignored.'
const COUNT_WORDS =
  'By the length of its texts and tools: 3.5 characters are a token, a picture or file is 1,600. No model is asked. As a body may be large, it counts among the requests of its caller.'

/** POST /v1/messages and /v1/messages/count_tokens. */
export function messagesRoutes(services: MessagesServices, task: ChatTask) {
  const surface = { ...MESSAGES, task }
  const count = counting(surface)
  const options = { errorShape: 'anthropic', requireApiKey: 'generate', parse: 'none' } as const
  return new Elysia({ name: 'surfaces/chat/messages', prefix: '/v1/messages' })
    .use(services.guards)
    .post('', ({ context }) => answerChat(services, surface, context), {
      ...options,
      detail: documented({
        summary: 'Answer a conversation for Anthropic’s clients',
        description: WORDS,
        tags: ['Chat'],
        body: MessagesBody,
        bodyExamples: MESSAGES_EXAMPLES,
        ...messagesResponses,
      }),
    })
    .post('/count_tokens', ({ context }) => answerChat(services, count, context), {
      ...options,
      detail: documented({
        summary: 'Estimate the tokens of a conversation',
        description: COUNT_WORDS,
        tags: ['Chat'],
        body: MessagesBody,
        bodyExamples: COUNT_EXAMPLES,
        responses: { 200: { description: 'The estimate', schema: TokenCount } },
        errors: [429],
      }),
    })
}

/** The same for code assistants, of text. */
export function codeMessagesRoutes(services: MessagesServices, task: ChatTask) {
  const surface = {
    ...CODE_MESSAGES,
    task,
    leaseWaitMs: services.limits.codeLeaseWaitMs,
    sendsHeadersAtOnce: true as const,
  }
  const count = counting(surface)
  const options = {
    errorShape: 'anthropic',
    sensitive: true,
    requireDevice: true,
    parse: 'none',
  } as const
  return new Elysia({ name: 'surfaces/chat/messages/code', prefix: '/api/code/v1/messages' })
    .use(services.guards)
    .post('', ({ context }) => answerChat(services, surface, context), {
      ...options,
      detail: documented({
        summary: 'Answer a conversation of text for Anthropic’s clients',
        description:
          'As `/v1/messages`, for text up to 4 MiB. Two requests of an account run at a time; a third waits up to three minutes for its turn.',
        tags: ['Code assistants'],
        body: MessagesBody,
        bodyExamples: MESSAGES_EXAMPLES,
        ...messagesResponses,
      }),
    })
    .post('/count_tokens', ({ context }) => answerChat(services, count, context), {
      ...options,
      detail: documented({
        summary: 'Estimate the tokens of a conversation of text',
        description: COUNT_WORDS,
        tags: ['Code assistants'],
        body: MessagesBody,
        bodyExamples: COUNT_EXAMPLES,
        responses: { 200: { description: 'The estimate', schema: TokenCount } },
        errors: [429],
      }),
    })
}
