import { type Static, Type } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'
import type { RefusalReason } from '../../platform/refusal-reasons.ts'

/** The lane in which attachments are prepared, before the work that they belong to. */
export const ATTACHMENT_LANE = 'attachments'
/** Requests whose attachments are prepared at a time. @limit attachment-requests count */
export const ATTACHMENT_LANE_WIDTH = 2
/** Preparation of all attachments of a request. @limit attachments-time seconds */
export const PREPARATION_MS = 120_000
/** @limit attachments count */
export const MAX_ATTACHMENTS = 10
/** @limit attachment-bytes MiB */
export const MAX_ATTACHMENT_BYTES = 15 * 1024 * 1024
/** @limit attachments-bytes MiB */
export const MAX_TOTAL_BYTES = 40 * 1024 * 1024
/** One download. @limit attachment-download seconds */
export const DOWNLOAD_MS = 60_000
/** Code points of text from all attachments of a request. @limit attachments-text characters */
export const MAX_TEXT_CHARACTERS = 80_000
/** Code points of a prompt with its attachments. @limit attachments-prompt characters */
export const MAX_PROMPT_CHARACTERS = 100_000

/** An attachment as a caller names it. */
export type RequestedAttachment = {
  /** Where it stands in the request, for messages. */
  field: string
} & (
  | {
      type: 'url'
      url: string
      /** Whether its sender says that it is a picture. */
      isImage?: boolean
    }
  | {
      type: 'data'
      /** Whether its sender says that it is a picture. */
      isImage?: boolean
      /** Base64. */
      data: string
      filename?: string | undefined
      mediaType?: string | undefined
    }
  /** Token of a stored file. */
  | { type: 'file'; token: string }
  /** Id of a finished upload. */
  | { type: 'upload'; id: string }
  /** A file of this machine. */
  | { type: 'path'; path: string }
)

const Field = { field: Type.String() }

/** An attachment in the input of a task: plain data, its bytes by reference. */
export const AttachmentSource = Type.Union([
  Type.Object({
    ...Field,
    type: Type.Literal('spooled'),
    id: Type.String(),
    name: Type.String(),
    mediaType: Type.Optional(Type.String()),
    /** Whether its first bytes are those of a picture. */
    isImage: Type.Boolean(),
  }),
  Type.Object({
    ...Field,
    type: Type.Literal('url'),
    url: Type.String(),
    isImage: Type.Boolean(),
  }),
  Type.Object({ ...Field, type: Type.Literal('file'), token: Type.String() }),
  Type.Object({ ...Field, type: Type.Literal('upload'), id: Type.String() }),
])
export type AttachmentSource = Static<typeof AttachmentSource>

/** What was read of an attachment, for its sender. */
export const AttachmentReport = Type.Object({
  name: Type.String(),
  kind: Type.String(),
  /** Code points of text that the model got. */
  characters: Type.Integer(),
  /** Pages, slides or sheets that it has; null for anything else. */
  pages: Type.Union([Type.Integer(), Type.Null()]),
  /** What was left out; null for nothing. */
  note: Type.Union([Type.String(), Type.Null()]),
})
export type AttachmentReport = Static<typeof AttachmentReport>

/** An attachment as a model gets it. */
export interface PreparedAttachment {
  report: AttachmentReport
  text: string
  /** JPEG, as `data:` URLs. */
  images: readonly string[]
}

/** The ids of the spooled files of a task's attachments. */
export function spooledIds(sources: readonly AttachmentSource[] = []): string[] {
  return sources.flatMap((source) => (source.type === 'spooled' ? [source.id] : []))
}

/**
 * @param field Where the attachment stands in the request
 * @param value What stands in the reason
 */
export function invalid(
  field: string,
  reason: string,
  code: RefusalReason,
  value?: number,
): AppError {
  const reasonFacts = value === undefined ? { code } : { code, value }
  return new AppError('invalid', `Cannot use ${field}: ${reason}`, { param: field, reasonFacts })
}

export function tooLarge(field: string): AppError {
  return new AppError(
    'too_large',
    `Cannot use ${field}: the file is larger than ${MAX_ATTACHMENT_BYTES / 1024 ** 2} MiB`,
    {
      param: field,
      reasonFacts: { code: 'larger', value: `${MAX_ATTACHMENT_BYTES / 1024 ** 2} MiB` },
    },
  )
}

export function tooMuch(): AppError {
  return new AppError(
    'too_large',
    `The attachments are larger than ${MAX_TOTAL_BYTES / 1024 ** 2} MiB together`,
    {
      param: 'attachments',
      reasonFacts: { code: 'together', value: `${MAX_TOTAL_BYTES / 1024 ** 2} MiB` },
    },
  )
}
