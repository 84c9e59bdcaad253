import type { Caller } from '../../../core/caller.ts'
import type { Models } from '../../../core/text/models.ts'
import type { Dialect, ReadChat } from '../dialect.ts'
import { MAX_CHAT_BYTES } from '../limits.ts'
import { LineWriter, OllamaAnswer, type OllamaAnswerOptions } from './answer-writer.ts'
import { chatInput, generateInput } from './chat-input.ts'
import { type OllamaBody, OllamaChatBody, OllamaGenerateBody } from './schema.ts'

interface OllamaOptions {
  models: Models
  /** UTC milliseconds. */
  now: () => number
}
type Form = OllamaAnswerOptions['form']

export function ollamaChat(options: OllamaOptions): Dialect<typeof OllamaChatBody> {
  return {
    ...{ body: OllamaChatBody, maxBytes: MAX_CHAT_BYTES },
    read: (body) => readOf(body, 'chat', options, chatInput(body)),
    answerAtOnce: (body, { caller }) =>
      body.messages?.length ? undefined : withoutQuestion(body, 'chat', options, caller),
  }
}

export function ollamaGenerate(options: OllamaOptions): Dialect<typeof OllamaGenerateBody> {
  return {
    ...{ body: OllamaGenerateBody, maxBytes: MAX_CHAT_BYTES },
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
