import type { Static, TSchema } from '@sinclair/typebox'
import { AppError } from '../../platform/errors.ts'
import type { Caller } from '../caller.ts'
import type { TaskDefinition } from './define-task.ts'
import type { JobRecord } from './job-record.ts'
import type { Jobs } from './jobs.ts'
import type { Run } from './run.ts'
import { type Runs, resultOf } from './runs.ts'

/** The services that accept work. */
export interface TaskServices {
  jobs: Jobs
  runs: Runs
}

/** A received request body. */
export interface TaskBody<input> {
  /** Hash of the body and the task's kind, compared under the same `Idempotency-Key`. */
  hash: string
  /** Parses the task's input; an error refuses the request. */
  parse(): Promise<{ input: input; async: boolean }>
  /** Deletes its files on disk; called unless a job owns them. */
  discard?(): Promise<void>
}

/** A request for a task that the client waits for, or that becomes a job. */
export interface TaskRequest<input> {
  caller: Caller
  idempotencyKey: string | undefined
  /** Fires when the client disconnects. */
  signal: AbortSignal
  /** Whether the body is spooled to disk; then no lease is held while it arrives. */
  isSpooled?: boolean
  /** Called with the run of a client that waits. */
  onRun?(run: Run): void
  /** Reads the body; called once. */
  read(): Promise<TaskBody<input>>
}

export type TaskOutcome<result> =
  | { status: 'job'; job: JobRecord }
  | { status: 'succeeded'; result: result }
  /** No engine could answer. */
  | { status: 'no_engine'; error: AppError }

/**
 * Admits a task, then runs it while the client waits, or makes it a job.
 *
 * @throws {AppError} What `authorize` throws, before anything else; `busy`; `conflict` and
 * `job_expired` for an `Idempotency-Key`; what reading and checking throw; what the work failed
 * with
 */
export async function submitTask<input extends TSchema, result extends TSchema, event>(
  services: TaskServices,
  definition: TaskDefinition<input, result, event>,
  request: TaskRequest<Static<input>>,
): Promise<TaskOutcome<Static<result>>> {
  const { jobs, runs } = services
  const { caller, idempotencyKey: key, signal, isSpooled = false } = request
  definition.authorize?.(caller)
  const idempotencyOf = ({ hash }: TaskBody<unknown>) =>
    key === undefined ? undefined : { key, bodyHash: hash }
  let body: TaskBody<Static<input>> | undefined
  let isTaken = false
  try {
    // A repeated request adds no work and needs no lease; any other has one before its body is
    // read.
    if (isSpooled || (key !== undefined && jobs.knows(caller.owner, key))) {
      body = await request.read()
      const idempotency = idempotencyOf(body)
      const job = idempotency && jobs.earlier(caller.owner, definition, idempotency)
      if (job !== undefined) return { status: 'job', job }
    }
    using admitted = runs.admit(definition, caller, { signal })
    body ??= await request.read()
    const { input, async } = await body.parse()
    const checked = await answerOf(async () => definition.check?.(caller, input))
    // An engine may be there again when a job starts.
    if (checked.status === 'no_engine' && !async) return checked
    if (!async) {
      const run = await admitted.start(input)
      request.onRun?.(run)
      return await answerOf(() => resultOf(definition, run))
    }
    const lease = admitted.handOver()?.giveToJob()
    const made = jobs.create(definition, caller, input, lease, idempotencyOf(body))
    isTaken = made.isNew
    return { status: 'job', job: made.job }
  } finally {
    if (!isTaken) await body?.discard?.()
  }
}

async function answerOf<result>(work: () => Promise<result>): Promise<TaskOutcome<result>> {
  try {
    return { status: 'succeeded', result: await work() }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'no_engine') throw error
    return { status: 'no_engine', error }
  }
}
