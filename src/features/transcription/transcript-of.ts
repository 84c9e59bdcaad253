import type { Jobs } from '../../core/tasks/jobs.ts'
import { matches } from '../../platform/check.ts'
import { AppError } from '../../platform/errors.ts'
import type { TranscribeTask } from './transcribe-task.ts'
import { Transcript } from './transcript.ts'
import { VideoTranscript } from './video-transcript.ts'
import type { SubtitlesTask, VideoTranscriptTask } from './video-transcript-tasks.ts'

type TranscriptTasks = readonly [TranscribeTask, VideoTranscriptTask, SubtitlesTask]

/**
 * The transcript of a job that has succeeded.
 *
 * @throws {AppError} `not_found`, also for a job of another owner; `conflict` for one without a
 * transcript
 */
export function transcriptOf(
  jobs: Pick<Jobs, 'get'>,
  tasks: TranscriptTasks,
  owner: string,
  jobId: string,
): Pick<Transcript, 'text' | 'segments'> {
  const { kind, status, result } = jobs.get(owner, tasks[0], jobId)
  const isTranscript = tasks.some((task) => task.kind === kind)
  if (isTranscript && status === 'succeeded') {
    if (matches(Transcript, result)) return result
    if (matches(VideoTranscript, result)) return result
  }
  const reason = isTranscript ? `it is ${status}` : 'it is no transcription'
  throw new AppError('conflict', `The job has no transcript: ${reason}`, { param: 'job_id' })
}
