import { Elysia } from 'elysia'
import type { guards } from '../../../../guards/index.ts'
import { checkShape, invalidField } from '../../../../http/body/json.ts'
import { matches } from '../../../../platform/check.ts'
import { AppError } from '../../../../platform/errors.ts'
import { randomId } from '../../../../platform/ids.ts'
import { route } from '../../../shared/openapi.ts'
import type { ChatInput, ChatTask } from '../../chat.ts'
import { type AnswerServices, answerChat } from '../answer.ts'
import type { AttachedPart } from '../attached-part.ts'
import type { ChatSurface, Dialect, ReadChat } from '../dialect.ts'
import { estimatedTokens } from '../estimated-tokens.ts'
import { withoutFiles } from '../left-out-files.ts'
import { MAX_CHAT_BYTES, MAX_CODE_CHAT_BYTES } from '../limits.ts'
import { TranslatedChat, type TranslatedPart } from '../translated-chat.ts'
import { MessageWriter, message } from './message-writer.ts'
import { blocksOf, type NamedBlock, readBlock, textOf, userParts } from './read-blocks.ts'
import {
  ClientTool,
  COUNT_EXAMPLES,
  type Content,
  MESSAGES_EXAMPLES,
  MessagesBody,
  messagesResponses,
  OutputFormat,
  TextBlock,
  ThinkingBlock,
  TokenCount,
  ToolChoice,
  ToolResultBlock,
  ToolUseBlock,
} from './schema.ts'

interface MessagesServices extends AnswerServices {
  guards: ReturnType<typeof guards>
}

const WORDS =
  'As Anthropic’s Messages, for their clients and for Claude Code (`ANTHROPIC_BASE_URL`). Guards, models, bounds and the queue are those of `/v1/chat/completions`. The sampling options, tools, pictures, documents and JSON schemas are passed on; the caching of prompts, and tools that Anthropic runs itself, are ignored.'
const COUNT_WORDS =
  'By the length of its texts and tools: 3.5 characters are a token, a picture or file is 1,600. No model is asked. As a body may be large, it counts among the requests of its caller.'

/** POST /v1/messages and /v1/messages/count_tokens. */
export function messagesRoutes(services: MessagesServices, task: ChatTask) {
  const surface = { ...MESSAGES, task }
  const count = counting(surface)
  const options = { errorShape: 'anthropic', requireApiKey: 'generate', parse: 'none' } as const
  return new Elysia({ name: 'features/chat/messages', prefix: '/v1/messages', tags: ['Chat'] })
    .use(services.guards)
    .post(
      '',
      ({ context }) => answerChat(services, surface, context),
      route({
        ...options,
        summary: 'Answer a conversation for Anthropic’s clients',
        description: WORDS,
        body: MessagesBody,
        bodyExamples: MESSAGES_EXAMPLES,
        ...messagesResponses,
      }),
    )
    .post(
      '/count_tokens',
      ({ context }) => answerChat(services, count, context),
      route({
        ...options,
        summary: 'Estimate the tokens of a conversation',
        description: COUNT_WORDS,
        body: MessagesBody,
        bodyExamples: COUNT_EXAMPLES,
        responses: { 200: { description: 'The estimate', schema: TokenCount } },
        errors: [429],
      }),
    )
}

/** The same for code assistants, of text. */
export function codeMessagesRoutes(services: MessagesServices, task: ChatTask) {
  const surface = {
    ...CODE_MESSAGES,
    task,
    leaseWaitMs: services.limits.codeLeaseWaitMs,
    sendsHeadersAtOnce: true as const,
  }
  const count = counting(surface)
  const options = {
    errorShape: 'anthropic',
    sensitive: true,
    requireDevice: true,
    parse: 'none',
  } as const
  return new Elysia({
    name: 'features/chat/messages/code',
    prefix: '/api/code/v1/messages',
    tags: ['Code assistants'],
  })
    .use(services.guards)
    .post(
      '',
      ({ context }) => answerChat(services, surface, context),
      route({
        ...options,
        summary: 'Answer a conversation of text for Anthropic’s clients',
        description:
          'As `/v1/messages`, for text up to 4 MiB. Two requests of an account run at a time; a third waits up to three minutes for its turn.',
        body: MessagesBody,
        bodyExamples: MESSAGES_EXAMPLES,
        ...messagesResponses,
      }),
    )
    .post(
      '/count_tokens',
      ({ context }) => answerChat(services, count, context),
      route({
        ...options,
        summary: 'Estimate the tokens of a conversation of text',
        description: COUNT_WORDS,
        body: MessagesBody,
        bodyExamples: COUNT_EXAMPLES,
        responses: { 200: { description: 'The estimate', schema: TokenCount } },
        errors: [429],
      }),
    )
}

/** How Claude Code starts a block that is for Anthropic's accounting alone. */
const BILLING_HEADER = 'x-anthropic-billing-header:'

/**
 * A request in Anthropic's form as a chat.
 *
 * @throws {AppError} `invalid` with the name of the field as the client has sent it
 */
function chatInput(body: MessagesBody): { input: ChatInput; attached: AttachedPart[] } {
  const chat = new TranslatedChat()
  chat.system(systemText(body.system ?? ''))
  body.messages.forEach(({ role, content }, index) => {
    const field = `messages[${index}].content`
    if (role === 'system') chat.system(textOf(content, field))
    else if (role === 'assistant') addAssistant(chat, content, field)
    else addUser(chat, content, field)
  })
  const { messages, attached } = chat.end()
  const options = forwardedOptions(body)
  return { input: { model: body.model, messages, options, stream: body.stream === true }, attached }
}

function systemText(system: Content): string {
  return blocksOf(system, 'system')
    .flatMap((named) => (named.block.type === 'text' ? [readBlock(TextBlock, named).text] : []))
    .filter((text) => text !== '' && !text.startsWith(BILLING_HEADER))
    .join('\n\n')
}

/** Results of tools come first, as chat templates want them directly after their calls. */
function addUser(chat: TranslatedChat, content: Content, field: string): void {
  const parts: TranslatedPart[] = []
  for (const named of blocksOf(content, field)) {
    if (named.block.type === 'tool_result') parts.push(...addResult(chat, named))
    else parts.push(...userParts(named))
  }
  chat.user(parts)
}

/** @returns The pictures and files of a result, which a tool's message cannot hold */
function addResult(chat: TranslatedChat, named: NamedBlock): TranslatedPart[] {
  const { tool_use_id: id, content, is_error: isError } = readBlock(ToolResultBlock, named)
  const parts = blocksOf(content ?? '', `${named.field}.content`).flatMap(userParts)
  const texts = parts.flatMap((part) => (part.type === 'text' ? [part.text] : []))
  const files = parts.filter((part) => part.type !== 'text')
  const text = texts.join('\n\n')
  const shown = text === '' && files.length > 0 ? 'The result follows as a file.' : text
  chat.tool(id, isError === true ? `Error: ${shown}` : shown)
  if (files.length === 0) return []
  return [{ type: 'text', text: `The result of the tool call ${id}:` }, ...files]
}

/** Blocks of tools that Anthropic runs itself mean nothing to another model. */
function addAssistant(chat: TranslatedChat, content: Content, field: string): void {
  const texts: string[] = []
  const thoughts: string[] = []
  const calls = blocksOf(content, field).flatMap((named) => {
    switch (named.block.type) {
      case 'text':
        texts.push(readBlock(TextBlock, named).text)
        return []
      case 'thinking':
        thoughts.push(readBlock(ThinkingBlock, named).thinking)
        return []
      case 'tool_use': {
        const { id, name, input } = readBlock(ToolUseBlock, named)
        return [{ id, name, arguments: JSON.stringify(input ?? {}) }]
      }
      default:
        return []
    }
  })
  const thinking = thoughts.join('\n\n')
  chat.assistant(texts.join('\n\n'), calls, thinking === '' ? {} : { reasoning_content: thinking })
}

const MESSAGES: Dialect<typeof MessagesBody> = {
  body: MessagesBody,
  maxBytes: MAX_CHAT_BYTES,
  read: (body) => read(body, 'messages'),
}

/** For code assistants, whose files are left out. */
const CODE_MESSAGES: Dialect<typeof MessagesBody> = {
  body: MessagesBody,
  maxBytes: MAX_CODE_CHAT_BYTES,
  read: (body) => withoutFiles(read(body, 'code')),
}

/** A surface that only counts the tokens of what it is asked, within the bounds of the other. */
function counting(surface: ChatSurface<typeof MessagesBody>): ChatSurface<typeof MessagesBody> {
  return {
    ...surface,
    answerAtOnce: (body) => ({ input_tokens: estimatedTokens(chatInput(body)) }),
  }
}

/**
 * The tool runner of Anthropic's package asks for a conversation that the server holds, and then
 * sends new messages only; refused, it sends all of them.
 */
function read(body: MessagesBody, surface: string): ReadChat {
  const thread: unknown = Reflect.get(body, 'thread')
  if (Object(thread) === thread) {
    const words = 'Cannot use thread: send the whole conversation without it'
    throw new AppError('thread_unsupported', words, { param: 'thread' })
  }
  const id = randomId('msg_')
  const hasThinking = wantsThinking(body)
  const given: unknown = Reflect.get(body, 'stop_sequences')
  const sequences = Array.isArray(given) ? given : []
  const { input, attached } = chatInput(body)
  return {
    input: { ...input, surface },
    attached,
    whole: (answer) => message({ id, hasThinking, sequences }, answer),
    writer: () => new MessageWriter({ id, model: body.model, hasThinking, sequences }),
  }
}

/** Fields that have another name in chat completions, or the same. */
const SAMPLING = {
  max_tokens: 'max_tokens',
  temperature: 'temperature',
  top_p: 'top_p',
  top_k: 'top_k',
  stop_sequences: 'stop',
} as const

/**
 * The options of a request in the form of chat completions. The depth of thinking is left to the
 * model, because servers refuse to set it for models without thoughts.
 *
 * @throws {AppError} `invalid`
 */
function forwardedOptions(body: MessagesBody): Record<string, unknown> {
  const options: Record<string, unknown> = {}
  for (const [name, forwarded] of Object.entries(SAMPLING)) {
    const value: unknown = Reflect.get(body, name)
    if (value === undefined || value === null) continue
    if (Array.isArray(value) && value.length === 0) continue
    options[forwarded] = value
  }
  // The servers that know this field are those whose models think unless they are told not to.
  if (Reflect.get(Object(Reflect.get(body, 'thinking')), 'type') === 'disabled')
    options['chat_template_kwargs'] = { enable_thinking: false }
  return { ...options, ...toolOptions(body), ...formatOption(body) }
}

/** Whether the client reads the thoughts of the model. */
function wantsThinking(body: MessagesBody): boolean {
  const thinking = Object(Reflect.get(body, 'thinking'))
  const type: unknown = Reflect.get(thinking, 'type')
  const isOn = type === 'enabled' || type === 'adaptive'
  return isOn && Reflect.get(thinking, 'display') !== 'omitted'
}

/** Tools without a schema are run by Anthropic, and are left out. */
function toolOptions(body: MessagesBody): Record<string, unknown> {
  const tools = (body.tools ?? []).flatMap((tool) => {
    if (!matches(ClientTool, tool)) return []
    const { name, description, input_schema: parameters, strict } = tool
    const words = typeof description === 'string' ? { description } : {}
    const strictly = typeof strict === 'boolean' ? { strict } : {}
    return [{ type: 'function', function: { name, ...words, parameters, ...strictly } }]
  })
  if (tools.length === 0) return {}
  return { tools, ...choiceOptions(Reflect.get(body, 'tool_choice')) }
}

function choiceOptions(choice: unknown): Record<string, unknown> {
  if (choice === undefined || choice === null) return {}
  const asked = checkShape(choice, ToolChoice, 'tool_choice')
  const { type, name, disable_parallel_tool_use: isSerial } = asked
  const parallel = isSerial === true ? { parallel_tool_calls: false } : {}
  switch (type) {
    case 'auto':
      return { tool_choice: 'auto', ...parallel }
    case 'any':
      return { tool_choice: 'required', ...parallel }
    case 'none':
      return { tool_choice: 'none' }
    case 'tool':
      if (name === undefined) throw invalidField('tool_choice.name', 'is missing: it must be text')
      return { tool_choice: { type: 'function', function: { name } }, ...parallel }
  }
}

function formatOption(body: MessagesBody): Record<string, unknown> {
  const config: unknown = Reflect.get(body, 'output_config')
  const format: unknown =
    Reflect.get(Object(config), 'format') ?? Reflect.get(body, 'output_format')
  if (format === undefined || format === null) return {}
  const { schema } = checkShape(format, OutputFormat, 'output_config.format')
  return {
    response_format: { type: 'json_schema', json_schema: { name: 'answer', strict: true, schema } },
  }
}
