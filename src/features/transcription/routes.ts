import { Elysia } from 'elysia'
import { submitTask, type TaskBody, type TaskServices } from '../../core/tasks/submit-task.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { parseJson } from '../../http/body/json.ts'
import { mediaTypeOf } from '../../http/body/media-type.ts'
import { readText } from '../../http/body/stream.ts'
import { AppError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import { IDEMPOTENCY_HEADER, idempotencyKey } from '../shared/job-request.ts'
import { jobSchema } from '../shared/job-view.ts'
import { MEDIA_JOBS_PATH, mediaJobView } from '../shared/media-job.ts'
import { documented } from '../shared/openapi.ts'
import { fieldOf, type ReceiveServices, receiveRecording, recordingBody } from './http/receive.ts'
import type { NewRecording, TranscriptIntake } from './intake.ts'
import {
  MAX_TRANSCRIBE_BYTES,
  RECORDING_EXAMPLES,
  StoredRecordingBody,
  TranscribeForm,
  TranscribeQuery,
  TranscribeUrlBody,
  TranscriptSummary,
} from './schema.ts'
import type { TranscribeTask } from './transcribe-task.ts'
import { recordingAt, type TranscribeInput } from './transcript.ts'
import { transcriptJobs } from './view.ts'

export interface TranscriptServices extends TaskServices, ReceiveServices {
  guards: ReturnType<typeof guards>
  transcripts: TranscriptIntake
}

/** What a handler is given of a request. */
export interface JobRequest {
  context: RequestContext
  set: { status?: number | string; headers: Record<string, string | number> }
}

const TAGS = ['Transcription']
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
  const { guards, transcripts: intake, jobs } = services
  const kinds = [transcriptJobs(task)]

  async function makeJob(
    { context: { request, caller }, set }: JobRequest,
    read: (owner: string) => Promise<TaskBody<TranscribeInput>>,
  ) {
    const key = idempotencyKey(request.headers)
    const isRepeated = key !== undefined && jobs.knows(caller.owner, key)
    using _ = isRepeated ? undefined : await intake.admit(caller)
    const outcome = await submitTask(services, task, {
      caller,
      idempotencyKey: key,
      signal: request.signal,
      isSpooled: true,
      read: () => read(caller.owner),
    })
    // With `async`, any other outcome is thrown.
    if (outcome.status !== 'job') throw new Error('A transcription that is no job')
    set.status = 202
    set.headers['location'] = `${MEDIA_JOBS_PATH}/${outcome.job.id}`
    return mediaJobView(kinds, outcome.job)
  }

  async function storedRecording(
    request: Request,
    owner: string,
  ): Promise<TaskBody<TranscribeInput>> {
    const text = await readText(request, MAX_TRANSCRIBE_BYTES)
    const body = () => parseJson(text, StoredRecordingBody)
    return recordingBody({
      intake,
      hash: sha256(`${task.kind}\n${text}`),
      async: true,
      find: () => find(owner, body()),
      options: body,
    })
  }

  function find(owner: string, { buffer, file }: StoredRecordingBody): Promise<NewRecording> {
    if (buffer !== undefined && file === undefined) return intake.ofUpload(owner, buffer)
    if (file !== undefined && buffer === undefined) return intake.ofFile(file)
    throw new AppError(
      'invalid',
      'Request body is invalid: name the recording by one of buffer and file',
    )
  }

  return new Elysia({ name: 'features/transcripts' })
    .use(guards)
    .post(
      '/transcribe',
      ({ context, query, set }) =>
        makeJob({ context, set }, async (owner) => {
          const { request } = context
          if (mediaTypeOf(request) === JSON_TYPE) return storedRecording(request, owner)
          const { fileId: id, filename, fields, ...got } = await receiveRecording(services, request)
          const { language, engine } = query
          return recordingBody({
            intake,
            async: true,
            kept: { source: { type: 'file', id }, name: filename || (query.filename ?? '') },
            hash: sha256(`${task.kind}\n${JSON.stringify([language, engine])}\n${got.sha256}`),
            options: () => ({
              language: fieldOf(fields, 'language') ?? language,
              engine: fieldOf(fields, 'engine') ?? engine,
            }),
          })
        }),
      {
        ...GUARD,
        query: TranscribeQuery,
        detail: documented({
          summary: 'Transcribe a recording, as a job',
          description:
            'Any sound or video file: as the field `file` of a form, as the body itself, or as JSON with `buffer`, the id of a finished resumable upload, or `file`, the token of a stored file. Long recordings are split at silences; chats of others pass in between. 503 `not_installed` where no transcription engine was found, and without ffmpeg for anything but WAV. More than 100 MB (100,000,000 bytes) is taken only from the own network of the owner.',
          tags: TAGS,
          body: TranscribeForm,
          bodyTypes: ['multipart/form-data', 'application/octet-stream'],
          bodyExamples: RECORDING_EXAMPLES,
          headers: IDEMPOTENCY_HEADER,
          ...ANSWERS,
        }),
      },
    )
    .post(
      '/transcribe-url',
      ({ context, set }) =>
        makeJob({ context, set }, async () => {
          const text = await readText(context.request, MAX_TRANSCRIBE_BYTES)
          const body = () => parseJson(text, TranscribeUrlBody)
          return recordingBody({
            intake,
            hash: sha256(`${task.kind}\nurl\n${text}`),
            async: true,
            find: async () => recordingAt(body().url),
            options: body,
          })
        }),
      {
        ...GUARD,
        detail: documented({
          summary: 'Transcribe a recording at an address, as a job',
          description:
            'The job downloads the file, from the public internet only, at most 2 GiB in 30 minutes. Of a page with a player it downloads the sound, where yt-dlp is installed and knows the site. `/v1/transcript` takes the captions of such pages where there are any.',
          tags: TAGS,
          body: TranscribeUrlBody,
          headers: IDEMPOTENCY_HEADER,
          ...ANSWERS,
        }),
      },
    )
}
