import type { RequestedAttachment } from '../../../core/attachments/attachment.ts'
import type { AttachmentPlace } from '../../../core/engines/attached-messages.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ChatPart } from './chat-completions/schema.ts'

const DATA_URL = /^data:([^;,]*)(;[^,]*)?,/i
/** Long enough for the head of any `data:` URL; the rest may be millions of characters. */
const HEAD_CHARACTERS = 200

/** A file or picture of a request, and the part of a message that it takes the place of. */
export interface AttachedPart {
  requested: RequestedAttachment
  place: AttachmentPlace
}

interface PartPlace {
  /** As errors name it. */
  field: string
  place: { message: number; part: number }
  /** Among the attachments of the request, from 1. */
  number: number
}

/**
 * @param part In the form of chat completions, which other dialects are translated to
 * @throws {AppError} `invalid`
 */
export function attachedPart(
  part: Exclude<ChatPart, { type: 'text' }>,
  { field, place, number }: PartPlace,
): AttachedPart {
  if (part.type === 'image_url') {
    const { url, ...imageFields } = part.image_url
    const requested = byAddress(field, url, `image ${number}`, true)
    return { requested, place: { ...place, imageFields } }
  }
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
    field,
    type: 'data',
    data: address.slice(head.length),
    filename,
    mediaType,
    isImage,
  }
}

function refused(field: string, reason: string): AppError {
  return new AppError('invalid', `Cannot use ${field}: ${reason}`, { param: field })
}
