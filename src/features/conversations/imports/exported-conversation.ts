/** A message of an export that is imported. */
export interface ExportedMessage {
  /** As the export names it. */
  id: string
  /** Of a message that comes before it in the list; undefined for a first one. */
  parentId: string | undefined
  role: 'user' | 'assistant'
  content: string
  /** Of an answer: the model as the export names it. */
  model: string | undefined
  /** UTC milliseconds; undefined where it is not known. */
  at: number | undefined
}

/** A conversation of an export, whatever program it is of. */
export interface ExportedConversation {
  /** With the program, so that two exports of one program have the same. */
  key: string
  title: string
  createdAt: number | undefined
  updatedAt: number | undefined
  /** Parents come before their children; the branch that was shown last is the last. */
  messages: readonly ExportedMessage[]
  /** Pictures and other files that the export only names. */
  missingFiles: number
}

/** Messages of one conversation. @limit import-messages count */
export const MAX_IMPORTED_MESSAGES = 10_000
/** Text of one message, in UTF-16 code units; what is longer is cut. @limit import-message MiB */
export const MAX_IMPORTED_CHARACTERS = 1024 ** 2
/** Nodes of a tree, also those of tools and settings, which are left out. */
const MAX_NODES = 100_000

/** A node of the tree of an export. Those without a role are passed over. */
interface ExportedNode {
  parentId: string | undefined
  message: Omit<ExportedMessage, 'id' | 'parentId'> | undefined
}

/**
 * Reads one conversation of an export of ChatGPT or of Open WebUI.
 *
 * @returns In words why it is left out, where it is
 */
export function exportedConversation(value: unknown): ExportedConversation | string {
  const { mapping, chat } = objectOf(value)
  if (isObject(mapping)) return ofChatGpt(objectOf(value), mapping)
  const { history, messages } = objectOf(chat)
  const tree = objectOf(history)['messages']
  if (isObject(tree)) return ofOpenWebUi(objectOf(value), tree)
  // Older versions have no tree.
  if (Array.isArray(messages)) return ofOpenWebUi(objectOf(value), inARow(messages))
  return 'it is no conversation of ChatGPT or Open WebUI'
}

function ofChatGpt(
  conversation: Readonly<Record<string, unknown>>,
  mapping: object,
): ExportedConversation | string {
  const { title, create_time, update_time, current_node, conversation_id, id } = conversation
  const files = { missing: 0 }
  const nodes = nodesOf(mapping, (node) => {
    const { parent, message } = objectOf(node)
    const { author, content, create_time: time, metadata, recipient } = objectOf(message)
    const role = objectOf(author)['role']
    const { is_visually_hidden_from_conversation: isHidden, model_slug: model } = objectOf(metadata)
    const isRead =
      (role === 'user' || role === 'assistant') &&
      isHidden !== true &&
      (recipient === undefined || recipient === null || recipient === 'all')
    const text = isRead ? textOfChatGpt(objectOf(content), files) : ''
    const base = { role: role === 'user' ? 'user' : 'assistant', content: text } as const
    return {
      parentId: textOf(parent),
      message: text === '' ? undefined : { ...base, model: textOf(model), at: timeOf(time) },
    }
  })
  if (typeof nodes === 'string') return nodes
  return {
    key: `chatgpt:${textOf(conversation_id) ?? textOf(id) ?? `${nameOf(create_time)} ${nameOf(title)}`}`,
    title: textOf(title) ?? '',
    createdAt: timeOf(create_time),
    updatedAt: timeOf(update_time),
    messages: inOrder(nodes, textOf(current_node)),
    missingFiles: files.missing,
  }
}

function textOfChatGpt(
  { content_type: type, parts, text }: Readonly<Record<string, unknown>>,
  files: { missing: number },
): string {
  // Calls of tools, their output and thoughts have other types.
  if (type !== 'text' && type !== 'multimodal_text' && type !== 'code') return ''
  if (!Array.isArray(parts)) return textOf(text) ?? ''
  return parts
    .map((part) => {
      if (typeof part === 'string') return part
      const { asset_pointer, name, text: words, content_type } = objectOf(part)
      // What was said and heard has its words beside it.
      if (content_type === 'audio_transcription') return textOf(words) ?? ''
      if (!isObject(part)) return ''
      files.missing += 1
      return missing(textOf(name) ?? textOf(asset_pointer)?.replace(/^.*:\/\//, ''))
    })
    .filter((one) => one !== '')
    .join('\n\n')
}

function ofOpenWebUi(
  conversation: Readonly<Record<string, unknown>>,
  tree: object,
): ExportedConversation | string {
  const { id, title, chat, created_at, updated_at } = conversation
  const { history, timestamp, title: inner } = objectOf(chat)
  const files = { missing: 0 }
  const nodes = nodesOf(tree, (node) => {
    const { parentId, role, content, timestamp: time, model, files: attached } = objectOf(node)
    const isRead = role === 'user' || role === 'assistant'
    const names = Array.isArray(attached) ? attached.slice(0, 100) : []
    const text = [
      withoutThoughts(textOf(content) ?? ''),
      ...names.map((one) => missing(textOf(objectOf(one)['name']))),
    ]
      .filter((one) => one !== '')
      .join('\n\n')
    if (!isRead || text === '') return { parentId: textOf(parentId), message: undefined }
    files.missing += names.length
    return {
      parentId: textOf(parentId),
      message: { role, content: text, model: textOf(model), at: timeOf(time) },
    }
  })
  if (typeof nodes === 'string') return nodes
  const createdAt = timeOf(created_at) ?? timeOf(timestamp)
  return {
    key: `open-webui:${textOf(id) ?? `${String(createdAt)} ${nameOf(title ?? inner)}`}`,
    title: textOf(title) ?? textOf(inner) ?? '',
    createdAt,
    updatedAt: timeOf(updated_at) ?? createdAt,
    messages: inOrder(nodes, textOf(objectOf(history)['currentId'])),
    missingFiles: files.missing,
  }
}

/** @returns In words why there are too many */
function nodesOf(
  tree: object,
  read: (node: unknown) => ExportedNode,
): Map<string, ExportedNode> | string {
  const entries = Object.entries(tree)
  if (entries.length > MAX_NODES) return `it has more than ${MAX_NODES} parts`
  const nodes = new Map(entries.map(([id, node]) => [id, read(node)]))
  const count = nodes.values().reduce((sum, { message }) => sum + (message ? 1 : 0), 0)
  if (count > MAX_IMPORTED_MESSAGES) return `it has more than ${MAX_IMPORTED_MESSAGES} messages`
  return count === 0 ? 'it has no messages' : nodes
}

/**
 * The messages of a tree, each after its parent, and the branch to the current one last. What leads in
 * a circle, and so to no beginning, is left out.
 */
function inOrder(
  nodes: ReadonlyMap<string, ExportedNode>,
  current: string | undefined,
): ExportedMessage[] {
  const children = new Map<string | undefined, string[]>()
  for (const [id, { parentId }] of nodes) {
    const parent = parentId !== undefined && nodes.has(parentId) ? parentId : undefined
    const siblings = children.get(parent)
    if (siblings === undefined) children.set(parent, [id])
    else siblings.push(id)
  }
  const onPath = new Set<string>()
  for (let id = current; id !== undefined && !onPath.has(id); id = nodes.get(id)?.parentId)
    onPath.add(id)
  const messages: ExportedMessage[] = []
  /** What follows next, the last one first, each with the message that it answers. */
  const waiting: [id: string, parent: ExportedMessage | undefined][] = []
  const follow = (id: string | undefined, parent: ExportedMessage | undefined) => {
    const next = children.get(id) ?? []
    // The first of the stack is taken last.
    const sorted = [
      ...next.filter((one) => onPath.has(one)),
      ...next.filter((one) => !onPath.has(one)).reverse(),
    ]
    for (const one of sorted) waiting.push([one, parent])
  }
  follow(undefined, undefined)
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [id, parent] = next
    const message = nodes.get(id)?.message
    if (message === undefined) {
      follow(id, parent)
      continue
    }
    const content = message.content.slice(0, MAX_IMPORTED_CHARACTERS)
    // An answer that a tool has interrupted is one answer.
    if (
      message.role === 'assistant' &&
      parent?.role === 'assistant' &&
      parent === messages.at(-1) &&
      parent.content.length + content.length < MAX_IMPORTED_CHARACTERS
    ) {
      parent.content += `\n\n${content}`
      follow(id, parent)
      continue
    }
    const imported = { ...message, id, parentId: parent?.id, content }
    messages.push(imported)
    follow(id, imported)
  }
  return messages
}

/** Messages without a tree, each after the one before. */
function inARow(messages: readonly unknown[]): object {
  return Object.fromEntries(
    messages.map((message, index) => [
      `m${index}`,
      { ...objectOf(message), ...(index === 0 ? {} : { parentId: `m${index - 1}` }) },
    ]),
  )
}

const THOUGHT = '<details type="reasoning"'
const THOUGHT_END = '</details>'

/** An answer without what its model has thought, which the export has in its text. */
function withoutThoughts(text: string): string {
  let rest = ''
  let at = 0
  for (;;) {
    const start = text.indexOf(THOUGHT, at)
    const end = start < 0 ? -1 : text.indexOf(THOUGHT_END, start)
    if (end < 0) return (rest + text.slice(at)).trim()
    rest += text.slice(at, start)
    at = end + THOUGHT_END.length
  }
}

/** In place of a file that is not in the export. */
function missing(name: string | undefined): string {
  return `[Not imported: ${name === undefined ? 'a file' : name.slice(0, 200)}]`
}

/** Seconds or milliseconds since 1970, as UTC milliseconds. */
function timeOf(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value > 0)) return undefined
  const ms = value < 1e11 ? value * 1000 : value
  return ms < 1e14 ? Math.round(ms) : undefined
}

/** Objects have no name: they may bring a `toString` that is no function. */
function nameOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? '' : String(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.toWellFormed() : undefined
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? { ...value } : {}
}
