import { Elysia } from 'elysia'
import { submitTask } from '../../core/tasks/submit-task.ts'
import type { TranscribeTask } from '../../core/transcripts/transcribe-task.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { lateResponse } from '../../http/reply/late-response.ts'

import { documented } from '../kit/openapi.ts'
import { type AudioRequest, MULTIPART, readAudioRequest, requireForm } from './audio-request.ts'
import { audioStream } from './audio-stream.ts'
import { AUDIO_TYPES, audioText } from './openai-answer.ts'
import { AudioAnswer, AudioEvent, AudioForm } from './openai-schema.ts'
import type { TranscriptServices } from './routes.ts'
import { RECORDING_EXAMPLES } from './schema.ts'

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
      ...{ caller, idempotencyKey: undefined, signal, isSpooled: true, onRun },
      read: async () => body,
    })
    if (outcome.status === 'no_engine') throw outcome.error
    if (outcome.status === 'job') throw new Error('A waiting transcription that has become a job')
    const { engine, model } = outcome.result
    connection.engineFacts = () => ({
      ...{ engine, model: model ?? '', account: '', queueMs: 0, failure: undefined },
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
  return new Elysia({ name: 'surfaces/transcripts/openai' })
    .use(guards)
    .post(
      '/v1/audio/transcriptions',
      ({ context }) => answer(context, 'transcribe'),
      options('Write down what is spoken in a recording', words),
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
        'As OpenAI’s; only where a recogniser can translate, else 503 `not_installed`.',
      ),
    )
}
