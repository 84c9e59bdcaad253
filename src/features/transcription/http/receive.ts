import type { OwnNetwork } from '../../../guards/local-trust.ts'
import { mediaTypeOf } from '../../../http/body/media-type.ts'
import { type FileSink, spoolBody, spoolMultipart } from '../../../http/body/spool.ts'
import { declaredBytes } from '../../../http/body/stream.ts'
import type { HttpContext } from '../../../http/server/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { MAX_FILE_BYTES } from '../../files/file-record.ts'
import type { NewRecording } from '../intake.ts'

const MULTIPART = 'multipart/form-data'
/** What a form may have around its file: boundaries, headers and fields. */
const MAX_ENVELOPE_BYTES = 256 * 1024
/** Of all fields together, as they are held in memory. */
const MAX_FIELD_BYTES = 64 * 1024

interface ReceivedFile {
  id: string
  sha256: string
}

export interface ReceiveServices {
  spool: FileSink<ReceivedFile>
  ownNetwork: OwnNetwork
}

/** A recording that was received, without a name for a raw body. Its file is the caller's. */
export interface ReceivedRecording {
  recording: NewRecording
  /** The values of each field of a form; none of a raw body. */
  fields: ReadonlyMap<string, readonly string[]>
  /** Of all that was said. */
  sha256: string
}

/**
 * Keeps the recording in a body on disk: the file of a form, or the body itself. Nothing is left of one
 * that is refused or cut off.
 *
 * @throws {AppError} `too_large`; `own_network_only` for a large one from elsewhere; `invalid` for a
 * form without a file; and what reading a body throws
 */
export async function receiveRecording(
  { spool, ownNetwork }: ReceiveServices,
  context: HttpContext,
): Promise<ReceivedRecording> {
  const { request } = context
  const isForm = mediaTypeOf(request) === MULTIPART
  const maxBytes = MAX_FILE_BYTES + (isForm ? MAX_ENVELOPE_BYTES : 0)
  const declared = declaredBytes(request, maxBytes) ?? 0
  ownNetwork.requireFor(context, declared - (isForm ? MAX_ENVELOPE_BYTES : 0))
  const sink: FileSink<ReceivedFile> = {
    write: (source, options) => spool.write(ownNetwork.bounded(context, source), options),
    remove: (id) => spool.remove(id),
  }
  if (!isForm) {
    const { id, sha256 } = await spoolBody(context, sink, maxBytes)
    return { recording: { source: { type: 'file', id }, name: '' }, fields: new Map(), sha256 }
  }
  const { files, fields, sha256 } = await spoolMultipart(context, sink, {
    maxBytes,
    maxFileBytes: MAX_FILE_BYTES,
    maxFieldBytes: MAX_FIELD_BYTES,
  })
  const [one] = files
  if (one === undefined)
    throw new AppError('invalid', 'There is no file in the form: send it as the field `file`', {
      param: 'file',
    })
  const { file, filename } = one
  return {
    recording: { source: { type: 'file', id: file.id }, name: filename },
    fields,
    sha256,
  }
}

/** The value of a field that is there once; undefined when it is absent or empty. */
export function fieldOf(fields: ReceivedRecording['fields'], name: string): string | undefined {
  return fields.get(name)?.at(-1)?.trim() || undefined
}
