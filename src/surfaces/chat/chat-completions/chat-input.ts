import type { ChatInput } from '../../../core/text/chat.ts'
import { type AttachedPart, attachedPart } from '../attached-part.ts'
import { FORWARDED_FIELDS } from './forwarded-fields.ts'
import type { ChatBody } from './schema.ts'

/** A chat request as a task's input, without its attachments, which are to be taken in first. */
export function chatInput(body: ChatBody): { input: ChatInput; attached: AttachedPart[] } {
  const options: Record<string, unknown> = {}
  for (const name in body) {
    if (!Object.hasOwn(FORWARDED_FIELDS, name)) continue
    const value: unknown = Reflect.get(body, name)
    if (value !== null) options[name] = value
  }
  const attached: AttachedPart[] = []
  const messages = body.messages.map((message, index) => {
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
