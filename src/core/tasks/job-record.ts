import type { ReasonFacts } from '../../platform/errors.ts'
import type { JobRow } from './job-store.ts'
import type { ProgressReport } from './progress.ts'
import type { Run } from './run.ts'

/** A job as its owner sees it. Times are UTC milliseconds. */
export interface JobRecord {
  id: string
  kind: string
  /** `queued` in each stage that waits for its lane, also after the first. */
  status: JobRow['status']
  /** 1-based position in the lane that it waits for; undefined unless it is queued. */
  position: number | undefined
  /** Undefined unless it is queued, and while there is no estimate. */
  expectedWaitMs: number | undefined
  /** Without a note and the time that is left while it waits: both are of the step before. */
  progress: ProgressReport | undefined
  createdAt: number
  startedAt: number | undefined
  finishedAt: number | undefined
  expiresAt: number | undefined
  /** As the task's result schema says; undefined unless it has succeeded. */
  result: unknown
  error: { code: string; detail: string; reason?: ReasonFacts } | undefined
}

/** @param run The job's run in this process, which is more current than the row */
export function jobRecord(row: JobRow, run: Run | undefined): JobRecord {
  const { errorCode: code, errorDetail: detail, errorReason: reason } = row
  const status = hasEnded(row.status) || run === undefined ? row.status : statusOf(run)
  const progress = run?.progress ?? row.progress ?? undefined
  return {
    id: row.id,
    kind: row.kind,
    status,
    position: run?.position,
    expectedWaitMs: run?.expectedWaitMs,
    progress:
      progress && status === 'queued'
        ? { ...progress, note: undefined, secondsLeft: undefined }
        : progress,
    createdAt: row.createdAt,
    startedAt: row.startedAt ?? run?.startedAt,
    finishedAt: row.finishedAt ?? undefined,
    expiresAt: row.expiresAt ?? undefined,
    result: row.result ?? undefined,
    error:
      code === null
        ? undefined
        : { code, detail: detail ?? '', ...(reason === null ? {} : { reason }) },
  }
}

/** A run that is settling its end has no position and counts as running. */
function statusOf({ startedAt, position }: Run): 'queued' | 'running' {
  return startedAt === undefined || position !== undefined ? 'queued' : 'running'
}

export function hasEnded(status: JobRow['status']): boolean {
  return status !== 'queued' && status !== 'running'
}
