import type { Static } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../../../core/caller.ts'
import type { ModelRecord, Models } from '../../../../core/engines/models.ts'
import type { VectorModels } from '../../../../core/engines/vector-models.ts'
import type { guards } from '../../../../guards/index.ts'
import { readJson } from '../../../../http/body/json.ts'
import { AppError } from '../../../../platform/errors.ts'
import { sha256 } from '../../../../platform/ids.ts'
import { route } from '../../../shared/openapi.ts'
import type { ChatTask } from '../../chat.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import type { Dialect, ReadChat } from '../dialect.ts'
import { MAX_CHAT_BYTES } from '../limits.ts'
import { LineWriter, OllamaAnswer, type OllamaAnswerOptions } from './answer-writer.ts'
import { chatInput, generateInput } from './chat-input.ts'
import {
  type OllamaBody,
  OllamaChatBody,
  OllamaGenerateBody,
  OllamaRunning,
  OllamaShowBody,
  OllamaShown,
  OllamaTags,
  OllamaVersion,
  ollamaChatResponses,
  ollamaGenerateResponses,
} from './schema.ts'

interface OllamaServices extends AnswerServices {
  guards: ReturnType<typeof guards>
  models: Pick<Models, 'refresh' | 'list' | 'get'>
  vectorModels: VectorModels
}

/** Encoded JSON of `POST /api/show`. @limit show-body KiB */
export const MAX_SHOW_BYTES = 16 * 1024
/** The version of Ollama whose API this is; clients refuse to work with old ones. */
const VERSION = '0.13.0'
const QUESTION = 'Why is the sky blue?'

/** What the clients of Ollama ask: POST /api/chat, /api/generate and /api/show, GET /api/tags, /api/ps and /api/version. */
export function ollamaRoutes(services: OllamaServices, task: ChatTask) {
  const { models, vectorModels, now } = services
  const chat = { ...ollamaChat(services), task }
  const generate = { ...ollamaGenerate(services), task }
  const options = { errorShape: 'ollama', requireApiKey: 'generate', parse: 'none' } as const
  return new Elysia({ name: 'features/chat/ollama', prefix: '/api', tags: ['Chat'] })
    .use(services.guards)
    .post(
      '/chat',
      ({ context }) => answerChat(services, chat, context),
      route({
        ...options,
        summary: 'Answer a conversation for Ollama’s clients',
        description:
          'As Ollama’s chat, for Home Assistant and other apps that take its address and a key. Guards, models, bounds and the queue are those of `/v1/chat/completions`. Function calls come whole; their results are taken in order.',
        body: OllamaChatBody,
        bodyExamples: {
          whole: {
            summary: 'A whole answer for Ollama’s clients',
            value: {
              model: 'auto',
              messages: [{ role: 'user', content: QUESTION }],
              stream: false,
            },
          },
        },
        ...ollamaChatResponses,
      }),
    )
    .post(
      '/generate',
      ({ context }) => answerChat(services, generate, context),
      route({
        ...options,
        summary: 'Answer a prompt for Ollama’s clients',
        description: 'As Ollama’s generate: a chat of one message.',
        body: OllamaGenerateBody,
        bodyExamples: {
          lines: {
            summary: 'An answer in lines of JSON',
            value: { model: 'auto', prompt: QUESTION },
          },
        },
        ...ollamaGenerateResponses,
      }),
    )
    .get(
      '/tags',
      async ({ context: { caller } }) => {
        await models.refresh(caller)
        return tagsView(models.list(caller), now())
      },
      route({
        errorShape: 'ollama',
        requireApiKey: true,
        summary: 'Models for Ollama’s clients',
        description: 'The names of `GET /v1/models` that answer chats.',
        responses: { 200: { description: 'Ollama’s list', schema: OllamaTags } },
      }),
    )
    .post(
      '/show',
      async ({ context }) => {
        const { model, name } = await readJson(context, OllamaShowBody, MAX_SHOW_BYTES, {
          isDialect: true,
        })
        const { caller } = context
        const asked = model ?? name
        if (asked === undefined)
          throw new AppError('invalid', 'Request body is invalid: model is missing', {
            param: 'model',
          })
        await models.refresh(caller, asked)
        const vector = vectorModels.named(caller, asked)
        if (vector !== undefined)
          return shownModel({ ...vector, capabilities: [vector.use] }, now())
        return shownView(models.get(caller, asked), now())
      },
      route({
        errorShape: 'ollama',
        requireApiKey: true,
        summary: 'What is known of a model, for Ollama’s clients',
        body: OllamaShowBody,
        bodyExamples: { auto: { summary: 'The model auto', value: { model: 'auto' } } },
        responses: { 200: { description: 'The model', schema: OllamaShown } },
        errors: [404],
      }),
    )
    .get(
      '/ps',
      () => ({ models: [] }),
      route({
        errorShape: 'ollama',
        requireApiKey: true,
        summary: 'Loaded models, for Ollama’s clients',
        description: 'Ollama’s apps ask for them beside the list of all models.',
        responses: { 200: { description: 'An empty list', schema: OllamaRunning } },
      }),
    )
    .get(
      '/version',
      () => ({ version: VERSION }),
      route({
        errorShape: 'ollama',
        open: true,
        summary: 'The version of Ollama whose API this is',
        responses: { 200: { description: 'The version', schema: OllamaVersion } },
      }),
    )
}

interface OllamaOptions {
  models: Pick<Models, 'refresh' | 'list' | 'get'>
  /** UTC milliseconds. */
  now: () => number
}
type Form = OllamaAnswerOptions['form']

function ollamaChat(options: OllamaOptions): Dialect<typeof OllamaChatBody> {
  return {
    body: OllamaChatBody,
    maxBytes: MAX_CHAT_BYTES,
    read: (body) => readOf(body, 'chat', options, chatInput(body)),
    answerAtOnce: (body, { caller }) =>
      body.messages?.length ? undefined : withoutQuestion(body, 'chat', options, caller),
  }
}

function ollamaGenerate(options: OllamaOptions): Dialect<typeof OllamaGenerateBody> {
  return {
    body: OllamaGenerateBody,
    maxBytes: MAX_CHAT_BYTES,
    read: (body) => readOf(body, 'generate', options, generateInput(body)),
    answerAtOnce: ({ prompt, images, ...body }, { caller }) =>
      prompt || images?.length ? undefined : withoutQuestion(body, 'generate', options, caller),
  }
}

function readOf(
  body: OllamaBody,
  form: Form,
  options: OllamaOptions,
  read: Pick<ReadChat, 'input' | 'attached'>,
): ReadChat {
  const answer = answerOf(body, form, options)
  return {
    ...read,
    whole: (chat) => answer.whole(chat),
    writer: () => new LineWriter(answer),
  }
}

/**
 * To a request that asks nothing, by which Ollama's clients have a model loaded or unloaded. Here
 * the model's server does that by itself.
 *
 * @throws {AppError} as for a question: `capability_denied`, `model_not_found`
 */
async function withoutQuestion(
  body: OllamaBody,
  form: Form,
  options: OllamaOptions,
  caller: Caller,
): Promise<object> {
  await options.models.refresh(caller, body.model)
  options.models.get(caller, body.model)
  const reason = keepsNothing(body.keep_alive) ? 'unload' : 'load'
  return answerOf(body, form, options).last({ text: '' }, reason)
}

/** Whether a duration, in seconds or as Go writes it, is none. */
function keepsNothing(duration: unknown): boolean {
  return (
    duration === 0 || (typeof duration === 'string' && /^0+(?:ns|us|ms|s|m|h)?$/.test(duration))
  )
}

function answerOf({ model, think }: OllamaBody, form: Form, { now }: OllamaOptions): OllamaAnswer {
  return new OllamaAnswer({ form, model, startedAt: now(), now, hasThinking: think !== false })
}

const FAMILY = 'hearth'
const DETAILS = {
  parent_model: '',
  format: '',
  family: '',
  families: [],
  parameter_size: '',
  quantization_level: '',
}

/** @param now UTC milliseconds */
function tagsView(records: readonly ModelRecord[], now: number): Static<typeof OllamaTags> {
  const modified_at = new Date(now).toISOString()
  return {
    models: records.map(({ id }) => ({
      name: id,
      model: id,
      modified_at,
      size: 0 as const,
      digest: sha256(id),
      details: DETAILS,
    })),
  }
}

function shownView(
  { contextLength, images, tools }: ModelRecord,
  now: number,
): Static<typeof OllamaShown> {
  const can = ['completion', ...(images ? ['vision'] : []), ...(tools ? ['tools'] : [])]
  return shownModel({ contextLength, capabilities: can }, now)
}

function shownModel(
  { contextLength, capabilities }: { contextLength: number | undefined; capabilities: string[] },
  now: number,
): Static<typeof OllamaShown> {
  return {
    license: '',
    modelfile: '',
    parameters: '',
    template: '',
    details: DETAILS,
    model_info: {
      'general.architecture': FAMILY,
      ...(contextLength === undefined ? {} : { [`${FAMILY}.context_length`]: contextLength }),
    },
    capabilities,
    modified_at: new Date(now).toISOString(),
  }
}
