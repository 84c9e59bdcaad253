import type { ChatInput } from '../../../core/text/chat.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AttachedPart } from '../attached-part.ts'
import { TranslatedChat, type TranslatedPart } from '../translated-chat.ts'
import { forwardedOptions } from './forwarded-options.ts'
import type { OllamaBody, OllamaChatBody, OllamaGenerateBody, OllamaMessage } from './schema.ts'

const SURFACE = 'ollama'

interface ReadInput {
  input: ChatInput
  attached: AttachedPart[]
}

export function chatInput(body: OllamaChatBody): ReadInput {
  const { messages, tools } = body
  const chat = new TranslatedChat()
  const calls = new OpenCalls()
  messages?.forEach((message, index) => {
    addMessage(chat, calls, message, `messages[${index}]`)
  })
  const functions = (tools ?? []).map((tool) => ({ ...tool, type: 'function' }))
  const options = {
    ...forwardedOptions(body),
    ...(functions.length === 0 ? {} : { tools: functions }),
  }
  return inputOf(body, chat, options)
}

/** @throws {AppError} `invalid` for a suffix: chat models complete no gaps */
export function generateInput(body: OllamaGenerateBody): ReadInput {
  const { prompt, system, suffix, images } = body
  if (typeof suffix === 'string' && suffix !== '') {
    const param = 'suffix'
    throw new AppError('invalid', 'Cannot use suffix: the models answer chats', { param })
  }
  const chat = new TranslatedChat()
  chat.system(system ?? '')
  chat.user([...textParts(prompt), ...imageParts(images, 'images')])
  return inputOf(body, chat, forwardedOptions(body))
}

/** Streams unless it is told not to, as Ollama does. */
function inputOf(
  { model, stream }: OllamaBody,
  chat: TranslatedChat,
  options: Record<string, unknown>,
): ReadInput {
  const { messages, attached } = chat.end()
  return {
    input: { model, messages, options, stream: stream !== false, surface: SURFACE },
    attached,
  }
}

function addMessage(
  chat: TranslatedChat,
  calls: OpenCalls,
  message: OllamaMessage,
  field: string,
): void {
  const { role, content, thinking, images, tool_calls: made } = message
  const text = content ?? ''
  switch (role) {
    case 'system':
      chat.system(text)
      return
    case 'user':
      chat.user([...textParts(text), ...imageParts(images, `${field}.images`)])
      return
    case 'assistant': {
      const reasoning = thinking ? { reasoning_content: thinking } : {}
      chat.assistant(
        text,
        (made ?? []).map((call) => calls.open(call)),
        reasoning,
      )
      return
    }
    case 'tool':
      chat.tool(message.tool_call_id ?? calls.answered(message.tool_name), text)
      chat.user(imageParts(images, `${field}.images`))
  }
}

function textParts(text: string | null | undefined): TranslatedPart[] {
  return text ? [{ type: 'text', text }] : []
}

function imageParts(images: readonly string[] | null | undefined, field: string): TranslatedPart[] {
  return (images ?? []).map((url, at) => ({
    ...{ field: `${field}[${at}]`, type: 'image_url' as const },
    image_url: { url },
  }))
}

type Call = NonNullable<NonNullable<OllamaMessage['tool_calls']>[number]>

/** Gives calls their ids, which Ollama's clients do not send: results follow in order. */
class OpenCalls {
  #count = 0
  #open: { id: string; name: string }[] = []

  open({ id, function: { name, arguments: given = {} } }: Call) {
    this.#count += 1
    const call = { id: id || `call_${this.#count}`, name }
    this.#open.push(call)
    return { ...call, arguments: typeof given === 'string' ? given : JSON.stringify(given) }
  }

  /** @returns The id of the first open call of this name, or of the first one */
  answered(name: string | null | undefined): string {
    const found = this.#open.find((call) => call.name === name) ?? this.#open[0]
    this.#open = this.#open.filter((call) => call !== found)
    return found?.id ?? `call_${this.#count}`
  }
}
