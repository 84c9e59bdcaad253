import { Elysia } from 'elysia'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import { type Idempotency, idempotencyOf } from '../../core/tasks/jobs.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { parseJson } from '../../http/body/json.ts'
import { mediaTypeOf } from '../../http/body/media-type.ts'
import { readText } from '../../http/body/stream.ts'
import { AppError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import { IDEMPOTENCY_HEADER, idempotencyKey } from '../shared/job-request.ts'
import { jobSchema } from '../shared/job-view.ts'
import {
  MEDIA_JOBS_PATH,
  type MediaJobKind,
  mediaJobKind,
  mediaJobView,
  reader,
} from '../shared/media-job.ts'
import { route } from '../shared/openapi.ts'
import { acceptJob, type TaskServices, type WorkRequest } from '../shared/task-handlers.ts'
import { subtitlesOfSegments } from '../subtitles/subtitle-thread.ts'
import { fieldOf, type ReceiveServices, receiveRecording } from './http/receive.ts'
import type { NewRecording, TranscribeOptions, TranscriptIntake } from './intake.ts'
import {
  MAX_TRANSCRIBE_BYTES,
  RECORDING_EXAMPLES,
  StoredRecordingBody,
  TranscribeForm,
  TranscribeQuery,
  TranscribeUrlBody,
  TranscriptSummary,
  TranscriptView,
} from './schema.ts'
import type { TranscribeTask } from './transcribe-task.ts'
import { recordingAt, Transcript } from './transcript.ts'

/** Transcription jobs, for the routes of media jobs. */
export function transcriptJobs(task: TranscribeTask): MediaJobKind {
  return mediaJobKind({
    task,
    read: reader(Transcript),
    resultSchema: TranscriptSummary,
    jsonSchema: TranscriptView,
    view: summaryView,
    json: transcriptView,
    texts: {
      text: ({ text }) => `${text}\n`,
      srt: ({ segments }) => subtitlesOfSegments(segments, 'srt'),
      vtt: ({ segments }) => subtitlesOfSegments(segments, 'vtt'),
    },
  })
}

function transcriptView({ text, language, seconds, isCut, engine, model, segments }: Transcript) {
  return {
    text,
    language,
    duration_seconds: seconds,
    engine,
    model,
    segments,
    ...(isCut === undefined ? {} : { truncated: isCut }),
  }
}

function summaryView(transcript: Transcript) {
  const { segments, ...view } = transcriptView(transcript)
  return { ...view, segments: segments.map(({ words: _, ...segment }) => segment) }
}

export interface TranscriptServices extends TaskServices, ReceiveServices {
  guards: ReturnType<typeof guards>
  transcripts: TranscriptIntake
}

const JSON_TYPE = 'application/json'
const GUARD = { requireApiKey: 'media', parse: 'none' } as const
const Job = jobSchema('TranscriptionJob', TranscriptSummary)
const ANSWERS = {
  responses: {
    202: { description: 'The job', schema: Job, headers: { Location: 'The path of the job' } },
  },
  errors: [404, 409, 410, 429, 503, 507],
}

/** POST /transcribe and /transcribe-url: recordings that become jobs. */
export function transcriptRoutes(services: TranscriptServices, task: TranscribeTask) {
  const { guards, transcripts: intake, jobs, runs } = services
  const kinds = [transcriptJobs(task)]

  /**
   * Makes a job of a recording, unless the same request has made one before. The file is removed unless
   * the job is new.
   */
  async function createJob(
    { request, caller }: RequestContext,
    recording: NewRecording,
    options: TranscribeOptions,
    idempotency: Idempotency | undefined,
  ): Promise<JobRecord> {
    let isTaken = false
    try {
      const earlier = jobs.earlier(caller.owner, task, idempotency)
      if (earlier !== undefined) return earlier
      using admitted = runs.admit(task, caller, { signal: request.signal })
      const input = await intake.accept(recording, options)
      const made = await jobs.accept(admitted, input, idempotency)
      isTaken = made.isNew
      return made.job
    } finally {
      if (!isTaken) await intake.drop(recording)
    }
  }

  function accepted(set: WorkRequest['set'], job: JobRecord) {
    acceptJob(set, MEDIA_JOBS_PATH, job)
    return mediaJobView(kinds, job)
  }

  function find(owner: string, { buffer, file }: StoredRecordingBody): Promise<NewRecording> {
    if (buffer !== undefined && file === undefined) return intake.ofUpload(owner, buffer)
    if (file !== undefined && buffer === undefined) return intake.ofFile(file)
    throw new AppError(
      'invalid',
      'Request body is invalid: name the recording by one of buffer and file',
    )
  }

  return new Elysia({ name: 'features/transcripts', tags: ['Transcription'] })
    .use(guards)
    .post(
      '/transcribe',
      async ({ context, query, set }) => {
        const { request, caller } = context
        const { owner } = caller
        const key = idempotencyKey(request.headers)
        using _ = jobs.knows(owner, key) ? undefined : await intake.admit(caller)
        if (mediaTypeOf(request) === JSON_TYPE) {
          const text = await readText(context, MAX_TRANSCRIBE_BYTES)
          const idempotency = idempotencyOf(key, sha256(`${task.kind}\n${text}`))
          const earlier = jobs.earlier(owner, task, idempotency)
          if (earlier !== undefined) return accepted(set, earlier)
          const body = parseJson(text, StoredRecordingBody)
          const recording = await find(owner, body)
          return accepted(set, await createJob(context, recording, body, idempotency))
        }
        const { recording, fields, sha256: hash } = await receiveRecording(services, context)
        const asked = JSON.stringify([query.language, query.engine])
        const idempotency = idempotencyOf(key, sha256(`${task.kind}\n${asked}\n${hash}`))
        const named =
          recording.name === '' ? { ...recording, name: query.filename ?? '' } : recording
        const options = {
          language: fieldOf(fields, 'language') ?? query.language,
          engine: fieldOf(fields, 'engine') ?? query.engine,
        }
        return accepted(set, await createJob(context, named, options, idempotency))
      },
      route({
        ...GUARD,
        query: TranscribeQuery,
        summary: 'Transcribe a recording, as a job',
        description:
          'Any sound or video file: as the field `file` of a form, as the body itself, or as JSON with `buffer`, the id of a finished resumable upload, or `file`, the token of a stored file. Long recordings are split at silences; chats of others pass in between. 503 `not_installed` where no transcription engine was found, and without ffmpeg for anything but WAV. More than 100 MB (100,000,000 bytes) is taken only from the own network of the owner.',
        body: TranscribeForm,
        bodyTypes: ['multipart/form-data', 'application/octet-stream'],
        bodyExamples: RECORDING_EXAMPLES,
        headers: IDEMPOTENCY_HEADER,
        ...ANSWERS,
      }),
    )
    .post(
      '/transcribe-url',
      async ({ context, set }) => {
        const { request, caller } = context
        const key = idempotencyKey(request.headers)
        using _ = jobs.knows(caller.owner, key) ? undefined : await intake.admit(caller)
        const text = await readText(context, MAX_TRANSCRIBE_BYTES)
        const idempotency = idempotencyOf(key, sha256(`${task.kind}\nurl\n${text}`))
        const earlier = jobs.earlier(caller.owner, task, idempotency)
        if (earlier !== undefined) return accepted(set, earlier)
        const body = parseJson(text, TranscribeUrlBody)
        const recording = recordingAt(body.url)
        return accepted(set, await createJob(context, recording, body, idempotency))
      },
      route({
        ...GUARD,
        summary: 'Transcribe a recording at an address, as a job',
        description:
          'The job downloads the file, from the public internet only, at most 2 GiB in 30 minutes. Of a page with a player it downloads the sound, where yt-dlp is installed and knows the site. `/v1/transcript` takes the captions of such pages where there are any.',
        body: TranscribeUrlBody,
        headers: IDEMPOTENCY_HEADER,
        ...ANSWERS,
      }),
    )
}
