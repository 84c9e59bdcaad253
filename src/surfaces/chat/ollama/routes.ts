import { Elysia } from 'elysia'

import type { ChatTask } from '../../../core/text/chat.ts'
import type { Models } from '../../../core/text/models.ts'
import type { guards } from '../../../guards/index.ts'
import { readJson } from '../../../http/body/json.ts'

import { AppError } from '../../../platform/errors.ts'
import { documented } from '../../kit/openapi.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import {
  OllamaRunning,
  OllamaShown,
  OllamaTags,
  OllamaVersion,
  ollamaChatResponses,
  ollamaGenerateResponses,
} from './answer-schema.ts'
import { ollamaChat, ollamaGenerate } from './dialect.ts'
import { shownView, tagsView } from './model-view.ts'
import { OllamaChatBody, OllamaGenerateBody, OllamaShowBody } from './schema.ts'

interface OllamaServices extends AnswerServices {
  guards: ReturnType<typeof guards>
  models: Models
}

/** Encoded JSON of `POST /api/show`. See Limits. */
export const MAX_SHOW_BYTES = 16 * 1024
/** The version of Ollama whose API this is; clients refuse to work with old ones. */
const VERSION = '0.13.0'
const TAGS = ['Chat']
const QUESTION = 'Why is the sky blue?'

/** What the clients of Ollama ask: POST /api/chat, /api/generate and /api/show, GET /api/tags, /api/ps and /api/version. */
export function ollamaRoutes(services: OllamaServices, task: ChatTask) {
  const { models, now } = services
  const chat = { ...ollamaChat(services), task }
  const generate = { ...ollamaGenerate(services), task }
  const options = { errorShape: 'ollama', requireApiKey: 'generate', parse: 'none' } as const
  return new Elysia({ name: 'surfaces/chat/ollama', prefix: '/api' })
    .use(services.guards)
    .post('/chat', ({ context }) => answerChat(services, chat, context), {
      ...options,
      detail: documented({
        summary: 'Answer a conversation for Ollama’s clients',
        description:
          'As Ollama’s chat, for Home Assistant and other apps that take its address and a key. Guards, models, bounds and the queue are those of `/v1/chat/completions`. Function calls come whole; their results are taken in order.',
        tags: TAGS,
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
    })
    .post('/generate', ({ context }) => answerChat(services, generate, context), {
      ...options,
      detail: documented({
        summary: 'Answer a prompt for Ollama’s clients',
        description: 'As Ollama’s generate: a chat of one message.',
        tags: TAGS,
        body: OllamaGenerateBody,
        bodyExamples: {
          lines: {
            summary: 'An answer in lines of JSON',
            value: { model: 'auto', prompt: QUESTION },
          },
        },
        ...ollamaGenerateResponses,
      }),
    })
    .get(
      '/tags',
      async ({ context: { caller } }) => {
        await models.refresh(caller)
        return tagsView(models.list(caller), now())
      },
      {
        errorShape: 'ollama',
        requireApiKey: true,
        detail: documented({
          summary: 'Models for Ollama’s clients',
          description: 'The names of `GET /v1/models` that answer chats.',
          tags: TAGS,
          responses: { 200: { description: 'Ollama’s list', schema: OllamaTags } },
        }),
      },
    )
    .post(
      '/show',
      async ({ request, context: { caller } }) => {
        const { model, name } = await readJson(request, OllamaShowBody, MAX_SHOW_BYTES, {
          isDialect: true,
        })
        const asked = model ?? name
        if (asked === undefined)
          throw new AppError('invalid', 'Request body is invalid: model is missing', {
            param: 'model',
          })
        await models.refresh(caller, asked)
        return shownView(models.get(caller, asked), now())
      },
      {
        errorShape: 'ollama',
        requireApiKey: true,
        parse: 'none',
        detail: documented({
          summary: 'What is known of a model, for Ollama’s clients',
          tags: TAGS,
          body: OllamaShowBody,
          bodyExamples: { auto: { summary: 'The model auto', value: { model: 'auto' } } },
          responses: { 200: { description: 'The model', schema: OllamaShown } },
          errors: [404],
        }),
      },
    )
    .get('/ps', () => ({ models: [] }), {
      errorShape: 'ollama',
      requireApiKey: true,
      detail: documented({
        summary: 'Loaded models, for Ollama’s clients',
        description: 'Ollama’s apps ask for them beside the list of all models.',
        tags: TAGS,
        responses: { 200: { description: 'An empty list', schema: OllamaRunning } },
      }),
    })
    .get('/version', () => ({ version: VERSION }), {
      errorShape: 'ollama',
      open: true,
      detail: documented({
        summary: 'The version of Ollama whose API this is',
        tags: TAGS,
        responses: { 200: { description: 'The version', schema: OllamaVersion } },
      }),
    })
}
