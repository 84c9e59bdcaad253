import type { ChatInput } from '../../../core/text/chat.ts'
import type { AttachedPart } from '../attached-part.ts'
import { TranslatedChat, type TranslatedPart } from '../translated-chat.ts'
import { forwardedOptions } from './forwarded-options.ts'
import { blocksOf, type NamedBlock, readBlock, textOf, userParts } from './read-blocks.ts'
import {
  type Content,
  type MessagesBody,
  TextBlock,
  ThinkingBlock,
  ToolResultBlock,
  ToolUseBlock,
} from './schema.ts'

/** How Claude Code starts a block that is for Anthropic's accounting alone. */
const BILLING_HEADER = 'x-anthropic-billing-header:'

/**
 * A request in Anthropic's form as a chat.
 *
 * @throws {AppError} `invalid` with the name of the field as the client has sent it
 */
export function chatInput(body: MessagesBody): { input: ChatInput; attached: AttachedPart[] } {
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
