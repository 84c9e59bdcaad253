import type { JobRow } from '../../db/job-store.ts'
import { expectedError } from '../../platform/errors.ts'
import type { RunEnd } from './run.ts'

/** How a job ended, as stored in its row. */
export type JobEnd = Pick<JobRow, 'result' | 'errorCode' | 'errorDetail'> & {
  status: 'succeeded' | 'failed' | 'cancelled'
}

/** Whether a stop of the service has cancelled the run; then the next start runs the job again. */
export function isReturned(end: RunEnd): boolean {
  return end.status === 'cancelled' && end.reason === 'stopping'
}

/** @param onUnexpected Called with an error whose message is not for the caller */
export function endOf(end: RunEnd, onUnexpected: (error: unknown) => void): JobEnd {
  switch (end.status) {
    case 'succeeded':
      return { status: 'succeeded', result: end.result, errorCode: null, errorDetail: null }
    case 'cancelled':
      return { status: 'cancelled', result: null, errorCode: null, errorDetail: null }
    case 'failed': {
      const error = expectedError(end.error)
      if (error !== undefined)
        return { status: 'failed', result: null, errorCode: error.code, errorDetail: error.message }
      onUnexpected(end.error)
      return {
        status: 'failed',
        result: null,
        errorCode: 'internal',
        errorDetail: 'Internal error',
      }
    }
  }
}

/** Job records are kept this long after their end. See Limits. */
export const JOB_RETENTION_MS = 60 * 60 * 1000

/** When a job that ends now has ended, and when its record expires. */
export function timesOf(finishedAt: number) {
  return { finishedAt, expiresAt: finishedAt + JOB_RETENTION_MS }
}
