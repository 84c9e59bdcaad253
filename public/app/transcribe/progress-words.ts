import { clockTime } from '../../ui/audio/clock-time.ts'
import { duration, placeWords } from '../../ui/format.ts'
import type { ListedMediaJob } from './types.ts'

/** Where a transcription stands, in words. */
export function progressWords(job: ListedMediaJob): string {
  switch (job.status) {
    case 'queued':
      return placeWords(job.position, job.expected_wait_seconds)
    case 'running':
      return runningWords(job)
    case 'succeeded':
      return 'Done'
    case 'failed':
      return job.error?.detail ?? 'It failed, and no reason is known'
    case 'cancelled':
      return 'Cancelled'
  }
}

function runningWords({ progress }: ListedMediaJob): string {
  if (progress === null) return 'Reading the recording'
  const { done, total, unit, note, seconds_left: left } = progress
  // Nothing is counted yet.
  if (done === 0 && total === null && note !== null) return note
  const amount =
    unit === 'seconds'
      ? [done, total].map((value) => (value === null ? '' : clockTime(value)))
      : [String(done), total === null ? '' : String(total)]
  const [now, whole] = amount
  return [
    whole === '' ? `${now} done` : `${now} of ${whole} transcribed`,
    ...(left === null ? [] : [`about ${duration(Math.max(1, left))} left`]),
    ...(note === null ? [] : [note]),
  ].join(', ')
}
