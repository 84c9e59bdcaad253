import type { RequestedAttachment } from '../../core/attachments/attachment.ts'
import type { AttachmentPlace } from '../../core/text/attached-messages.ts'
import type { ChatInput } from '../../core/text/chat.ts'
import { AppError } from '../../platform/errors.ts'
import { FORWARDED_FIELDS } from './forwarded-fields.ts'
import type { ChatBody, ChatPart } from './schema.ts'

const DATA_URL = /^data:([^;,]*)(;[^,]*)?,/i
/** Long enough for the head of any `data:` URL; the rest may be millions of characters. */
const HEAD_CHARACTERS = 200

interface AttachedPart {
  requested: RequestedAttachment
  place: AttachmentPlace
}

/** A chat request as a task's input, without its attachments, which are to be taken in first. */
export function chatInput(body: ChatBody): { input: ChatInput; attached: AttachedPart[] } {
  const options: Record<string, unknown> = {}
  for (const name in body) {
    if (!(name in FORWARDED_FIELDS)) continue
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
        attached.push(attachedPart(part, index, at, attached.length + 1))
        return { type: 'text' as const, text: '' }
      }),
    }
  })
  return { input: { model: body.model, messages, options, stream: body.stream === true }, attached }
}

/** @throws {AppError} `invalid` */
function attachedPart(
  part: Exclude<ChatPart, { type: 'text' }>,
  message: number,
  at: number,
  number: number,
): AttachedPart {
  const field = `messages[${message}].content[${at}].${part.type}`
  if (part.type === 'image_url') {
    const { url, ...imageFields } = part.image_url
    const place = { message, part: at, imageFields }
    return { requested: byAddress(field, url, `image ${number}`, true), place }
  }
  const place = { message, part: at }
  const { filename, file_data: data, file_id: token } = part.file
  if (data !== undefined) return { requested: byAddress(field, data, filename, false), place }
  if (token !== undefined) return { requested: { field, type: 'file', token }, place }
  throw refused(field, 'it has neither file_data nor file_id')
}

function byAddress(
  field: string,
  address: string,
  filename: string | undefined,
  isImage: boolean,
): RequestedAttachment {
  if (/^https?:/i.test(address.slice(0, 6))) return { field, type: 'url', url: address, isImage }
  const [head, mediaType, parameters = ''] = DATA_URL.exec(address.slice(0, HEAD_CHARACTERS)) ?? []
  // Some clients send a file's base64 as it is.
  if (head === undefined) return { field, type: 'data', data: address, filename, isImage }
  if (!parameters.toLowerCase().endsWith(';base64'))
    throw refused(field, 'a data: URL must be base64')
  return {
    ...{ field, type: 'data', data: address.slice(head.length) },
    ...{ filename, mediaType, isImage },
  }
}

function refused(field: string, reason: string): AppError {
  return new AppError('invalid', `Cannot use ${field}: ${reason}`, { param: field })
}
