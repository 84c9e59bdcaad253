import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { RequestedAttachment } from '../../core/attachments/attachment.ts'
import type { Actor } from '../../core/identity/actor.ts'
import type { TaskBody } from '../../core/tasks/submit-task.ts'
import { parseJson } from '../../http/body/json.ts'
import { mediaTypeOf } from '../../http/body/media-type.ts'
import { type FileSink, spoolBody, spoolMultipart } from '../../http/body/spool.ts'
import { readText } from '../../http/body/stream.ts'
import { sha256 } from '../../platform/ids.ts'

const MULTIPART = 'multipart/form-data'

/** The input of a task, and whether it is to be a job. */
interface TaskInput<input> {
  input: input
  async: boolean
}

/** How the body of a request for work is read. */
export interface JobBody<input> {
  /** Of the body, for the API description. */
  readonly schema: TSchema
  readonly mediaTypes: readonly string[]
  /** Whether it goes to disk; then no lease is held while it arrives. */
  readonly isSpooled: boolean
  /** @param kind Of the task; the same body means other work for another kind */
  read(request: Request, actor: Actor, kind: string): Promise<TaskBody<input>>
}

interface JsonBodyOptions<body extends TSchema, input> {
  schema: body
  maxBytes: number
  /** Reads the task's input; unknown fields are left behind. @throws {AppError} */
  read: (actor: Actor, body: Static<body>) => TaskInput<input> | Promise<TaskInput<input>>
  /** Deletes the files of an input that no job owns. */
  discard?: (input: input) => Promise<void>
}

/** A body of JSON, refused while it arrives when it is too large. */
export function jsonBody<body extends TSchema, input>({
  schema,
  maxBytes,
  read,
  discard,
}: JsonBodyOptions<body, input>): JobBody<input> {
  return {
    schema,
    mediaTypes: ['application/json'],
    isSpooled: false,
    async read(request, actor, kind) {
      const text = await readText(request, maxBytes)
      let parsed: TaskInput<input> | undefined
      return {
        hash: sha256(`${kind}\n${sortedQuery(request)}${text}`),
        async parse() {
          parsed = await read(actor, parseJson(text, schema))
          return parsed
        },
        async discard() {
          if (parsed !== undefined) await discard?.(parsed.input)
        },
      }
    },
  }
}

/** A file that was received. */
interface SpooledFile {
  id: string
  sha256: string
  bytes: number
  mediaType?: string | undefined
}

/** What an upload has brought. */
interface Upload {
  /** The values of each field of a form; none for a raw body. */
  fields: ReadonlyMap<string, readonly string[]>
  /** In their order; one for a raw body. `filename` is only the sender's word. */
  files: readonly { name: string; filename: string; file: SpooledFile }[]
}

interface UploadBodyOptions<input> {
  spool: FileSink<SpooledFile>
  maxBytes: number
  /** Reads the task's input, which names the files by their ids. @throws {AppError} */
  read: (actor: Actor, upload: Upload) => TaskInput<input>
}

/** A form with files, or the bytes of one file; kept on disk until a job takes the files over. */
export function uploadBody<input>({
  spool,
  maxBytes,
  read,
}: UploadBodyOptions<input>): JobBody<input> {
  return {
    schema: Type.Object({ file: Type.String({ format: 'binary' }) }),
    mediaTypes: [MULTIPART, 'application/octet-stream'],
    isSpooled: true,
    async read(request, actor, kind) {
      const { sha256: hash, ...upload } = await receive(request, spool, maxBytes)
      return {
        hash: sha256(`${kind}\n${sortedQuery(request)}${mediaTypeOf(request)}\n${hash}`),
        parse: async () => read(actor, upload),
        async discard() {
          await Promise.all(upload.files.map(({ file }) => spool.remove(file.id)))
        },
      }
    },
  }
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

async function receive(
  request: Request,
  spool: FileSink<SpooledFile>,
  maxBytes: number,
): Promise<Upload & { sha256: string }> {
  if (mediaTypeOf(request) === MULTIPART) return spoolMultipart(request, spool, { maxBytes })
  const file = await spoolBody(request, spool, maxBytes)
  return { fields: new Map(), files: [{ name: 'file', filename: '', file }], sha256: file.sha256 }
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
