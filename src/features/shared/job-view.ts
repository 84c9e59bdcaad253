import { type TSchema, Type } from '@sinclair/typebox'
import type { JobRecord } from '../../core/tasks/job-record.ts'
import type { ProgressReport } from '../../core/tasks/progress.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable, Time, TimeOrNull, timeOrNullView, timeView } from './fields.ts'
import { RefusalReason } from './refusal-reason.ts'

/** How far a task is. */
export const Progress = component('Progress', {
  done: Type.Number(),
  total: nullable(Type.Number()),
  unit: Type.String(),
  note: nullable(Type.String()),
  seconds_left: nullable(Type.Number()),
})

/**
 * A job's record on the wire.
 *
 * @param name Of the component in the API description
 * @param result Of a job that has succeeded
 */
export function jobSchema(name: string, result: TSchema) {
  return Type.Object(
    {
      job_id: Type.String({ examples: ['gen_Yw2Lx85b0Q7s'] }),
      kind: Type.String({ examples: ['generate'] }),
      status: oneOf(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
      position: nullable(
        Type.Integer({
          minimum: 1,
          description: 'Place in the queue while queued, in whatever stage',
        }),
      ),
      expected_wait_seconds: nullable(
        Type.Number({ description: 'While queued; null where nothing is known yet' }),
      ),
      progress: nullable(Progress),
      created_at: Time,
      started_at: TimeOrNull,
      finished_at: TimeOrNull,
      expires_at: TimeOrNull,
      result: nullable(result),
      error: nullable(
        component('JobError', {
          code: Type.String(),
          detail: Type.String(),
          reason: Type.Optional(RefusalReason),
        }),
      ),
      subscription_only: Type.Optional(
        Type.Literal(true, { description: 'Only where no engine could answer' }),
      ),
    },
    { $id: name },
  )
}

/** @param resultView Of a result as the task's schema has it */
export function jobView(job: JobRecord, resultView: (result: unknown) => object) {
  return {
    job_id: job.id,
    kind: job.kind,
    status: job.status,
    position: job.status === 'queued' ? (job.position ?? null) : null,
    expected_wait_seconds:
      job.status === 'queued' && job.expectedWaitMs !== undefined
        ? seconds(job.expectedWaitMs)
        : null,
    progress: job.progress === undefined ? null : progressView(job.progress),
    created_at: timeView(job.createdAt),
    started_at: timeOrNullView(job.startedAt),
    finished_at: timeOrNullView(job.finishedAt),
    expires_at: timeOrNullView(job.expiresAt),
    result: job.result === undefined ? null : resultView(job.result),
    error: job.error ?? null,
    ...(job.error?.code === 'no_engine' ? { subscription_only: true as const } : {}),
  }
}

/** A job's record as clients see it. */
export type JobView = ReturnType<typeof jobView>

export function progressView({ done, total, unit, note, secondsLeft }: ProgressReport) {
  return {
    done: oneDecimal(done),
    total: total === undefined ? null : oneDecimal(total),
    unit,
    note: note ?? null,
    seconds_left: secondsLeft === undefined ? null : oneDecimal(secondsLeft),
  }
}

/** Seconds with one decimal. */
export function seconds(ms: number): number {
  return oneDecimal(ms / 1000)
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
