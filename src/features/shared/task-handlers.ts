import { type Static, type TSchema, Type } from '@sinclair/typebox'
import type { TaskDefinition } from '../../core/tasks/define-task.ts'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import { idempotencyOf, type Jobs } from '../../core/tasks/jobs.ts'
import type { Run } from '../../core/tasks/run.ts'
import type { Runs } from '../../core/tasks/runs.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { parseJson } from '../../http/body/json.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import type { EngineFacts } from '../../http/server/connection.ts'
import { type AppError, isNoEngine } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import { component } from '../../platform/schemas.ts'
import { type JobBody, receiveBody } from './job-body.ts'
import { idempotencyKey } from './job-request.ts'

/** The model call that a run's answer came from, or failed with: its last one. */
export function engineFacts({ usage }: Run): EngineFacts | undefined {
  for (let index = usage.length - 1; index >= 0; index -= 1) {
    const entry = usage[index]
    if (entry?.type !== 'model_call') continue
    const { engine, model, account, queueMs, outcome } = entry
    return {
      engine,
      model,
      account,
      queueMs,
      failure: outcome === 'succeeded' ? undefined : outcome,
    }
  }
  return undefined
}

/** The answer where no engine was able to. */
export const NoEngine = component('NoEngine', {
  status: Type.Literal('failed'),
  subscription_only: Type.Literal(true),
  detail: Type.String(),
  code: Type.String(),
})

function noEngineView({ code, message }: AppError): Static<typeof NoEngine> {
  return { status: 'failed', subscription_only: true, detail: message, code }
}

/** The services that accept work. */
export interface TaskServices {
  jobs: Jobs
  runs: Runs
}

/** What a handler is given of a request for work. */
export interface WorkRequest {
  context: RequestContext
  set: { status?: number | string; headers: Record<string, string | number> }
}

interface TaskHandlerOptions<
  input extends TSchema,
  result extends TSchema,
  event,
  body extends TSchema,
> {
  task: TaskDefinition<input, result, event>
  /** Below which the jobs are. */
  path: string
  body: JobBody<body, Static<input>>
  /** A result on the wire; undefined for work that is always a job. */
  view: ((result: Static<result>, request: Request) => object) | undefined
  jobView: (job: JobRecord, request: Request) => object
}

/** The handlers of requests for one kind of work. */
export function taskHandlers<
  input extends TSchema,
  result extends TSchema,
  event,
  body extends TSchema,
>(
  { jobs, runs }: TaskServices,
  { task, path, body, view, jobView }: TaskHandlerOptions<input, result, event, body>,
) {
  const accepted = ({ context, set }: WorkRequest, job: JobRecord) => {
    acceptJob(set, path, job)
    return jobView(job, context.request)
  }
  return {
    /**
     * Answers with the result while the client waits, or with a job. A repeated request adds no work
     * and needs no lease; any other has one before its body is read.
     */
    async start(asked: WorkRequest): Promise<object> {
      const { context } = asked
      const { request, connection, actor, caller } = context
      const { owner } = caller
      const admit = () => runs.admit(task, caller, { signal: request.signal })
      const key = idempotencyKey(request.headers)
      task.authorize?.(caller)
      using early = jobs.knows(owner, key) ? undefined : admit()
      const { text, hash } = await receiveBody(context, body.maxBytes, task.kind)
      const idempotency = idempotencyOf(key, hash)
      const earlier = jobs.earlier(owner, task, idempotency)
      if (earlier !== undefined) return accepted(asked, earlier)
      using admitted = early ?? admit()
      const { input, async } = await body.read(actor, parseJson(text, body.schema))
      let isTaken = false
      try {
        if (async || view === undefined) {
          const made = await jobs.accept(admitted, input, idempotency)
          isTaken = made.isNew
          return accepted(asked, made.job)
        }
        const result = await admitted.result(input, (run) => {
          connection.engineFacts = () => engineFacts(run)
        })
        return await jsonAnswer(context, () => view(result, request))
      } catch (error) {
        if (!async && isNoEngine(error)) return noEngineView(error)
        throw error
      } finally {
        if (!isTaken) await body.discard?.(input)
      }
    },
    /** Answers with a new job of the same input as an earlier one. */
    async again(asked: WorkRequest, id: string): Promise<object> {
      const { request, caller } = asked.context
      const { owner } = caller
      const key = idempotencyKey(request.headers)
      const idempotency = idempotencyOf(key, sha256(`${task.kind}\nagain\n${id}`))
      task.authorize?.(caller)
      const earlier = jobs.earlier(owner, task, idempotency)
      if (earlier !== undefined) return accepted(asked, earlier)
      using admitted = runs.admit(task, caller, { signal: request.signal })
      const { job } = await jobs.accept(admitted, jobs.inputOf(owner, task, id), idempotency)
      return accepted(asked, job)
    },
  }
}

/** Sets status and place of the answer that has a job. */
export function acceptJob(set: WorkRequest['set'], path: string, { id }: JobRecord): void {
  set.status = 202
  set.headers['location'] = `${path}/${id}`
}
