import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { TextEvent } from '../../../../core/engines/text-event.ts'
import type { guards } from '../../../../guards/index.ts'
import { dataFrame } from '../../../../http/reply/sse.ts'
import { AppError } from '../../../../platform/errors.ts'
import { randomId } from '../../../../platform/ids.ts'
import { component } from '../../../../platform/schemas.ts'
import { nullable } from '../../../shared/fields.ts'
import { route } from '../../../shared/openapi.ts'
import { OpenAiErrorObject } from '../../../shared/provider-errors.ts'
import type { ChatAnswer, ChatTask } from '../../chat.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import { DONE_FRAME, USAGE } from '../chat-completions/chunk-writer.ts'
import { FORWARDED_FIELDS } from '../chat-completions/forwarded-fields.ts'
import {
  type Answering,
  type AnswerWriter,
  type Dialect,
  type ReadChat,
  type ReadContext,
  refusalOf,
} from '../dialect.ts'
import { MAX_CHAT_BYTES } from '../limits.ts'
import { ModelName, OWN_FIELDS } from '../model-schema.ts'
import { openAiStreamError } from '../stream-error.ts'

interface CompletionServices extends AnswerServices {
  guards: ReturnType<typeof guards>
}

/** POST /v1/completions. */
export function completionRoutes(services: CompletionServices, task: ChatTask) {
  const surface = { ...COMPLETIONS, task }
  return new Elysia({ name: 'features/chat/completions', tags: ['Chat'] })
    .use(services.guards)
    .post(
      '/v1/completions',
      ({ context }) => answerChat(services, surface, context),
      route({
        errorShape: 'openai',
        requireApiKey: 'generate',
        summary: 'Answer a prompt for older clients',
        description:
          'As OpenAI’s completions before chats: the prompt is the one message of a chat, and the sampling options are those of `/v1/chat/completions`. A suffix, token probabilities, several prompts and several answers are refused with 422.',
        body: CompletionBody,
        bodyExamples: {
          prompt: {
            summary: 'A prompt',
            value: { model: 'auto', prompt: 'Why is the sky blue?', max_tokens: 100 },
          },
        },
        ...completionResponses,
      }),
    )
}

interface CompletionFacts {
  id: string
  /** Unix seconds. */
  created: number
  /** As the request names it; said where the engine is not yet known. */
  model: string
  /** Text before the answer: the prompt, where the request wants it. */
  prefix: string
  includeUsage: boolean
}

/** An answer as OpenAI's `text_completion`. */
function textCompletion(facts: CompletionFacts, answer: ChatAnswer) {
  const { engine, model, text, extra, finishReason } = answer
  const whole = facts.prefix + text + refusalOf(extra)
  return { ...completionOf(facts, `${engine}/${model}`, whole, finishReason), usage: USAGE }
}

function completionOf(
  { id, created }: CompletionFacts,
  model: string,
  text: string,
  reason: string | null,
) {
  return {
    id,
    object: 'text_completion' as const,
    created,
    model,
    choices: [{ index: 0 as const, text, logprobs: null, finish_reason: reason }],
  }
}

/** Writes one answer as the chunks of OpenAI's older completions. */
class CompletionWriter implements AnswerWriter {
  readonly contentType = 'text/event-stream'
  readonly sendsComments = true
  readonly #facts: CompletionFacts
  #model: string
  #head: string
  readonly #tail: string

  constructor(facts: CompletionFacts) {
    this.#facts = facts
    this.#model = facts.model
    this.#head = this.#headFor(facts.model)
    this.#tail = facts.includeUsage ? '}],"usage":null}\n\n' : '}]}\n\n'
  }

  start(answering: Answering | undefined): string {
    if (answering !== undefined) this.#use(answering)
    return this.#chunk(this.#facts.prefix)
  }

  idle(): string {
    return this.#chunk('')
  }

  batch(events: readonly TextEvent[]): string {
    let frames = ''
    for (const event of events) frames += this.#event(event)
    return frames
  }

  end(): string {
    if (!this.#facts.includeUsage) return DONE_FRAME
    const { choices: _, ...rest } = completionOf(this.#facts, this.#model, '', null)
    return dataFrame({ ...rest, choices: [], usage: USAGE }) + DONE_FRAME
  }

  failure(error: unknown): string {
    return dataFrame({ error: openAiStreamError(error) }) + DONE_FRAME
  }

  #event(event: TextEvent): string {
    switch (event.type) {
      case 'text':
        return this.#chunk(event.text)
      case 'delta': {
        const refusal = refusalOf(event.delta)
        return refusal === '' ? '' : this.#chunk(refusal)
      }
      case 'finish':
        return this.#chunk('', event.reason)
      case 'engine':
        this.#use(event)
        return ''
      case 'attachments':
        return ''
    }
  }

  #chunk(text: string, reason: string | null = null): string {
    const end = `,"logprobs":null,"finish_reason":${JSON.stringify(reason)}`
    return this.#head + JSON.stringify(text) + end + this.#tail
  }

  #use({ engine, model }: Answering): void {
    this.#model = `${engine}/${model}`
    this.#head = this.#headFor(this.#model)
  }

  // Concatenated, because most of a chunk is constant and an answer has thousands of chunks.
  #headFor(model: string): string {
    const { choices: _, ...rest } = completionOf(this.#facts, model, '', null)
    return `data: ${JSON.stringify(rest).slice(0, -1)},"choices":[{"index":0,"text":`
  }
}

/** OpenAI's older request. Additional fields are ignored or forwarded, never refused. */
const CompletionBody = component('CompletionRequest', {
  model: { ...ModelName, examples: ['auto'] },
  prompt: Type.Unknown({ description: 'A text, or a list of one' }),
  stream: Type.Optional(nullable(Type.Boolean())),
  stream_options: Type.Optional(
    nullable(Type.Object({ include_usage: Type.Optional(Type.Boolean()) })),
  ),
  max_tokens: Type.Optional(
    Type.Unknown({ description: 'Most tokens of the answer; a whole number' }),
  ),
  echo: Type.Optional(
    Type.Union([Type.Boolean(), Type.Null()], {
      description: 'Whether the text begins with the prompt',
    }),
  ),
  n: Type.Optional(nullable(Type.Literal(1))),
  best_of: Type.Optional(nullable(Type.Literal(1))),
})
type CompletionBody = Static<typeof CompletionBody>

const Usage = Type.Object({
  prompt_tokens: Type.Literal(0),
  completion_tokens: Type.Literal(0),
  total_tokens: Type.Literal(0),
})

const Completion = component('TextCompletion', {
  id: Type.String({ examples: ['cmpl-5b0Q7sYw2Lx8'] }),
  object: Type.Literal('text_completion'),
  created: Type.Integer({ description: 'Unix seconds', examples: [1795336200] }),
  model: Type.String({ examples: ['demo/echo'] }),
  choices: Type.Array(
    Type.Object({
      index: Type.Literal(0),
      text: Type.String(),
      logprobs: Type.Null(),
      finish_reason: nullable(Type.String({ examples: ['stop'] })),
    }),
  ),
  usage: Type.Optional(nullable(Usage)),
  ...OWN_FIELDS,
})

const completionResponses = {
  responses: {
    200: {
      description:
        'The text. With `stream: true` events of the same form, each with the next piece; the last event is `[DONE]`, and a failure after the headers is an event with `error`',
      schema: Completion,
      events: Type.Union([Completion, component('ChatStreamError', { error: OpenAiErrorObject })]),
    },
  },
  errors: [404, 429, 502, 503],
}

/** Fields that the two requests share by name and not by meaning, and those of chats alone. */
const COMPLETION_FIELDS: ReadonlySet<string> = new Set([
  'logprobs',
  'top_logprobs',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'functions',
  'function_call',
])

/** OpenAI's older completions: the prompt is the one message of a chat. */
const COMPLETIONS: Dialect<typeof CompletionBody> = {
  body: CompletionBody,
  maxBytes: MAX_CHAT_BYTES,
  read,
}

function read(body: CompletionBody, { now }: ReadContext): ReadChat {
  const { model, stream, echo, stream_options: streamOptions } = body
  const prompt = promptOf(body)
  refuseUnsupported(body)
  const options: Record<string, unknown> = {}
  for (const name of Object.keys(FORWARDED_FIELDS)) {
    const value: unknown = Reflect.get(body, name)
    if (value !== undefined && value !== null && !COMPLETION_FIELDS.has(name)) options[name] = value
  }
  const facts = {
    id: randomId('cmpl-'),
    created: Math.floor(now / 1000),
    model,
    prefix: echo === true ? prompt : '',
    includeUsage: streamOptions?.include_usage === true,
  }
  const messages = [{ role: 'user' as const, content: prompt }]
  return {
    input: { model, messages, options, stream: stream === true, surface: 'completions' },
    attached: [],
    whole: (answer) => textCompletion(facts, answer),
    writer: () => new CompletionWriter(facts),
  }
}

function promptOf({ prompt }: CompletionBody): string {
  const given: readonly unknown[] = Array.isArray(prompt) ? prompt : [prompt]
  const [text] = given
  if (given.length === 1 && typeof text === 'string') return text
  const param = 'prompt'
  const message = 'Request body is invalid: prompt must be a text, or a list of one text'
  throw new AppError('invalid', message, { param })
}

/** @throws {AppError} `invalid` for what an answer of a chat cannot have */
function refuseUnsupported(body: CompletionBody): void {
  for (const [param, reason] of [
    ['suffix', 'the models answer chats and fill no gaps'],
    ['logprobs', 'POST /v1/chat/completions has them'],
  ] as const) {
    const value: unknown = Reflect.get(body, param)
    if (value === undefined || value === null || value === '') continue
    throw new AppError('invalid', `Cannot use ${param}: ${reason}`, { param })
  }
}
