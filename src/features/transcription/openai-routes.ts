import { Elysia } from 'elysia'
import type { Run } from '../../core/tasks/run.ts'
import { resultOf } from '../../core/tasks/runs.ts'
import { submitTask, type TaskBody } from '../../core/tasks/submit-task.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { checkShape } from '../../http/body/json.ts'
import { mediaTypeOf } from '../../http/body/media-type.ts'
import { openAiError } from '../../http/reply/error-body.ts'
import { lateResponse } from '../../http/reply/late-response.ts'
import { dataFrame, sseResponse } from '../../http/reply/sse.ts'
import type { Connection } from '../../http/server/connection.ts'
import { AppError, expectedError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import { documented } from '../shared/openapi.ts'
import { subtitlesOfSegments } from '../subtitles/subtitle-thread.ts'
import { fieldOf, type ReceivedRecording, receiveRecording, recordingBody } from './http/receive.ts'
import { AudioAnswer, AudioEvent, AudioFields, AudioForm } from './openai-schema.ts'
import type { TranscriptServices } from './routes.ts'
import { RECORDING_EXAMPLES } from './schema.ts'
import type { TranscribeTask } from './transcribe-task.ts'
import type { TranscribeInput, Transcript } from './transcript.ts'

const TAGS = ['Transcription']

type Task = 'transcribe' | 'translate'

interface AudioServices extends TranscriptServices {
  limits: { lateAnswerMs: number; keepaliveMs: number }
}

/** OpenAI's transcriptions and translations, whose client waits. */
export function audioRoutes(services: AudioServices, task: TranscribeTask) {
  const { guards, transcripts: intake, limits } = services

  async function answer(context: RequestContext, kind: Task): Promise<Response> {
    const { request, connection } = context
    requireForm(request)
    using arrival = await intake.admit(context.caller)
    const received = await readAudioRequest(services, request, kind)
    const { response_format: format, stream } = received.asked
    if (stream && (format === 'json' || format === 'text'))
      return await audioStream(services, task, context, received)
    const left = new AbortController()
    const signal = AbortSignal.any([request.signal, left.signal])
    const text = whole(context, kind, received, signal, () => arrival[Symbol.dispose]())
    return await lateResponse(text, {
      contentType: AUDIO_TYPES[format],
      head: format === 'vtt' ? 'WEBVTT' : '',
      afterMs: connection.viaProxy ? limits.lateAnswerMs : undefined,
      everyMs: limits.keepaliveMs,
      reauthorize: connection.reauthorize,
      onLeave: () => left.abort(),
    })
  }

  async function whole(
    { connection, caller }: RequestContext,
    kind: Task,
    { asked, body }: AudioRequest,
    signal: AbortSignal,
    onRun: () => void,
  ): Promise<string> {
    const outcome = await submitTask(services, task, {
      caller,
      idempotencyKey: undefined,
      signal,
      isSpooled: true,
      onRun,
      read: async () => body,
    })
    if (outcome.status === 'no_engine') throw outcome.error
    if (outcome.status === 'job') throw new Error('A waiting transcription that has become a job')
    const { engine, model } = outcome.result
    connection.engineFacts = () => ({
      engine,
      model: model ?? '',
      account: '',
      queueMs: 0,
      failure: undefined,
    })
    return audioText(outcome.result, kind, asked)
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
            events: AudioEvent,
            alternatives: ['text/plain', 'application/x-subrip', 'text/vtt'],
          },
        },
        errors: [404, 429, 502, 503, 507],
      }),
    }) as const
  const words =
    'As OpenAI’s, with one cue for each segment in `srt` and `vtt`; `stream` sends the text of each finished piece. The client waits, so a long recording is better sent to `/transcribe`. It costs no credits.'
  return new Elysia({ name: 'features/transcripts/openai' })
    .use(guards)
    .post(
      '/v1/audio/transcriptions',
      ({ context }) => answer(context, 'transcribe'),
      options('Transcribe a recording', words),
    )
    .post(
      '/audio/transcriptions',
      ({ context }) => answer(context, 'transcribe'),
      options('The same, at the path without a version', words),
    )
    .post(
      '/v1/audio/translations',
      ({ context }) => answer(context, 'translate'),
      options(
        'Translate what is spoken in a recording into English',
        'As OpenAI’s; only where a transcription engine can translate, else 503 `not_installed`.',
      ),
    )
}

const MULTIPART = 'multipart/form-data'

/** What OpenAI's clients ask of a recording. */
interface AudioRequest {
  asked: AudioFields
  body: TaskBody<TranscribeInput>
}

/** @throws {AppError} `unsupported_media_type` */
function requireForm(request: Request): void {
  if (mediaTypeOf(request) !== MULTIPART)
    throw new AppError('unsupported_media_type', `Expected a body of ${MULTIPART}`)
}

/**
 * Reads the form of a request, its recording on disk.
 *
 * @throws {AppError} `invalid`, and what {@link receiveRecording} throws
 */
async function readAudioRequest(
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
      intake,
      hash: sha256,
      async: false,
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

const DONE = 'data: [DONE]\n\n'

/**
 * Streams a transcript as OpenAI's events: a delta for each finished piece, then the whole text.
 *
 * @throws {AppError} What checking the request throws
 */
async function audioStream(
  { runs }: TranscriptServices,
  task: TranscribeTask,
  { request, connection, caller }: RequestContext,
  { body }: AudioRequest,
): Promise<Response> {
  let run: Run<string>
  try {
    const { input } = await body.parse()
    await task.check?.(caller, input)
    run = runs.start(task, caller, input, { watched: true })
  } catch (error) {
    await body.discard?.()
    throw error
  }
  request.signal.addEventListener('abort', () => run.cancel())
  const writeLogLine = connection.delayLogLine?.()
  const onClose = () => {
    run.cancel()
    void run.ended.then(() => body.discard?.()).finally(writeLogLine)
  }
  return sseResponse(request, frames(task, run, connection), { failure, onClose })
}

async function* frames(
  task: TranscribeTask,
  run: Run<string>,
  connection: Connection,
): AsyncGenerator<string> {
  for await (const batch of run.events)
    for (const delta of batch)
      if (delta !== '') yield dataFrame({ type: 'transcript.text.delta', delta })
  const { text, engine, model } = await resultOf(task, run)
  connection.engineFacts = () => ({
    engine,
    model: model ?? '',
    account: '',
    queueMs: 0,
    failure: undefined,
  })
  yield dataFrame({ type: 'transcript.text.done', text })
  yield DONE
}

function failure(error: unknown): string {
  const expected = expectedError(error)
  const said =
    expected === undefined
      ? openAiError('internal', 'Internal server error')
      : openAiError(expected.code, redact(expected.message), expected.param)
  return dataFrame({ error: said }) + DONE
}

type Asked = Pick<AudioFields, 'response_format' | 'timestamp_granularities' | 'temperature'>

const AUDIO_TYPES: Readonly<Record<AudioFields['response_format'], string>> = {
  json: 'application/json',
  verbose_json: 'application/json',
  text: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
}

/** A transcript in the format that was asked for. */
async function audioText(
  transcript: Transcript,
  task: 'transcribe' | 'translate',
  asked: Asked,
): Promise<string> {
  const { text, segments } = transcript
  switch (asked.response_format) {
    case 'json':
      return JSON.stringify({ text })
    case 'verbose_json':
      return JSON.stringify(verbose(transcript, task, asked))
    case 'text':
      return `${text}\n`
    case 'srt':
    case 'vtt':
      return await subtitlesOfSegments(segments, asked.response_format, { isCuePerSegment: true })
  }
}

function verbose(
  { text, language, seconds, segments }: Transcript,
  task: 'transcribe' | 'translate',
  { timestamp_granularities: granularities, temperature = 0 }: Asked,
): object {
  const hasWords = granularities.includes('word')
  return {
    task,
    language: nameOfLanguage(language),
    duration: seconds,
    text,
    ...(hasWords ? { words: segments.flatMap(({ words = [] }) => words) } : {}),
    ...(hasWords && !granularities.includes('segment')
      ? {}
      : {
          segments: segments.map(({ start, end, text }, id) => ({
            id,
            seek: 0,
            start,
            end,
            text,
            tokens: [],
            temperature,
            // What recognisers know of themselves is not asked of them; clients want numbers.
            avg_logprob: 0,
            compression_ratio: 1,
            no_speech_prob: 0,
          })),
        }),
  }
}

/** As OpenAI has it: in English, in small letters; `unknown` where nothing was spoken. */
function nameOfLanguage(language: string | null): string {
  if (language === null) return 'unknown'
  const name = new Intl.DisplayNames('en', { type: 'language', fallback: 'code' }).of(language)
  return name?.toLowerCase() ?? language
}
