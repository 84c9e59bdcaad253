import { randomId } from '../../../../platform/ids.ts'
import type { ChatInput } from '../../chat.ts'
import { type AttachedPart, attachedPart } from '../attached-part.ts'
import type { Dialect, ReadChat, ReadContext } from '../dialect.ts'
import { MAX_CHAT_BYTES, MAX_CODE_CHAT_BYTES } from '../limits.ts'
import { ChunkWriter, completion } from './chunk-writer.ts'
import { FORWARDED_FIELDS } from './forwarded-fields.ts'
import { ChatBody, CodeChatBody } from './schema.ts'

export const CHAT_COMPLETIONS: Dialect<typeof ChatBody> = {
  body: ChatBody,
  maxBytes: MAX_CHAT_BYTES,
  read,
}

/** For code assistants, which send text only. */
export const CODE_CHAT_COMPLETIONS: Dialect<typeof CodeChatBody> = {
  body: CodeChatBody,
  maxBytes: MAX_CODE_CHAT_BYTES,
  read,
}

function read(body: ChatBody, { now }: ReadContext): ReadChat {
  const id = randomId('chatcmpl-')
  const created = Math.floor(now / 1000)
  const includeUsage = body.stream_options?.include_usage === true
  return {
    ...chatInput(body),
    whole: (answer) => completion(id, created, answer),
    writer: () => new ChunkWriter(id, created, body.model, includeUsage),
  }
}

type ChatMessage = ChatBody['messages'][number]

function isText(message: ChatMessage): message is ChatMessage & { content: string } {
  return typeof message.content === 'string'
}

/** A chat request as a task's input, without its attachments, which are to be taken in first. */
function chatInput(body: ChatBody): { input: ChatInput; attached: AttachedPart[] } {
  const options: Record<string, unknown> = {}
  for (const name in body) {
    if (!Object.hasOwn(FORWARDED_FIELDS, name)) continue
    const value: unknown = Reflect.get(body, name)
    if (value !== null) options[name] = value
  }
  const attached: AttachedPart[] = []
  const messages = body.messages.map((message, index) => {
    if (isText(message)) return message
    const { content, ...rest } = message
    if (content === undefined) return rest
    if (!Array.isArray(content)) return { ...rest, content }
    return {
      ...rest,
      content: content.map((part, at) => {
        if (part.type === 'text') return part
        attached.push(
          attachedPart(part, {
            field: `messages[${index}].content[${at}].${part.type}`,
            place: { message: index, part: at },
            number: attached.length + 1,
          }),
        )
        return { type: 'text' as const, text: '' }
      }),
    }
  })
  return { input: { model: body.model, messages, options, stream: body.stream === true }, attached }
}
