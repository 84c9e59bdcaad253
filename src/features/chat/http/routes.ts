import { Elysia } from 'elysia'
import type { MediaModels } from '../../../core/engines/media-models.ts'
import type { Models } from '../../../core/engines/models.ts'
import type { VectorModels } from '../../../core/engines/vector-models.ts'
import type { guards } from '../../../guards/index.ts'
import type { RequestContext } from '../../../guards/request-context.ts'
import { route } from '../../shared/openapi.ts'
import type { ChatTask } from '../chat.ts'
import { type AnswerServices, answerChat } from './answer.ts'
import { CHAT_COMPLETIONS, CODE_CHAT_COMPLETIONS } from './chat-completions/dialect.ts'
import {
  CHAT_EXAMPLES,
  ChatBody,
  CODE_CHAT_EXAMPLES,
  CodeChatBody,
  chatResponses,
} from './chat-completions/schema.ts'
import { modelList, nameInPath, oneModel } from './model-list.ts'
import { Model, ModelList, ModelParams } from './model-schema.ts'

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

export interface ChatServices extends AnswerServices {
  guards: ReturnType<typeof guards>
  models: Pick<Models, 'refresh' | 'list' | 'get'>
  mediaModels: MediaModels
  vectorModels: VectorModels
}

const CHAT_WORDS =
  'As OpenAI’s chat completions, whole or streamed; other fields of theirs are ignored. `auto` takes the first engine that can answer. It costs no credits. One heavy task runs at a time: a slow answer usually waits in the queue.\n\nRefused at once: a third request of one caller or a ninth in all (429), a conversation that is longer than the engine takes, or images and tools where the model has none (422). 503 where no engine could answer.'

/** POST /v1/chat/completions and GET /v1/models, whole or one of them. */
export function chatRoutes(services: ChatServices, task: ChatTask) {
  const { guards, models, mediaModels, vectorModels, now } = services
  const surface = { ...CHAT_COMPLETIONS, task }
  const optionsOf = ({ caller }: RequestContext) => ({
    models,
    mediaModels,
    vectorModels,
    caller,
    now: now(),
  })
  const modelOptions = { errorShape: 'openai' as const, requireApiKey: true as const }
  return new Elysia({ name: 'features/chat', tags: ['Chat'] })
    .use(guards)
    .post(
      '/v1/chat/completions',
      ({ context }) => answerChat(services, surface, context),
      route({
        errorShape: 'openai',
        requireApiKey: 'generate',
        summary: 'Answer a conversation',
        description: CHAT_WORDS,
        body: ChatBody,
        bodyExamples: CHAT_EXAMPLES,
        ...chatResponses,
      }),
    )
    .get(
      '/v1/models',
      ({ context }) => modelList(optionsOf(context)),
      route({
        ...modelOptions,
        summary: 'Models this caller may use',
        description:
          '`auto`, each engine, and each model of an engine as `engine/model`, each alias of the settings, and each assistant that the caller may use as `assistant/NAME`; with what the model’s server says of it. Then those for embeddings and rankings, for callers with the capability `embeddings`, and those that speak or transcribe, for callers with `media`: `capabilities` says what each is for.',
        responses: {
          200: { description: 'The list of OpenAI’s and Anthropic’s clients', schema: ModelList },
        },
      }),
    )
    .get(
      '/v1/models/:model',
      ({ context, params }) => oneModel(optionsOf(context), params.model),
      route({
        ...modelOptions,
        params: ModelParams,
        summary: 'One of these models',
        description: 'The slash in `engine/model` may be sent as it is, or as `%2F`.',
        responses: { 200: { description: 'The model', schema: Model } },
      }),
    )
    .get(
      '/v1/models/*',
      ({ context, params }) => oneModel(optionsOf(context), nameInPath(params['*'])),
      { ...modelOptions, detail: { hide: true } },
    )
}
