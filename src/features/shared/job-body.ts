import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { RequestedAttachment } from '../../core/attachments/attachment.ts'
import type { Actor } from '../../core/identity/actor.ts'
import { readText } from '../../http/body/stream.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { sha256 } from '../../platform/ids.ts'

/** The JSON body of a request for work. */
export interface JobBody<body extends TSchema, input> {
  schema: body
  maxBytes: number
  /** Reads the task's input; unknown fields are left behind. @throws {AppError} */
  read(
    actor: Actor,
    body: Static<body>,
  ): { input: input; async: boolean } | Promise<{ input: input; async: boolean }>
  /** Deletes the files of an input that no job owns. */
  discard?(input: input): Promise<void>
}

/**
 * Receives the body of a request for work.
 *
 * @param kind Of the task; the same body means other work for another kind
 * @returns The text, and what an `Idempotency-Key` compares
 * @throws {AppError} `too_large`, and what reading a body throws
 */
export async function receiveBody(
  context: HttpContext,
  maxBytes: number,
  kind: string,
): Promise<{ text: string; hash: string }> {
  const text = await readText(context, maxBytes)
  return { text, hash: sha256(`${kind}\n${sortedQuery(context.request)}${text}`) }
}

/**
 * The query as a line of its own, which no JSON body can begin with; empty without a query, so that
 * the hashes of earlier versions stay valid.
 */
function sortedQuery({ url }: Request): string {
  const { searchParams } = new URL(url)
  searchParams.sort()
  return searchParams.size === 0 ? '' : `?${searchParams}\n`
}

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
