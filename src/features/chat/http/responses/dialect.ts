import { checkShape } from '../../../../http/body/json.ts'
import { AppError } from '../../../../platform/errors.ts'
import {
  MAX_STORED_RESPONSE_BYTES,
  type StoredResponses,
} from '../../responses/stored-responses.ts'
import { FORWARDED_FIELDS } from '../chat-completions/forwarded-fields.ts'
import type { BackgroundAnswer, ChatSurface, Dialect, ReadChat, ReadContext } from '../dialect.ts'
import { estimatedTokens } from '../estimated-tokens.ts'
import { withoutFiles } from '../left-out-files.ts'
import { MAX_CHAT_BYTES, MAX_CODE_CHAT_BYTES } from '../limits.ts'
import { ChatMessages } from './chat-messages.ts'
import { newResponseId } from './item-ids.ts'
import { flatName, inputItems, readItems, ToolNames } from './read-items.ts'
import { responseObject } from './response-object.ts'
import { ResponseWriter, type ResponseWriterOptions } from './response-writer.ts'
import {
  CustomTool,
  FunctionTool,
  JsonSchemaFormat,
  ResponsesBody,
  refuseAt,
  TokenCountBody,
  ToolNamespace,
} from './schema.ts'
import { StoredItems } from './stored-items.ts'

/** A function in the form of chat completions. */
interface ChatTool {
  type: 'function'
  function: {
    name: string
    description?: string
    parameters?: object
    strict?: boolean
  }
}

interface ReadTools {
  names: ToolNames
  /** Fields of a chat request; none where there is no tool that a model can call. */
  options: Record<string, unknown>
}

type Tools = readonly { type: string }[]

/**
 * The tools of a request. Those that OpenAI's servers run themselves are left out: no model of this
 * service could call them.
 *
 * @throws {AppError} `invalid`
 */
function readTools({ tools, tool_choice: choice, ...body }: ResponsesBody): ReadTools {
  const names = new ToolNames()
  const all = chatTools(tools ?? [], 'tools', names)
  const allowed = allowedNames(choice)
  const usable =
    allowed === undefined ? all : all.filter((tool) => allowed.names.has(tool.function.name))
  const wanted = allowed === undefined ? choiceOf(choice, names) : allowed.mode
  if (usable.length === 0) {
    if (wanted === 'required')
      refuseAt('tool_choice', 'there is no function among the tools that the model could call')
    return { names, options: {} }
  }
  const parallel = body.parallel_tool_calls
  return {
    names,
    options: {
      tools: usable,
      ...(wanted === undefined ? {} : { tool_choice: wanted }),
      ...(typeof parallel === 'boolean' ? { parallel_tool_calls: parallel } : {}),
    },
  }
}

function chatTools(tools: Tools, field: string, names: ToolNames, namespace?: string): ChatTool[] {
  return tools.flatMap((tool, index): ChatTool | ChatTool[] => {
    const at = `${field}[${index}]`
    const own = namespace === undefined ? {} : { namespace }
    switch (tool.type) {
      case 'function': {
        const { name, description, parameters, strict } = checkShape(tool, FunctionTool, at)
        return {
          type: 'function',
          function: {
            name: names.add({ name, ...own, isCustom: false }),
            ...(description == null ? {} : { description }),
            ...(parameters == null ? {} : { parameters }),
            ...(strict == null ? {} : { strict }),
          },
        }
      }
      case 'custom':
        return customTool(checkShape(tool, CustomTool, at), names, own)
      case 'namespace': {
        const group = checkShape(tool, ToolNamespace, at)
        return chatTools(group.tools, `${at}.tools`, names, group.name)
      }
      default:
        return []
    }
  })
}

/** A tool of free text, as a function with one argument. */
function customTool(
  { name, description, format }: typeof CustomTool.static,
  names: ToolNames,
  own: { namespace?: string },
): ChatTool {
  const grammar = format?.definition
  const words = [
    ...(description == null || description === '' ? [] : [description]),
    ...(grammar == null || grammar === '' ? [] : [`The input follows this grammar:\n${grammar}`]),
  ].join('\n\n')
  return {
    type: 'function',
    function: {
      name: names.add({ name, ...own, isCustom: true }),
      ...(words === '' ? {} : { description: words }),
      parameters: {
        type: 'object',
        properties: { input: { type: 'string' } },
        required: ['input'],
        additionalProperties: false,
      },
    },
  }
}

type Choice = ResponsesBody['tool_choice']

function choiceOf(choice: Choice, names: ToolNames): unknown {
  if (choice == null) return undefined
  if (typeof choice === 'string') {
    if (choice === 'auto' || choice === 'none' || choice === 'required') return choice
    return refuseAt('tool_choice', 'it must be "auto", "none", "required" or an object')
  }
  if (choice.type !== 'function' && choice.type !== 'custom') return undefined
  const name = nameOf(choice)
  if (!names.has(name)) return refuseAt('tool_choice', 'there is no tool of this name')
  return { type: 'function', function: { name } }
}

/** The tools to choose from, where the request names some of them. */
function allowedNames(choice: Choice): { names: ReadonlySet<string>; mode: string } | undefined {
  if (choice == null || typeof choice === 'string' || choice.type !== 'allowed_tools')
    return undefined
  const tools: unknown = Reflect.get(choice, 'tools')
  const mode: unknown = Reflect.get(choice, 'mode')
  return {
    names: new Set(Array.isArray(tools) ? tools.map(nameOf) : []),
    mode: mode === 'required' ? 'required' : 'auto',
  }
}

function nameOf(tool: unknown): string {
  const name: unknown = Reflect.get(Object(tool), 'name')
  const namespace: unknown = Reflect.get(Object(tool), 'namespace')
  return flatName(String(name), typeof namespace === 'string' ? namespace : undefined)
}

export interface ResponsesServices {
  responses: StoredResponses
  /** UTC milliseconds. */
  now: () => number
}

/** The dialect of OpenAI's Responses API. */
export function responsesDialect(services: ResponsesServices): Dialect<typeof ResponsesBody> {
  return {
    body: ResponsesBody,
    maxBytes: MAX_CHAT_BYTES,
    read: (body, context) => readResponse(services, body, context),
  }
}

/** For code assistants, whose files are left out. */
export function codeResponsesDialect(services: ResponsesServices): Dialect<typeof ResponsesBody> {
  return {
    body: ResponsesBody,
    maxBytes: MAX_CODE_CHAT_BYTES,
    read(body, context) {
      const chat = readResponse(services, body, context)
      const { surface: _, ...input } = chat.input
      return withoutFiles({ ...chat, input })
    },
  }
}

/** A surface that only counts the tokens of what it is asked, within the bounds of the other. */
export function counting(
  surface: ChatSurface<typeof ResponsesBody>,
): ChatSurface<typeof TokenCountBody> {
  const read = (body: TokenCountBody, context: ReadContext) =>
    surface.read({ ...body, model: body.model ?? 'auto' }, context)
  return {
    ...surface,
    body: TokenCountBody,
    read,
    async answerAtOnce(body, context) {
      const input_tokens = estimatedTokens(await read(body, context))
      return { object: 'response.input_tokens' as const, input_tokens }
    },
  }
}

function readResponse(
  { responses, now: clock }: ResponsesServices,
  body: ResponsesBody,
  { caller, now }: ReadContext,
): ReadChat {
  refuseUnknown(body)
  const { owner } = caller
  const kept = new StoredItems(responses, owner)
  const items = inputItems(body.input)
  const messages = new ChatMessages()
  if (body.instructions != null && body.instructions !== '')
    messages.add('system', [{ type: 'text', text: body.instructions }])
  if (body.previous_response_id != null) kept.readInto(messages, body.previous_response_id, items)
  readItems(items, 'input', messages, (id) => kept.item(id))
  kept.extend()
  const { messages: chat, attached } = messages.finish()
  if (chat.length === 0) refuseAt('input', 'it is missing')
  const { names, options } = readTools(body)
  const id = newResponseId()
  const store = responses.isOn && body.store !== false
  const isBackground = body.background === true
  const entry = { id, caller, previousId: body.previous_response_id ?? undefined, input: items }
  const writerOptions: ResponseWriterOptions = {
    head: { id, createdAt: Math.floor(now / 1000), body },
    names,
    store,
    now: clock,
    keep: async (response) => (await keep(response)) || (isBackground && keepWithoutOutput()),
  }
  const keep = (response: object) => responses.keep({ ...entry, response })
  const writer = () => new ResponseWriter(writerOptions)
  return {
    input: {
      model: body.model,
      messages: chat,
      options: { ...readOptions(body), ...options },
      stream: body.stream === true && !isBackground,
      surface: 'responses',
    },
    attached,
    whole: (answer) => writer().whole(answer),
    writer,
    ...(isBackground ? { background: inBackground() } : {}),
  }

  /** The end of an answer in the background that is not kept. */
  function keepWithoutOutput(): Promise<boolean> {
    const message = `The answer could not be kept: the bound is ${MAX_STORED_RESPONSE_BYTES} bytes`
    const error = { code: 'server_error', message }
    const state = { status: 'failed' as const, model: body.model, output: [], store, error }
    return keep(responseObject(writerOptions.head, state))
  }

  function inBackground(): BackgroundAnswer {
    if (!store)
      refuseAt('background', 'its answer could not be fetched later, because none is kept')
    if (body.stream === true)
      refuseAt('stream', 'an answer in the background is fetched later, by its id')
    const state = { status: 'queued' as const, model: body.model, output: [], store }
    const response = responseObject(writerOptions.head, state)
    return {
      id,
      response,
      async prepare() {
        if (await responses.keep({ ...entry, response, isActive: true })) return
        throw new AppError('storage_failed', 'Cannot answer in the background: it cannot be kept')
      },
      succeeded: async (answer) => void (await writer().whole(answer)),
      failed: async (error) => void (await writer().failure(error)),
    }
  }
}

/** What only OpenAI's servers have, and what an answer would be wrong without. */
function refuseUnknown(body: ResponsesBody): void {
  const has = (name: string) => (Reflect.get(body, name) ?? null) !== null
  if (has('conversation'))
    refuseAt('conversation', 'there are none here; previous_response_id continues a response')
  if (has('prompt')) refuseAt('prompt', 'there are no stored prompts here')
}

/** Fields that chat completions has by the same name, but with another meaning or form. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'top_logprobs',
])
const LOGPROBS = 'message.output_text.logprobs'

/**
 * The fields of a chat request that are neither messages nor tools.
 *
 * @throws {AppError} `invalid`
 */
function readOptions(body: ResponsesBody): Record<string, unknown> {
  const { text, reasoning, max_output_tokens: maxTokens, top_logprobs: top, include } = body
  const options: Record<string, unknown> = {}
  for (const name in body) {
    if (!Object.hasOwn(FORWARDED_FIELDS, name) || OWN_FIELDS.has(name)) continue
    const value: unknown = Reflect.get(body, name)
    if (value !== null) options[name] = value
  }
  // The older name, which every model server knows.
  if (maxTokens != null) options['max_tokens'] = maxTokens
  if (reasoning?.effort != null) options['reasoning_effort'] = reasoning.effort
  if (text?.verbosity != null) options['verbosity'] = text.verbosity
  const format = responseFormat(text?.format)
  if (format !== undefined) options['response_format'] = format
  if (include?.includes(LOGPROBS) === true || (top ?? 0) > 0) {
    options['logprobs'] = true
    if (top != null) options['top_logprobs'] = top
  }
  return options
}

function responseFormat(format: { type: string } | null | undefined): object | undefined {
  switch (format?.type) {
    case undefined:
    case 'text':
      return undefined
    case 'json_object':
      return { type: 'json_object' }
    case 'json_schema': {
      const { name, description, schema, strict } = checkShape(
        format,
        JsonSchemaFormat,
        'text.format',
      )
      return {
        type: 'json_schema',
        json_schema: {
          name,
          ...(description == null ? {} : { description }),
          schema,
          ...(strict == null ? {} : { strict }),
        },
      }
    }
    default:
      return refuseAt('text.format.type', 'it must be "text", "json_object" or "json_schema"')
  }
}
