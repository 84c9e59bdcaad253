import { Elysia } from 'elysia'
import { type Actor, callerOf } from '../../core/identity/actor.ts'
import { submitTask } from '../../core/tasks/submit-task.ts'
import type { TranscribeTask } from '../../core/transcripts/transcribe-task.ts'
import { checkShape } from '../../http/body/json.ts'
import { mediaTypeOf } from '../../http/body/media-type.ts'
import { connectionOf } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { documented } from '../kit/openapi.ts'
import { audioAnswer } from './openai-answer.ts'
import { AudioAnswer, AudioFields, AudioForm } from './openai-schema.ts'
import { fieldOf, type ReceivedRecording, receiveRecording } from './receive.ts'
import { recordingBody } from './recording-body.ts'
import type { TranscriptServices } from './routes.ts'
import { RECORDING_EXAMPLES } from './schema.ts'

const MULTIPART = 'multipart/form-data'
const TAGS = ['Transcription']

/** OpenAI's transcriptions and translations, whose client waits. */
export function audioRoutes(services: TranscriptServices, task: TranscribeTask) {
  const { guards, transcripts: intake } = services

  async function answer(request: Request, actor: Actor, kind: 'transcribe' | 'translate') {
    if (mediaTypeOf(request) !== MULTIPART)
      throw new AppError('unsupported_media_type', `Expected a body of ${MULTIPART}`)
    const connection = connectionOf(request)
    const caller = callerOf(actor, connection.requestId)
    await intake.requireReady(caller)
    let asked: AudioFields | undefined
    const outcome = await submitTask(services, task, {
      ...{ caller, idempotencyKey: undefined, signal: request.signal, isSpooled: true },
      async read() {
        const { fileId: id, filename, fields, sha256 } = await receiveRecording(services, request)
        return recordingBody({
          ...{ intake, hash: sha256, async: false },
          kept: { source: { type: 'file', id }, name: filename },
          options() {
            asked = fieldsOf(fields)
            const { model: engine, language, prompt, temperature } = asked
            return { engine, language, prompt, temperature, task: kind, isAwaited: true }
          },
        })
      },
    })
    if (outcome.status === 'no_engine') throw outcome.error
    if (outcome.status !== 'succeeded' || asked === undefined)
      throw new Error('A waiting transcription that has become a job')
    const { engine, model } = outcome.result
    connection.engineFacts = () => ({
      ...{ engine, model: model ?? '', account: '', queueMs: 0, failure: undefined },
    })
    const { body, contentType } = audioAnswer(outcome.result, kind, asked)
    return new Response(body, { headers: { 'content-type': contentType } })
  }

  const options = (summary: string, description: string) =>
    ({
      errorShape: 'openai',
      requireApiKey: 'media',
      parse: 'none',
      detail: documented({
        summary,
        description,
        tags: TAGS,
        body: AudioForm,
        bodyTypes: [MULTIPART],
        bodyExamples: RECORDING_EXAMPLES,
        responses: {
          200: {
            description: 'The transcript',
            schema: AudioAnswer,
            alternatives: ['text/plain', 'application/x-subrip', 'text/vtt'],
          },
        },
        errors: [404, 429, 502, 503, 507],
      }),
    }) as const
  const words =
    'As OpenAI’s, whole: the client waits, so a long recording is better sent to `/transcribe`. It costs no credits.'
  return new Elysia({ name: 'surfaces/transcripts/openai' })
    .use(guards)
    .post(
      '/v1/audio/transcriptions',
      ({ request, actor }) => answer(request, actor, 'transcribe'),
      options('Write down what is spoken in a recording', words),
    )
    .post(
      '/audio/transcriptions',
      ({ request, actor }) => answer(request, actor, 'transcribe'),
      options('The same, at the path without a version', words),
    )
    .post(
      '/v1/audio/translations',
      ({ request, actor }) => answer(request, actor, 'translate'),
      options(
        'Translate what is spoken in a recording into English',
        'As OpenAI’s; only where a recogniser can translate, else 503 `not_installed`.',
      ),
    )
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
