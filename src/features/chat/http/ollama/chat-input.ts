import { AppError } from '../../../../platform/errors.ts'
import type { ChatInput } from '../../chat.ts'
import type { AttachedPart } from '../attached-part.ts'
import { isOwnTool } from '../own-tools.ts'
import { TranslatedChat, type TranslatedPart } from '../translated-chat.ts'
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
  const functions = (tools ?? [])
    .filter((tool) => !isOwnTool(tool))
    .map((tool) => ({ ...tool, type: 'function' }))
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
    field: `${field}[${at}]`,
    type: 'image_url' as const,
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

/** Options of Ollama that chat completions has by the same names. */
const SAMPLING: ReadonlySet<string> = new Set([
  'temperature',
  'top_p',
  'top_k',
  'min_p',
  'typical_p',
  'seed',
  'stop',
  'presence_penalty',
  'frequency_penalty',
  'repeat_penalty',
  'mirostat',
  'mirostat_tau',
  'mirostat_eta',
])

/** The options of a request in the form of chat completions. */
function forwardedOptions({
  options,
  format,
  think,
}: Pick<OllamaBody, 'options' | 'format' | 'think'>): Record<string, unknown> {
  const forwarded: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options ?? {})) {
    if (SAMPLING.has(name) && value !== null) forwarded[name] = value
    // Below 0 it means as many as the model likes.
    if (name === 'num_predict' && typeof value === 'number' && value > 0)
      forwarded['max_tokens'] = value
  }
  if (think === false) forwarded['chat_template_kwargs'] = { enable_thinking: false }
  if (typeof think === 'string' && think !== '') forwarded['reasoning_effort'] = think
  return { ...forwarded, ...formatOption(format) }
}

function formatOption(format: OllamaBody['format']): Record<string, unknown> {
  if (format === 'json') return { response_format: { type: 'json_object' } }
  if (typeof format !== 'object' || format === null) return {}
  const json_schema = { name: 'answer', strict: true, schema: format }
  return { response_format: { type: 'json_schema', json_schema } }
}
