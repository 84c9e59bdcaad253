import { checkShape } from '../../../../http/body/json.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { ChatMessages, DraftPart } from './chat-messages.ts'
import {
  CallOutputItem,
  type ContentPart,
  CustomCallItem,
  FunctionCallItem,
  MessageItem,
  ReasoningItem,
  ReferenceItem,
  type ResponsesBody,
  refuseAt,
} from './schema.ts'

/** Finds an item of an answer that is kept; undefined where there is none. */
export type FindItem = (id: string) => object | undefined

/**
 * Items whose work is done by OpenAI's servers, and those that hold nothing a model could read.
 * Clients send them again with the conversations that they have from there.
 */
const HOSTED =
  /^(?:web_search|file_search|computer|image_generation|code_interpreter|local_shell|shell|apply_patch|mcp|tool_search|compaction|program|additional_tools|configuration_update)(?:_|$)/

/** The input of a request as items. */
export function inputItems(input: ResponsesBody['input']): readonly object[] {
  if (typeof input !== 'string') return input ?? []
  return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }]
}

/**
 * Adds the items of a request to the messages of a chat.
 *
 * @param field Where the items are, as errors name them
 * @throws {AppError} `invalid`; `not_found` for a reference to an item that is not kept
 */
export function readItems(
  items: readonly unknown[],
  field: string,
  messages: ChatMessages,
  findItem: FindItem,
): void {
  for (const [index, item] of items.entries())
    readItem(item, `${field}[${index}]`, messages, findItem)
}

function readItem(item: unknown, field: string, messages: ChatMessages, findItem: FindItem): void {
  const type = typeOf(item)
  switch (type) {
    case 'message': {
      const { role, content } = checkShape(item, MessageItem, field)
      messages.add(role, partsOf(content, `${field}.content`))
      return
    }
    case 'function_call': {
      const call = checkShape(item, FunctionCallItem, field)
      messages.addCall(call.call_id, flatName(call.name, call.namespace), call.arguments)
      return
    }
    case 'custom_tool_call': {
      const call = checkShape(item, CustomCallItem, field)
      const args = JSON.stringify({ input: call.input })
      messages.addCall(call.call_id, flatName(call.name, call.namespace), args)
      return
    }
    case 'function_call_output':
    case 'custom_tool_call_output': {
      const { call_id: callId, output } = checkShape(item, CallOutputItem, field)
      messages.addCallOutput(callId, partsOf(output, `${field}.output`))
      return
    }
    case 'reasoning': {
      const { summary, content } = checkShape(item, ReasoningItem, field)
      // The thoughts themselves, where there are any, and else what was told of them.
      const texts = content?.length ? content : (summary ?? [])
      if (texts.length > 0) messages.addReasoning(texts.map(({ text }) => text).join('\n\n'))
      return
    }
    case 'item_reference':
      readReference(checkShape(item, ReferenceItem, field).id, field, messages, findItem)
      return
    default:
      if (HOSTED.test(type)) return
      refuseAt(`${field}.type`, 'there is no such item')
  }
}

function readReference(
  id: string,
  field: string,
  messages: ChatMessages,
  findItem: FindItem,
): void {
  const found = findItem(id)
  if (found !== undefined) {
    readItem(found, field, messages, () => undefined)
    return
  }
  // The thoughts before an answer are no part of it.
  if (id.startsWith('rs_')) return
  throw new AppError('not_found', `Item with id '${id.slice(0, MAX_ID_CHARACTERS)}' not found.`, {
    param: field,
  })
}

const MAX_ID_CHARACTERS = 200

/** Messages and references may come without a type. */
function typeOf(item: unknown): string {
  const { type, role, id } = Object(item)
  if (typeof type === 'string') return type
  return role === undefined && id !== undefined ? 'item_reference' : 'message'
}

function partsOf(content: string | readonly ContentPart[], field: string): DraftPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }]
  return content.map((part, index) => partOf(part, `${field}[${index}]`))
}

function partOf(part: ContentPart, field: string): DraftPart {
  switch (part.type) {
    case 'input_text':
    case 'output_text':
    case 'text':
      return { type: 'text', text: part.text ?? refuseAt(`${field}.text`, 'it is missing') }
    case 'refusal':
      return { type: 'text', text: part.refusal ?? '' }
    case 'input_image':
      return imageOf(part, field)
    case 'input_file':
      return fileOf(part, field)
    default:
      return refuseAt(`${field}.type`, 'a model of this service reads text, images and files')
  }
}

function imageOf({ image_url: image, file_id: id, detail }: ContentPart, field: string): DraftPart {
  if (image != null) {
    const url = typeof image === 'string' ? image : image.url
    const image_url = { url, ...(detail == null ? {} : { detail }) }
    const part = { type: 'image_url' as const, image_url }
    return { type: 'attachment', part, field: `${field}.image_url` }
  }
  if (id == null) return refuseAt(field, 'it has neither image_url nor file_id')
  const part = { type: 'file' as const, file: { file_id: id } }
  return { type: 'attachment', part, field: `${field}.file_id` }
}

function fileOf(
  { file_data: data, file_url: url, file_id: id, filename }: ContentPart,
  field: string,
): DraftPart {
  const name = filename == null ? {} : { filename }
  const address = data ?? url
  if (address != null) {
    const part = { type: 'file' as const, file: { ...name, file_data: address } }
    return {
      type: 'attachment',
      part,
      field: `${field}.${data == null ? 'file_url' : 'file_data'}`,
    }
  }
  if (id == null) return refuseAt(field, 'it has none of file_data, file_url and file_id')
  const part = { type: 'file' as const, file: { ...name, file_id: id } }
  return { type: 'attachment', part, field: `${field}.file_id` }
}

/** The name of a tool as the caller knows it. */
export interface ToolName {
  name: string
  namespace?: string
  /** Whether its only argument is a text. */
  isCustom: boolean
}

const SEPARATOR = '__'

/** One name for a tool of a namespace, because models know no namespaces. */
export function flatName(name: string, namespace: string | null | undefined): string {
  return namespace == null || namespace === '' ? name : `${namespace}${SEPARATOR}${name}`
}

/** The tools of a request by the names that the model has of them. */
export class ToolNames {
  readonly #names = new Map<string, ToolName>()

  add(tool: ToolName): string {
    const name = flatName(tool.name, tool.namespace)
    this.#names.set(name, tool)
    return name
  }

  has(name: string): boolean {
    return this.#names.has(name)
  }

  /** A name that no tool has stays as the model has written it. */
  of(name: string): ToolName {
    return this.#names.get(name) ?? { name, isCustom: false }
  }
}
