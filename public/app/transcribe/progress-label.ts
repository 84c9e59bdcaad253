import { clockTime } from '../../ui/audio/clock-time.ts'
import { refusalText } from '../../ui/error-texts.ts'
import { duration, queuePositionLabel } from '../../ui/format.ts'
import { m } from './messages/en.ts'
import type { ListedMediaJob } from './types.ts'

/** Where a transcription stands, in words. */
export function progressLabel(job: ListedMediaJob): string {
  switch (job.status) {
    case 'queued':
      return queuePositionLabel(job.position, job.expected_wait_seconds)
    case 'running':
      return runningText(job)
    case 'succeeded':
      return m.done
    case 'failed':
      return job.error === null ? m.failedUnknown : refusalText(job.error)
    case 'cancelled':
      return m.cancelled
  }
}

function runningText({ progress }: ListedMediaJob): string {
  if (progress === null) return m.readingRecording
  const { done, total, unit, note, seconds_left: left } = progress
  // Nothing is counted yet.
  if (done === 0 && total === null && note !== null) return note
  const amount =
    unit === 'seconds'
      ? [done, total].map((value) => (value === null ? '' : clockTime(value)))
      : [String(done), total === null ? '' : String(total)]
  const [now, whole] = amount
  return [
    whole === '' ? m.amountDone(now ?? '') : m.amountOf(now ?? '', whole ?? ''),
    ...(left === null ? [] : [m.aboutLeft(duration(Math.max(1, left)))]),
    ...(note === null ? [] : [note]),
  ].join(', ')
}
