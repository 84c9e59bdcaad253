import type { TaskBody } from '../../core/tasks/submit-task.ts'
import type { TranscribeInput } from '../../core/transcripts/transcript.ts'
import { checkShape } from '../../http/body/json.ts'
import { mediaTypeOf } from '../../http/body/media-type.ts'
import { AppError } from '../../platform/errors.ts'
import { AudioFields } from './openai-schema.ts'
import { fieldOf, type ReceivedRecording, receiveRecording } from './receive.ts'
import { recordingBody } from './recording-body.ts'
import type { TranscriptServices } from './routes.ts'

export const MULTIPART = 'multipart/form-data'

/** What OpenAI's clients ask of a recording. */
export interface AudioRequest {
  asked: AudioFields
  body: TaskBody<TranscribeInput>
}

/** @throws {AppError} `unsupported_media_type` */
export function requireForm(request: Request): void {
  if (mediaTypeOf(request) !== MULTIPART)
    throw new AppError('unsupported_media_type', `Expected a body of ${MULTIPART}`)
}

/**
 * Reads the form of a request, its recording on disk.
 *
 * @throws {AppError} `invalid`, and what {@link receiveRecording} throws
 */
export async function readAudioRequest(
  services: TranscriptServices,
  request: Request,
  task: 'transcribe' | 'translate',
): Promise<AudioRequest> {
  const { transcripts: intake, spool } = services
  const { fileId: id, filename, fields, sha256 } = await receiveRecording(services, request)
  try {
    const asked = fieldsOf(fields)
    const { model: engine, language, prompt, temperature, store } = asked
    const body = recordingBody({
      ...{ intake, hash: sha256, async: false },
      kept: { source: { type: 'file', id }, name: filename },
      options: () => ({ engine, language, prompt, temperature, task, store, isAwaited: true }),
    })
    return { asked, body }
  } catch (error) {
    await spool.remove(id)
    throw error
  }
}

/** @throws {AppError} `invalid` */
function fieldsOf(fields: ReceivedRecording['fields']): AudioFields {
  const text = (name: string) => fieldOf(fields, name)
  const temperature = text('temperature')
  const granularities = [
    ...(fields.get('timestamp_granularities[]') ?? []),
    ...(fields.get('timestamp_granularities') ?? []),
  ]
  const asked = checkShape(
    {
      model: text('model') ?? 'auto',
      response_format: text('response_format') ?? 'json',
      stream: text('stream') === 'true',
      store: text('store') !== 'false',
      timestamp_granularities: granularities,
      ...optional({ language: text('language'), prompt: text('prompt') }),
      ...optional({ temperature: temperature === undefined ? undefined : Number(temperature) }),
    },
    AudioFields,
  )
  if (granularities.length > 0 && asked.response_format !== 'verbose_json')
    throw new AppError(
      'invalid',
      'Request body is invalid: timestamp_granularities need the response_format verbose_json',
      { param: 'timestamp_granularities' },
    )
  return asked
}

/** The fields that are there. */
function optional<fields extends object>(fields: fields): Partial<fields> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as Partial<fields>
}
