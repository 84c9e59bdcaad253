import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import type { JobList } from '../../core/tasks/job-list.ts'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import type { Jobs } from '../../core/tasks/jobs.ts'
import type { guards } from '../../guards/index.ts'
import { jsonAnswer, textAnswer } from '../../http/reply/text-stream.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { component } from '../../platform/schemas.ts'
import { JobParams } from '../shared/job-request.ts'
import { jobRecord } from '../shared/job-routes.ts'
import { jobSchema } from '../shared/job-view.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import {
  kindOf,
  MEDIA_JOBS_PATH,
  type MediaJobKind,
  mediaJobView,
  RESULT_TYPES,
  ResultFormat,
} from '../shared/media-job.ts'
import { route } from '../shared/openapi.ts'

interface MediaJobServices {
  guards: ReturnType<typeof guards>
  jobs: Jobs
  jobList: JobList
}

const JOB_WORDS =
  '`status` goes from `queued` over `running` to `succeeded`, `failed` or `cancelled`; `progress` counts seconds of the recording. Jobs of others are not found. An hour after its end a job is deleted; what was made stays in the history.'

const { result: _, ...listedFields } = jobSchema('AnyMediaJob', Type.Null()).properties

/** /jobs: the caller's transcriptions, and what else is made of speech and subtitles. */
export function mediaJobRoutes(
  { guards, jobs, jobList }: MediaJobServices,
  kinds: readonly [MediaJobKind, ...MediaJobKind[]],
) {
  const [{ task }] = kinds
  const Job = jobSchema('MediaJob', Type.Union(kinds.map(({ resultSchema }) => resultSchema)))
  const ListedJob = component('ListedMediaJob', listedFields)
  const view = (job: JobRecord) => mediaJobView(kinds, job)
  const record = jobRecord({
    jobs,
    task,
    noun: 'transcription',
    description: `${JOB_WORDS} The times of words are only in its \`/result\`.`,
    schema: Job,
    view,
  })
  const filter = { kinds: kinds.map((kind) => kind.task.kind) }
  return new Elysia({
    name: 'features/transcripts/jobs',
    prefix: MEDIA_JOBS_PATH,
    tags: ['Transcription'],
  })
    .use(guards)
    .get(
      '',
      ({ actor, query: { limit, cursor } }) =>
        listOf(jobList.page(ownerOf(actor), limit, cursor, filter), (job) => {
          const { result: _, ...listed } = view({ ...job, result: undefined })
          return listed
        }),
      route({
        requireApiKey: 'media',
        query: ListQuery,
        summary: 'Own transcription jobs, without their results',
        responses: { 200: { description: 'The newest first', schema: listSchema(ListedJob) } },
      }),
    )
    .get('/:id', record.get.handler, route({ ...record.get.options, requireApiKey: 'media' }))
    .delete(
      '/:id',
      record.cancel.handler,
      route({ ...record.cancel.options, requireApiKey: 'media' }),
    )
    .get(
      '/:id/events',
      record.events.handler,
      route({ ...record.events.options, requireApiKey: 'media' }),
    )
    .get(
      '/:id/result',
      ({ context, params, actor, query: { format = 'json' } }) =>
        resultOf(context, kinds, jobs.get(ownerOf(actor), task, params.id), format),
      route({
        requireApiKey: 'media',
        params: JobParams,
        query: Type.Object({ format: Type.Optional(ResultFormat) }),
        summary: 'The result of a transcription job, as JSON, text or subtitles',
        description:
          'Subtitles have at most two lines of 42 characters and stay long enough to be read. 409 for a job that has not succeeded.',
        responses: {
          200: {
            description: 'The result',
            schema: Type.Union(kinds.map(({ jsonSchema }) => jsonSchema)),
            alternatives: ['text/plain', 'application/x-subrip', 'text/vtt'],
          },
        },
        errors: [409, 429],
      }),
    )
}

async function resultOf(
  context: HttpContext,
  kinds: readonly MediaJobKind[],
  job: JobRecord,
  format: ResultFormat,
): Promise<Response> {
  if (job.status !== 'succeeded')
    throw new AppError('conflict', `The job has no result: it is ${job.status}`)
  const kind = kindOf(kinds, job)
  if (format === 'json') return jsonAnswer(context, () => kind.json(job.result))
  const write = kind.texts[format]
  if (write !== undefined) {
    return textAnswer(context, await write(job.result), RESULT_TYPES[format])
  }
  const others = ['json', ...Object.keys(kind.texts)].join(', ')
  throw new AppError('invalid', `This result cannot be had as ${format}, but as ${others}`, {
    param: 'format',
  })
}
