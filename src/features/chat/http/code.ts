import { Elysia } from 'elysia'
import type { RequestContext } from '../../../guards/request-context.ts'
import { route } from '../../shared/openapi.ts'
import type { ChatTask } from '../chat.ts'
import { answerChat } from './answer.ts'
import { chatResponses } from './chat-completions/answer-schema.ts'
import { CODE_CHAT_COMPLETIONS } from './chat-completions/dialect.ts'
import { CODE_CHAT_EXAMPLES, CodeChatBody } from './chat-completions/schema.ts'
import { modelList, nameInPath, oneModel } from './model-list.ts'
import { Model, ModelList, ModelParams } from './model-schema.ts'
import type { ChatServices } from './routes.ts'

/** POST /api/code/v1/chat/completions and GET /api/code/v1/models, whole or one of them. */
export function codeChatRoutes(services: ChatServices & { codeModelHint: string }, task: ChatTask) {
  const { guards, models, limits, now } = services
  const surface = { ...CODE_CHAT_COMPLETIONS, task, leaseWaitMs: limits.codeLeaseWaitMs }
  const optionsOf = ({ caller }: RequestContext) => ({
    models,
    caller,
    now: now(),
  })
  const modelOptions = {
    errorShape: 'openai' as const,
    sensitive: true as const,
    requireDevice: true as const,
  }
  return new Elysia({
    name: 'features/chat/code',
    prefix: '/api/code/v1',
    tags: ['Code assistants'],
  })
    .use(guards)
    .get(
      '/models',
      ({ context }) => modelList(optionsOf(context)),
      route({
        ...modelOptions,
        summary: 'Models for code assistants',
        responses: {
          200: { description: 'The list of OpenAI’s and Anthropic’s clients', schema: ModelList },
        },
      }),
    )
    .get(
      '/models/:model',
      ({ context, params }) => oneModel(optionsOf(context), params.model, services.codeModelHint),
      route({
        ...modelOptions,
        params: ModelParams,
        summary: 'One of these models',
        description: 'The slash in engine/model may be sent as it is, or as %2F.',
        responses: { 200: { description: 'The model', schema: Model } },
      }),
    )
    .get(
      '/models/*',
      ({ context, params }) =>
        oneModel(optionsOf(context), nameInPath(params['*']), services.codeModelHint),
      { ...modelOptions, detail: { hide: true } },
    )
    .post(
      '/chat/completions',
      ({ context }) => answerChat(services, surface, context),
      route({
        errorShape: 'openai',
        sensitive: true,
        requireDevice: true,
        summary: 'Answer a conversation of text',
        description:
          'As `/v1/chat/completions`, for text up to 4 MiB. Two requests of an account run at a time; a third waits up to three minutes for its turn, and a streamed one gets keepalive comments meanwhile. It costs no credits.',
        body: CodeChatBody,
        bodyExamples: CODE_CHAT_EXAMPLES,
        ...chatResponses,
      }),
    )
}
