import type { JobRow } from '../../db/job-store.ts'

/** A job as its owner sees it. */
export interface Job {
  job_id: string
  kind: string
  status: JobRow['status']
  /** 1-based place in line while queued. */
  position: number | null
  created_at: string
  started_at: string | null
  finished_at: string | null
  expires_at: string | null
  result: unknown
  error: { code: string; detail: string } | null
  subscription_only?: true
}

export function jobOf(row: JobRow, position: number | undefined): Job {
  const { errorCode: code, errorDetail: detail } = row
  return {
    job_id: row.id,
    kind: row.kind,
    status: row.status,
    position: row.status === 'queued' ? (position ?? null) : null,
    created_at: new Date(row.createdAt).toISOString(),
    started_at: time(row.startedAt),
    finished_at: time(row.finishedAt),
    expires_at: time(row.expiresAt),
    result: row.result ?? null,
    error: code === null ? null : { code, detail: detail ?? '' },
    ...(code === 'no_engine' ? { subscription_only: true as const } : {}),
  }
}

export function hasProcessEnded(status: JobRow['status']): boolean {
  return status !== 'queued' && status !== 'running'
}

function time(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}
