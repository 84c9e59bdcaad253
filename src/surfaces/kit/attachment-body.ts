import { type Static, Type } from '@sinclair/typebox'
import type { RequestedAttachment } from '../../core/attachments/attachment.ts'

/** The forms of an attachment. */
export const ATTACHMENT_FORMS = [
  Type.Object({
    url: Type.String({ minLength: 1, description: 'A public http or https address' }),
  }),
  Type.Object({
    data: Type.String({ minLength: 1, description: 'Base64' }),
    media_type: Type.Optional(Type.String()),
    filename: Type.Optional(Type.String()),
  }),
  Type.Object({ file: Type.String({ minLength: 1, description: 'The token of a stored file' }) }),
  Type.Object({
    buffer: Type.String({ minLength: 1, description: 'The id of a finished upload' }),
  }),
  Type.Object({
    path: Type.String({
      minLength: 1,
      description:
        'A file of the server, as an absolute path; for admins who have signed in, and from the trusted local network',
    }),
  }),
]

export const AttachmentBody = Type.Union(ATTACHMENT_FORMS, {
  'x-expected': 'an attachment: {url}, {data, media_type, filename}, {file}, {buffer} or {path}',
})

/** @param index Of the attachment in its list */
export function requestedAttachment(
  one: Static<typeof AttachmentBody>,
  index: number,
): RequestedAttachment {
  const field = `attachments[${index}]`
  // The form with least rights counts where a body mixes them.
  if ('path' in one) return { field, type: 'path', path: one.path }
  if ('url' in one) return { field, type: 'url', url: one.url }
  if ('file' in one) return { field, type: 'file', token: one.file }
  if ('buffer' in one) return { field, type: 'upload', id: one.buffer }
  return { field, type: 'data', data: one.data, filename: one.filename, mediaType: one.media_type }
}
