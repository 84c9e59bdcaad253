import type { TSchema } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Caller } from '../../core/caller.ts'
import type { TaskDefinition } from '../../core/tasks/define-task.ts'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import { type Idempotency, idempotencyOf } from '../../core/tasks/jobs.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { parseJson } from '../../http/body/json.ts'
import { readText } from '../../http/body/stream.ts'
import { lateResponse } from '../../http/reply/late-response.ts'
import { sha256 } from '../../platform/ids.ts'
import { IDEMPOTENCY_HEADER, idempotencyKey } from '../shared/job-request.ts'
import { jobSchema } from '../shared/job-view.ts'
import {
  MEDIA_JOBS_PATH,
  mediaJobView,
  RESULT_TYPES,
  type ResultFormat,
} from '../shared/media-job.ts'
import { route } from '../shared/openapi.ts'
import { acceptJob, type WorkRequest } from '../shared/task-handlers.ts'
import type { VideoQuestion } from './intake.ts'
import type { TranscriptServices } from './routes.ts'
import { MAX_TRANSCRIBE_BYTES } from './schema.ts'
import {
  VIDEO_TEXTS,
  VideoSubtitlesBody,
  VideoSubtitlesView,
  VideoTranscriptQuery,
  VideoTranscriptView,
  videoJobs,
  videoTranscriptView,
} from './video-schema.ts'
import type { VideoTranscript, VideoTranscriptInput } from './video-transcript.ts'
import type { SubtitlesTask, VideoTranscriptTask } from './video-transcript-tasks.ts'

const JOB_HEADERS = { Location: 'The path of the job' }

interface VideoServices extends TranscriptServices {
  limits: { lateAnswerMs: number; keepaliveMs: number }
}

interface VideoTasks {
  videoTranscript: VideoTranscriptTask
  youtubeToSrt: SubtitlesTask
}

type VideoTask<result extends TSchema> = TaskDefinition<typeof VideoTranscriptInput, result, string>

/** GET /v1/transcript and POST /youtube-to-srt: what is said in videos. */
export function videoTranscriptRoutes(services: VideoServices, tasks: VideoTasks) {
  const { guards, transcripts: intake, jobs, runs, limits } = services
  const kinds = videoJobs(tasks)

  async function createJob<result extends TSchema>(
    { request, caller }: RequestContext,
    task: VideoTask<result>,
    question: VideoQuestion,
    idempotency: Idempotency | undefined,
  ): Promise<JobRecord> {
    using admitted = runs.admit(task, caller, { signal: request.signal })
    const input = await intake.acceptVideo(question)
    return (await jobs.accept(admitted, input, idempotency)).job
  }

  function accepted(set: WorkRequest['set'], job: JobRecord) {
    acceptJob(set, MEDIA_JOBS_PATH, job)
    return mediaJobView(kinds, job)
  }

  async function transcriptJob({ context, set }: WorkRequest, asked: VideoTranscriptQuery) {
    const { caller, request } = context
    const task = tasks.videoTranscript
    const key = idempotencyKey(request.headers)
    using _ = jobs.knows(caller.owner, key) ? undefined : await intake.admitVideo(caller)
    const question = questionOf(asked)
    const idempotency = idempotencyOf(key, hashOf(task, JSON.stringify(question)))
    const earlier = jobs.earlier(caller.owner, task, idempotency)
    return accepted(set, earlier ?? (await createJob(context, task, question, idempotency)))
  }

  async function subtitlesJob({ context, set }: WorkRequest) {
    const { caller, request } = context
    const task = tasks.youtubeToSrt
    const key = idempotencyKey(request.headers)
    using _ = jobs.knows(caller.owner, key) ? undefined : await intake.admitVideo(caller)
    const text = await readText(context, MAX_TRANSCRIBE_BYTES)
    const idempotency = idempotencyOf(key, hashOf(task, text))
    const earlier = jobs.earlier(caller.owner, task, idempotency)
    if (earlier !== undefined) return accepted(set, earlier)
    const question = questionOf(parseJson(text, VideoSubtitlesBody))
    return accepted(set, await createJob(context, task, question, idempotency))
  }

  async function answer(context: RequestContext, asked: VideoTranscriptQuery) {
    const { request, connection, caller } = context
    const { format = 'json' } = asked
    using arrival = await intake.admitVideo(caller)
    const left = new AbortController()
    const signal = AbortSignal.any([request.signal, left.signal])
    const question = { ...questionOf(asked), isAwaited: true }
    const text = transcribe(caller, question, signal, () => arrival[Symbol.dispose]())
    return await lateResponse(
      context,
      text.then(async (transcript) => {
        const { engine, model } = transcript
        if (engine !== null)
          connection.engineFacts = () => ({
            engine,
            model: model ?? '',
            account: '',
            queueMs: 0,
            failure: undefined,
          })
        return await written(transcript, format)
      }),
      {
        // It is kept for a day.
        isRepeatable: true,
        contentType: RESULT_TYPES[format],
        head: format === 'vtt' ? 'WEBVTT' : '',
        afterMs: connection.viaProxy ? limits.lateAnswerMs : undefined,
        everyMs: limits.keepaliveMs,
        onLeave: () => left.abort(),
      },
    )
  }

  async function transcribe(
    caller: Caller,
    question: VideoQuestion,
    signal: AbortSignal,
    onRun: () => void,
  ): Promise<VideoTranscript> {
    using admitted = runs.admit(tasks.videoTranscript, caller, { signal })
    return await admitted.result(await intake.acceptVideo(question), onRun)
  }

  return new Elysia({ name: 'features/transcripts/video', tags: ['Transcription'] })
    .use(guards)
    .get(
      '/v1/transcript',
      ({ context, set, query }) =>
        query.async === 'true' ? transcriptJob({ context, set }, query) : answer(context, query),
      route({
        requireApiKey: 'media',
        query: VideoTranscriptQuery,
        summary: 'What is said in a video',
        description:
          'The captions of the site where it has any, in the asked language, else in the one that is spoken, those of people before automatic ones; otherwise a transcription engine listens to the sound. Reads what yt-dlp can read, and files of sound and video. 404 where `source=native` finds no captions; 422 for a stream that is live now. What is long is better made a job by `async=true`. The same address, language and source within 24 hours is answered at once, with `cached: true`, at the same price: 1 credit for captions, 1 for each started 30 seconds that a transcription engine has listened to.',
        headers: IDEMPOTENCY_HEADER,
        responses: {
          200: {
            description: 'The transcript',
            schema: VideoTranscriptView,
            alternatives: ['text/plain', 'application/x-subrip', 'text/vtt'],
          },
          202: {
            description: 'The job, with `async=true`',
            schema: jobSchema('VideoTranscriptJob', VideoTranscriptView),
            headers: JOB_HEADERS,
          },
        },
        errors: [404, 409, 410, 413, 429, 502, 503, 504, 507],
        refusesHead: true,
      }),
    )
    .post(
      '/youtube-to-srt',
      ({ context, set }) => subtitlesJob({ context, set }),
      route({
        requireApiKey: 'media',
        summary: 'Subtitles of a video, as a job',
        description:
          'Of any site, by captions or a transcription engine as `/v1/transcript`. The result of the job has them as `srt`. It costs no credits.',
        body: VideoSubtitlesBody,
        headers: IDEMPOTENCY_HEADER,
        responses: {
          202: {
            description: 'The job',
            schema: jobSchema('VideoSubtitlesJob', VideoSubtitlesView),
            headers: JOB_HEADERS,
          },
        },
        errors: [404, 409, 410, 429, 503, 507],
      }),
    )
}

function hashOf({ kind }: { kind: string }, text: string): string {
  return sha256(`${kind}\n${text}`)
}

async function written(transcript: VideoTranscript, format: ResultFormat): Promise<string> {
  if (format === 'json') return JSON.stringify(videoTranscriptView(transcript))
  return await VIDEO_TEXTS[format](transcript)
}

function questionOf({
  url,
  language,
  source = 'auto',
}: Pick<VideoTranscriptQuery, 'url' | 'language' | 'source'>): VideoQuestion {
  return { url, language, source }
}
