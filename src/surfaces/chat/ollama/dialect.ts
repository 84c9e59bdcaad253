import type { Dialect, ReadChat } from '../dialect.ts'
import { MAX_CHAT_BYTES } from '../limits.ts'
import { LineWriter, OllamaAnswer, type OllamaAnswerOptions } from './answer-writer.ts'
import { chatInput, generateInput } from './chat-input.ts'
import { type OllamaBody, OllamaChatBody, OllamaGenerateBody } from './schema.ts'

type Clock = () => number
type Form = OllamaAnswerOptions['form']

export function ollamaChat(now: Clock): Dialect<typeof OllamaChatBody> {
  return {
    ...{ body: OllamaChatBody, maxBytes: MAX_CHAT_BYTES },
    read: (body) => readOf(body, 'chat', now, chatInput(body)),
    answerAtOnce: (body) => (body.messages?.length ? undefined : loaded(body, 'chat', now)),
  }
}

export function ollamaGenerate(now: Clock): Dialect<typeof OllamaGenerateBody> {
  return {
    ...{ body: OllamaGenerateBody, maxBytes: MAX_CHAT_BYTES },
    read: (body) => readOf(body, 'generate', now, generateInput(body)),
    answerAtOnce: ({ prompt, images, ...body }) =>
      prompt || images?.length ? undefined : loaded(body, 'generate', now),
  }
}

function readOf(
  body: OllamaBody,
  form: Form,
  now: Clock,
  read: Pick<ReadChat, 'input' | 'attached'>,
): ReadChat {
  const answer = answerOf(body, form, now)
  return {
    ...read,
    whole: (chat) => answer.whole(chat),
    writer: () => new LineWriter(answer),
  }
}

/** To a request that asks nothing, by which Ollama's clients have a model loaded. */
function loaded(body: OllamaBody, form: Form, now: Clock): object {
  return answerOf(body, form, now).last({ text: '' }, 'load')
}

function answerOf({ model, think }: OllamaBody, form: Form, now: Clock): OllamaAnswer {
  return new OllamaAnswer({ form, model, startedAt: now(), now, hasThinking: think !== false })
}
