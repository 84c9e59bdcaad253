import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Run } from '../../core/tasks/run.ts'
import { failureOf, resultOf } from '../../core/tasks/runs.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'
import { openAiError } from '../../http/reply/error-body.ts'
import { answersFile, type FileAnswer, fileResponse } from '../../http/reply/file.ts'
import { dataFrame, sseResponse } from '../../http/reply/sse.ts'
import type { Connection } from '../../http/server/connection.ts'
import { expectedError } from '../../platform/errors.ts'
import { redact } from '../../platform/redact.ts'
import { jobRoutes } from '../shared/job-routes.ts'
import { route } from '../shared/openapi.ts'
import { engineFacts } from '../shared/task-handlers.ts'
import type { Clips, OpenedClip } from './clips.ts'
import {
  ClipParams,
  MAX_SPEECH_BODY_BYTES,
  OpenAiSpeechBody,
  SpeechEvent,
  TTS_EXAMPLES,
  TtsAnswer,
  TtsBody,
  Voices,
} from './schema.ts'
import { mediaTypeOf, type SoundEvent, type TtsTask } from './tts-task.ts'
import {
  CLIP_PATH,
  clipInput,
  clipView,
  type SpeechServices,
  streamInput,
  voicesView,
} from './view.ts'

/** POST /v1/audio/speech, as OpenAI's clients send it. */
export function openAiSpeechRoutes(services: SpeechServices, task: TtsTask) {
  return new Elysia({ name: 'features/speech/openai', tags: ['Speech'] }).use(services.guards).post(
    '/v1/audio/speech',
    ({ context }) => answerSpeech(services, task, context),
    route({
      errorShape: 'openai',
      requireApiKey: 'media',
      summary: 'Speak a text, streamed',
      description:
        'As OpenAI’s. The sound leaves while it is made: the first sentence at once, however long the text. Where an engine fails in the middle the connection breaks off. It costs 1 credit when it is whole.',
      body: OpenAiSpeechBody,
      bodyExamples: {
        wav: {
          summary: 'A WAV file',
          value: { model: 'auto', voice: 'alloy', input: 'Hello.', response_format: 'wav' },
        },
      },
      responses: {
        200: {
          description: 'The sound; with `stream_format: sse` events with parts of it',
          schema: Type.String({ format: 'binary' }),
          contentType: '*/*',
          events: SpeechEvent,
        },
      },
      errors: [404, 429, 502, 503],
    }),
  )
}

async function answerSpeech(
  { runs, speech }: SpeechServices,
  task: TtsTask,
  context: RequestContext,
): Promise<Response> {
  const { request, connection, caller } = context
  using admitted = runs.admit(task, caller, { signal: request.signal })
  const body = await readJson(context, OpenAiSpeechBody, MAX_SPEECH_BODY_BYTES, {
    isDialect: true,
  })
  const input = streamInput(body, speech.defaultFormat())
  await task.check?.(caller, input)
  const run = await admitted.start(input, { watched: true })
  connection.engineFacts = () => engineFacts(run)
  const rest = run.events[Symbol.asyncIterator]()
  // Until the first sound is there, a failure has a status of its own.
  const first = await rest.next()
  if (first.done) {
    await resultOf(task, run)
    throw new Error('A text was spoken without a sound')
  }
  const release = admitted.keepOpen()
  const writeLogLine = connection.delayLogLine?.()
  const onClose = () => {
    release()
    void admitted.ended.then(() => writeLogLine?.())
  }
  const sound = { run, first: first.value, rest }
  return body.stream_format === 'sse'
    ? soundEvents(connection, sound, onClose)
    : soundResponse(sound, mediaTypeOf(input.format), onClose)
}

/** The sound of a run, whose first part is there already. */
interface Sound {
  run: Run<SoundEvent>
  first: readonly SoundEvent[]
  rest: AsyncIterator<readonly SoundEvent[]>
}

/** Sends the sound as it is made. Where it fails, the connection breaks off: no client takes a part for the whole. */
function soundResponse(sound: Sound, mediaType: string, onClose: () => void): Response {
  const chunks = chunksOf(sound)
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await chunks.next()
        if (!done) {
          for (const event of value) controller.enqueue(Buffer.from(event, 'base64'))
          return
        }
        onClose()
        controller.close()
      } catch (error) {
        onClose()
        throw error
      }
    },
    cancel() {
      onClose()
      chunks.return().catch(() => {})
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': mediaType,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'x-accel-buffering': 'no',
    },
  })
}

/** The same as OpenAI's events, each with a part of the sound in base64. */
function soundEvents(connection: Connection, sound: Sound, onClose: () => void): Response {
  return sseResponse(connection, frames(sound), { failure, onClose })
}

async function* frames(sound: Sound): AsyncGenerator<string> {
  for await (const events of chunksOf(sound))
    for (const audio of events) yield dataFrame({ type: 'speech.audio.delta', audio })
  // As everywhere here, tokens are not counted.
  const usage = { input_tokens: 0, output_tokens: 0, total_tokens: 0 }
  yield dataFrame({ type: 'speech.audio.done', usage })
}

function failure(error: unknown): string {
  const known = expectedError(error)
  return dataFrame({
    error: openAiError(known?.code ?? 'internal', redact(known?.message ?? 'The speech failed')),
  })
}

/** @throws What the run has failed with */
async function* chunksOf({ run, first, rest }: Sound): AsyncGenerator<readonly SoundEvent[], void> {
  yield first
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  const end = await run.ended
  if (end.status !== 'succeeded') throw failureOf(end)
}

const TAGS = ['Speech']

/** POST /api/ai/tts and its jobs, and the voices. */
export function speechRoutes(services: SpeechServices, task: TtsTask) {
  const { guards, origins, speech } = services
  return new Elysia({ name: 'features/speech', tags: TAGS })
    .use(guards)
    .get(
      '/api/ai/tts/voices',
      () => voicesView(speech.speechEngines, speech.defaultFormat()),
      route({
        requireUserOrLocal: true,
        summary: 'Voices and formats',
        description: 'The engines that speak, in the order in which they are asked.',

        responses: { 200: { description: 'The voices of each engine', schema: Voices } },
      }),
    )
    .use(
      jobRoutes(services, {
        task,
        path: '/api/ai/tts',
        capability: 'media',
        body: {
          schema: TtsBody,
          maxBytes: MAX_SPEECH_BODY_BYTES,
          read: (_, body) => ({
            input: clipInput(body, speech.defaultFormat()),
            async: body.async === true,
          }),
        },
        view: (result, { headers }) => clipView(result, origins.own(headers.get('host'))),
        resultSchema: TtsAnswer,
        bodyExamples: TTS_EXAMPLES,
        noun: 'speech',
        summary: 'Speak a text',
        description:
          'Answers with a clip: a sound file with a random name, which opens for anyone who has it, for 30 days or as long as it is kept in the history. The first engine that can say the language of the text speaks it, or the one that `engine` or `voice` name; 422 where none can. A clip costs 1 credit; one that fails costs nothing.',
        tags: TAGS,
      }),
    )
}

interface ClipLinkServices {
  guards: ReturnType<typeof guards>
  speech: { clips: Clips }
}

/** Clips for anyone who has their names; the path is the capability. */
export function clipLinkRoutes({ guards, speech }: ClipLinkServices) {
  return new Elysia({ name: 'features/speech/clip-links', tags: ['Speech'] }).use(guards).get(
    `${CLIP_PATH}/:name`,
    async ({ context, params }) =>
      fileResponse(context, answerOf(await speech.clips.open(params.name))),
    route({
      open: true,
      params: ClipParams,
      summary: 'A spoken clip, for anyone who has its name',
      ...answersFile('The sound'),
    }),
  )
}

/** A clip never changes, so its name says which content it is. */
function answerOf({ record, path, stream }: OpenedClip): FileAnswer {
  const { name, bytes, mediaType, createdAt } = record
  const etag = `"${createdAt.toString(36)}-${bytes.toString(36)}"`
  return {
    path,
    stream,
    bytes,
    mediaType,
    etag,
    modifiedAt: createdAt,
    filename: `speech${name.slice(name.lastIndexOf('.'))}`,
  }
}
