import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Run } from '../../core/tasks/run.ts'
import { resultOf } from '../../core/tasks/runs.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { checkShape } from '../../http/body/json.ts'
import { mediaTypeOf } from '../../http/body/media-type.ts'
import { openAiError } from '../../http/reply/error-body.ts'
import { lateResponse } from '../../http/reply/late-response.ts'
import { dataFrame, sseResponse } from '../../http/reply/sse.ts'
import type { Connection, EngineFacts } from '../../http/server/connection.ts'
import { AppError, expectedError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { route } from '../shared/openapi.ts'
import { OpenAiErrorObject } from '../shared/provider-errors.ts'
import { subtitlesOfSegments } from '../subtitles/subtitle-thread.ts'
import { fieldOf, type ReceivedRecording, receiveRecording } from './http/receive.ts'
import type { NewRecording, TranscribeOptions, TranscriptIntake } from './intake.ts'
import type { TranscriptServices } from './routes.ts'
import { RECORDING_EXAMPLES } from './schema.ts'
import type { TranscribeTask } from './transcribe-task.ts'
import type { TranscribeInput, Transcript } from './transcript.ts'

/** Of OpenAI's transcriptions. https://platform.openai.com/docs/api-reference/audio */
const AudioFormat = oneOf(['json', 'text', 'srt', 'verbose_json', 'vtt'])

const Granularity = oneOf(['word', 'segment'])

/** The form as its fields are read. */
const AudioFields = Type.Object({
  model: Type.String({ minLength: 1, maxLength: 200 }),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  prompt: Type.Optional(Type.String()),
  response_format: AudioFormat,
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  timestamp_granularities: Type.Array(Granularity),
  stream: Type.Boolean(),
  store: Type.Boolean(),
})
type AudioFields = Static<typeof AudioFields>

/** The same for the API description. */
const AudioForm = Type.Object({
  file: Type.String({ format: 'binary' }),
  model: Type.Optional(
    Type.String({
      description:
        '`auto`, a transcription engine’s id, `id/model`, or a model of one; OpenAI’s own names, such as `whisper-1`, mean `auto`',
      examples: ['whisper-1'],
    }),
  ),
  language: Type.Optional(Type.String({ examples: ['en'] })),
  prompt: Type.Optional(
    Type.String({ description: 'Words that come before, or names that occur' }),
  ),
  response_format: Type.Optional(AudioFormat),
  temperature: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  'timestamp_granularities[]': Type.Optional(
    Type.Array(Granularity, { description: 'With `verbose_json`; `segment` by default' }),
  ),
  stream: Type.Optional(
    Type.Boolean({ description: 'With `json` and `text`: events while pieces are finished' }),
  ),
  store: Type.Optional(
    Type.Boolean({ default: true, description: 'Whether the transcript goes into your history' }),
  ),
})

const Segment = Type.Object({
  id: Type.Integer(),
  seek: Type.Integer(),
  start: Type.Number(),
  end: Type.Number(),
  text: Type.String(),
  tokens: Type.Array(Type.Integer(), { description: 'Always empty' }),
  temperature: Type.Number(),
  avg_logprob: Type.Number({ description: 'Always 0' }),
  compression_ratio: Type.Number({ description: 'Always 1' }),
  no_speech_prob: Type.Number({ description: 'Always 0' }),
})

/** OpenAI's answer: `json` has the text alone, `verbose_json` the rest. */
const AudioAnswer = component('AudioTranscription', {
  text: Type.String(),
  task: Type.Optional(oneOf(['transcribe', 'translate'])),
  language: Type.Optional(Type.String({ description: 'Its English name', examples: ['english'] })),
  duration: Type.Optional(Type.Number({ description: 'Seconds' })),
  segments: Type.Optional(Type.Array(Segment)),
  words: Type.Optional(
    Type.Array(Type.Object({ word: Type.String(), start: Type.Number(), end: Type.Number() }), {
      description: 'Empty where the transcription engine gives no times of words',
    }),
  ),
})

/** An event of a stream: the text of a finished piece, at the end the whole text, or what failed. */
const AudioEvent = Type.Union(
  [
    Type.Object({ type: Type.Literal('transcript.text.delta'), delta: Type.String() }),
    Type.Object({ type: Type.Literal('transcript.text.done'), text: Type.String() }),
    Type.Object({ error: OpenAiErrorObject }),
  ],
  { $id: 'AudioTranscriptionEvent' },
)

type Task = 'transcribe' | 'translate'

interface AudioServices extends TranscriptServices {
  limits: { lateAnswerMs: number; keepaliveMs: number }
}

/** OpenAI's transcriptions and translations, whose client waits. */
export function audioRoutes(services: AudioServices, task: TranscribeTask) {
  const { guards, transcripts: intake, runs, limits } = services

  async function answer(context: RequestContext, kind: Task): Promise<Response> {
    const { request, connection } = context
    requireForm(request)
    using arrival = await intake.admit(context.caller)
    const received = await readAudioRequest(services, context, kind)
    const { response_format: format, stream } = received.asked
    if (stream && (format === 'json' || format === 'text'))
      return await audioStream(services, task, context, received)
    const left = new AbortController()
    const signal = AbortSignal.any([request.signal, left.signal])
    const text = whole(context, kind, received, signal, () => arrival[Symbol.dispose]())
    return await lateResponse(context, text, {
      contentType: AUDIO_TYPES[format],
      head: format === 'vtt' ? 'WEBVTT' : '',
      afterMs: connection.viaProxy ? limits.lateAnswerMs : undefined,
      everyMs: limits.keepaliveMs,
      onLeave: () => left.abort(),
    })
  }

  async function whole(
    { connection, caller }: RequestContext,
    kind: Task,
    received: AudioRequest,
    signal: AbortSignal,
    onRun: () => void,
  ): Promise<string> {
    await using accepted = await acceptAudio(intake, received)
    using admitted = runs.admit(task, caller, { signal })
    const transcript = await admitted.result(accepted.input, onRun)
    connection.engineFacts = () => factsOf(transcript)
    return await audioText(transcript, kind, received.asked)
  }

  const options = (summary: string, description: string) =>
    route({
      errorShape: 'openai',
      requireApiKey: 'media',
      summary,
      description,
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
    })
  const words =
    'As OpenAI’s, with one cue for each segment in `srt` and `vtt`; `stream` sends the text of each finished piece. The client waits, so a long recording is better sent to `/transcribe`. It costs no credits.'
  return new Elysia({ name: 'features/transcripts/openai', tags: ['Transcription'] })
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
  recording: NewRecording
  options: TranscribeOptions
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
  context: RequestContext,
  task: Task,
): Promise<AudioRequest> {
  const { recording, fields } = await receiveRecording(services, context)
  try {
    const asked = fieldsOf(fields)
    const { model: engine, language, prompt, temperature, store } = asked
    const options = { engine, language, prompt, temperature, task, store, isAwaited: true }
    return { asked, recording, options }
  } catch (error) {
    await services.transcripts.drop(recording)
    throw error
  }
}

/** The input of the task. Dispose of it when its run has ended, which removes its files. */
async function acceptAudio(
  intake: TranscriptIntake,
  { recording, options }: AudioRequest,
): Promise<AsyncDisposable & { input: TranscribeInput }> {
  try {
    const input = await intake.accept(recording, options)
    return { input, [Symbol.asyncDispose]: () => intake.discard(input) }
  } catch (error) {
    await intake.drop(recording)
    throw error
  }
}

/** What the request log has of a transcript's engine. */
function factsOf({ engine, model }: Pick<Transcript, 'engine' | 'model'>): EngineFacts {
  return { engine, model: model ?? '', account: '', queueMs: 0, failure: undefined }
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
  { runs, transcripts: intake }: TranscriptServices,
  task: TranscribeTask,
  { request, connection, caller }: RequestContext,
  received: AudioRequest,
): Promise<Response> {
  await using files = new AsyncDisposableStack()
  const { input } = files.use(await acceptAudio(intake, received))
  await task.check?.(caller, input)
  const run = runs.start(task, caller, input, { watched: true })
  request.signal.addEventListener('abort', () => run.cancel())
  const writeLogLine = connection.delayLogLine?.()
  const kept = files.move()
  const onClose = () => {
    run.cancel()
    void run.ended.then(() => kept.disposeAsync()).finally(writeLogLine)
  }
  return sseResponse(connection, frames(task, run, connection), { failure, onClose })
}

async function* frames(
  task: TranscribeTask,
  run: Run<string>,
  connection: Connection,
): AsyncGenerator<string> {
  for await (const batch of run.events)
    for (const delta of batch)
      if (delta !== '') yield dataFrame({ type: 'transcript.text.delta', delta })
  const transcript = await resultOf(task, run)
  connection.engineFacts = () => factsOf(transcript)
  yield dataFrame({ type: 'transcript.text.done', text: transcript.text })
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
