import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { ownerOf } from '../../core/identity/actor.ts'
import type { Capability } from '../../core/identity/profile.ts'
import type { TaskDefinition } from '../../core/tasks/define-task.ts'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import type { Jobs, JobWatch } from '../../core/tasks/jobs.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { dataFrame, failureFrame, sseResponse } from '../../http/reply/sse.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { matches } from '../../platform/check.ts'
import type { JobBody } from './job-body.ts'
import { IDEMPOTENCY_HEADER, JobParams } from './job-request.ts'
import { jobSchema, jobView } from './job-view.ts'
import { type BodyExamples, route } from './openapi.ts'
import { NoEngine, type TaskServices, taskHandlers } from './task-handlers.ts'

export interface JobRouteServices extends TaskServices {
  guards: ReturnType<typeof guards>
}

export interface JobRouteOptions<
  input extends TSchema,
  result extends TSchema,
  event,
  body extends TSchema,
> {
  task: TaskDefinition<input, result, event>
  /** `/api/ai/…`; the jobs are below it. */
  path: string
  /** What a caller must be able to do to ask for work; its jobs it may see in any case. */
  capability: Capability | true
  body: JobBody<body, Static<input>>
  /** A result on the wire, and its schema. */
  view: (result: Static<result>, request: Request) => object
  resultSchema: TSchema
  bodyExamples?: BodyExamples
  /** As in "A … job". */
  noun: string
  summary: string
  description: string
  tags: string[]
}

const JOB_WORDS =
  '`status` goes from `queued` over `running` to `succeeded`, `failed` or `cancelled`; only a job that has succeeded has a `result`. Jobs of others are not found. An hour after its end a job is deleted.'

/** POST, GET, DELETE and `/events` of one kind of task. */
export function jobRoutes<
  input extends TSchema,
  result extends TSchema,
  event,
  body extends TSchema,
>({ guards, ...services }: JobRouteServices, options: JobRouteOptions<input, result, event, body>) {
  const { task, path, capability, noun, tags } = options
  const { jobs } = services
  const Job = jobSchema(`${noun.charAt(0).toUpperCase()}${noun.slice(1)}Job`, options.resultSchema)
  const view = (job: JobRecord, request: Request) =>
    jobView(job, (value) => options.view(readResult(task.kind, task.result, value), request))
  const handlers = taskHandlers(services, {
    task,
    path,
    body: options.body,
    view: options.view,
    jobView: view,
  })
  const record = jobRecord({ jobs, task, noun, description: JOB_WORDS, schema: Job, view })
  return new Elysia({ name: `features/shared/job-routes${path}`, prefix: path, tags })
    .use(guards)
    .post(
      '',
      ({ context, set }) => handlers.start({ context, set }),
      route({
        requireUserOrLocal: capability,
        summary: options.summary,
        description: `${options.description} With \`async: true\` it answers 202 with a job at once.`,
        body: options.body.schema,
        ...(options.bodyExamples === undefined ? {} : { bodyExamples: options.bodyExamples }),
        headers: IDEMPOTENCY_HEADER,
        responses: {
          200: {
            description: 'The result; or that no engine was able to answer',
            schema: Type.Union([options.resultSchema, NoEngine]),
          },
          202: {
            description: 'The job',
            schema: Job,
            headers: { Location: 'The path of the job' },
          },
        },
        errors: [404, 409, 410, 429, 502, 503],
      }),
    )
    .post(
      '/:id/again',
      ({ context, set, params }) => handlers.again({ context, set }, params.id),
      route({
        requireUserOrLocal: capability,
        params: JobParams,
        summary: `Run one ${noun} job again`,
        description:
          'Makes a new job of the same input, with the rights and prices of now. The job itself stays as it is, whatever its status. Nothing of the request body is read. A job with files is refused with 409: they are deleted at its end.',
        headers: IDEMPOTENCY_HEADER,
        responses: {
          202: {
            description: 'The new job',
            schema: Job,
            headers: { Location: 'The path of the new job' },
          },
        },
        errors: [409, 410, 422, 429, 502, 503],
      }),
    )
    .get('/:id', record.get.handler, route({ ...record.get.options, requireUserOrLocal: true }))
    .delete(
      '/:id',
      record.cancel.handler,
      route({ ...record.cancel.options, requireUserOrLocal: true }),
    )
    .get(
      '/:id/events',
      record.events.handler,
      route({ ...record.events.options, requireUserOrLocal: true }),
    )
}

interface JobRecordOptions {
  jobs: Jobs
  task: TaskDefinition
  /** As in "One … job". */
  noun: string
  description: string
  /** Of the job on the wire. */
  schema: TSchema
  view: (job: JobRecord, request: Request) => object
}

interface JobRequest {
  context: RequestContext
  params: Static<typeof JobParams>
}

/** What answers GET, DELETE and `/events` of one job; the routes add who may ask. */
export function jobRecord({ jobs, task, noun, description, schema, view }: JobRecordOptions) {
  return {
    get: {
      handler: ({ context, params }: JobRequest) =>
        jsonAnswer(context, () =>
          view(jobs.get(ownerOf(context.actor), task, params.id), context.request),
        ),
      options: {
        params: JobParams,
        summary: `One ${noun} job`,
        description,
        responses: { 200: { description: 'The job', schema } },
        errors: [429],
      },
    },
    cancel: {
      handler: ({ context, params }: JobRequest) =>
        jsonAnswer(context, async () =>
          view(await jobs.cancel(ownerOf(context.actor), task, params.id), context.request),
        ),
      options: {
        params: JobParams,
        summary: `Cancel one ${noun} job`,
        description: 'What it runs is stopped at once. A job that has ended stays as it is.',
        responses: { 200: { description: 'The job afterwards', schema } },
        errors: [429],
      },
    },
    events: {
      handler: ({ context, params }: JobRequest) =>
        jobEvents(context, jobs.watch(ownerOf(context.actor), task, params.id), (job) =>
          view(job, context.request),
        ),
      options: {
        params: JobParams,
        summary: `One ${noun} job at each change, as server-sent events`,
        description:
          'Each event has the whole record as one line of JSON; the last one ends the stream. A new connection begins with the record as it is.',
        responses: { 200: { description: 'The events', schema, contentType: 'text/event-stream' } },
        errors: [429],
      },
    },
  }
}

/** A row may be of an older version: its result is checked. */
function readResult<result extends TSchema>(
  kind: string,
  schema: result,
  value: unknown,
): Static<result> {
  if (matches(schema, value)) return value
  throw new Error(`The stored result of a ${kind} job is not as declared`)
}

/** A job at each change, as server-sent events; the request is logged when they have ended. */
function jobEvents(
  { connection }: HttpContext,
  watch: JobWatch,
  view: (job: JobRecord) => object,
): Response {
  const writeLogLine = connection.delayLogLine?.()
  const onClose = () => {
    watch.close()
    writeLogLine?.()
  }
  return sseResponse(connection, frames(watch.records, view), { failure: failureFrame, onClose })
}

async function* frames(
  records: AsyncIterable<JobRecord>,
  view: (job: JobRecord) => object,
): AsyncGenerator<string> {
  for await (const record of records) yield dataFrame(view(record))
}
