import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import type { Jobs } from '../tasks/jobs.ts'
import type { TranscribeTask } from './transcribe-task.ts'
import { Transcript } from './transcript.ts'

/**
 * The transcript of a job that has succeeded.
 *
 * @throws {AppError} `not_found`, also for a job of another owner; `conflict` for one without a
 * transcript
 */
export function transcriptOf(
  jobs: Pick<Jobs, 'get'>,
  task: TranscribeTask,
  owner: string,
  jobId: string,
): Transcript {
  const { kind, status, result } = jobs.get(owner, task, jobId)
  if (kind === task.kind && status === 'succeeded' && matches(Transcript, result)) return result
  const reason = kind === task.kind ? `it is ${status}` : 'it is no transcription'
  throw new AppError('conflict', `The job has no transcript: ${reason}`, { param: 'job_id' })
}
