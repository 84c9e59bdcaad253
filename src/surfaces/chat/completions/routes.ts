import { Elysia } from 'elysia'

import type { ChatTask } from '../../../core/text/chat.ts'
import type { guards } from '../../../guards/index.ts'

import { documented } from '../../kit/openapi.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import { COMPLETIONS } from './dialect.ts'
import { CompletionBody, completionResponses } from './schema.ts'

interface CompletionServices extends AnswerServices {
  guards: ReturnType<typeof guards>
}

/** POST /v1/completions. */
export function completionRoutes(services: CompletionServices, task: ChatTask) {
  const surface = { ...COMPLETIONS, task }
  return new Elysia({ name: 'surfaces/chat/completions' })
    .use(services.guards)
    .post('/v1/completions', ({ context }) => answerChat(services, surface, context), {
      errorShape: 'openai',
      requireApiKey: 'generate',
      parse: 'none',
      detail: documented({
        summary: 'Answer a prompt for older clients',
        description:
          'As OpenAI’s completions before chats: the prompt is the one message of a chat, and the sampling options are those of `/v1/chat/completions`. A suffix, token probabilities, several prompts and several answers are refused with 422.',
        tags: ['Chat'],
        body: CompletionBody,
        bodyExamples: {
          prompt: {
            summary: 'A prompt',
            value: { model: 'auto', prompt: 'Why is the sky blue?', max_tokens: 100 },
          },
        },
        ...completionResponses,
      }),
    })
}
