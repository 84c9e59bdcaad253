import { clockTime } from '../../ui/audio/clock-time.ts'
import { duration, queuePositionLabel } from '../../ui/format.ts'
import type { JobState, ListedJob } from './types.ts'

const STATUS = {
  queued: 'Waiting',
  running: 'Running',
  succeeded: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const satisfies Record<JobState['status'], string>

/** The state of a job in a few words: its place, how far it is, or how it ended. */
export function statusLabel(job: JobState, now = Date.now()): string {
  switch (job.status) {
    case 'queued':
      return queuePositionLabel(job.position, job.expected_wait_seconds)
    case 'running':
      return [STATUS.running, runningFor(job, now), progressLabel(job)].filter(Boolean).join(', ')
    case 'succeeded':
      return took(job) === undefined ? STATUS.succeeded : `${STATUS.succeeded} in ${took(job)}`
    case 'failed':
      return `${STATUS.failed}: ${job.error?.detail ?? 'no reason is known'}`
    case 'cancelled':
      return STATUS.cancelled
  }
}

/** How far a job is, as far as it tells. */
function progressLabel({ progress }: Pick<JobState, 'progress'>): string | undefined {
  if (progress === null) return undefined
  const { done, total, unit, note, seconds_left: left } = progress
  // Nothing is counted yet.
  if (done === 0 && total === null && note !== null) return note.toLowerCase()
  // Of a recording.
  const [now, whole] = [done, total].map((value) =>
    value === null ? null : unit === 'seconds' ? clockTime(value) : `${value}`,
  )
  const amount = [
    whole === null ? now : `${now} of ${whole}`,
    ...(unit === 'seconds' ? [] : [unit]),
  ].join(' ')
  return [amount, left === null ? null : `about ${duration(left)} left`, note]
    .filter(Boolean)
    .join(', ')
}

/** By the kind of the job. */
const NAMES: Readonly<Record<string, string>> = {
  generate: 'Generated text',
  tts: 'Spoken clip',
  transcribe: 'Transcript',
  translate: 'Translation',
  perfect_srt: 'Tidied subtitles',
  video_transcript: 'Transcript of a video',
  youtube_to_srt: 'Subtitles of a video',
  worker: 'Worker',
  'data-export': 'Archive of your data',
  'conversation-import': 'Import of conversations',
}

/** The page that shows the result of a job and its progress; undefined where the list itself does. */
export function jobPage({ kind, job_id }: Pick<ListedJob, 'kind' | 'job_id'>): string | undefined {
  const id = encodeURIComponent(job_id)
  if (kind === 'worker') return `/app/workers/${id}`
  if (kind === 'tts') return `/app/speak?job=${id}`
  if (kind === 'video_transcript' || kind === 'youtube_to_srt')
    return `/app/video?do=transcript&job=${id}`
  return kind === 'transcribe' ? `/app/transcribe/${id}` : undefined
}

/** What a job does, as its person calls it. */
export function jobName({ kind, task }: Pick<ListedJob, 'kind' | 'task'>): string {
  // Of a worker it is the profile.
  if (task !== null) return kind === 'worker' ? `Worker: ${taskLabel(task)}` : taskLabel(task)
  return NAMES[kind] ?? taskLabel(kind)
}

/** The name of a task as words: `answer_from_text` is `Answer from text`. */
export function taskLabel(name: string): string {
  const text = name.replaceAll(/[_-]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function runningFor({ started_at }: JobState, now: number): string | undefined {
  if (started_at === null) return undefined
  return duration(Math.max(1, Math.round((now - Date.parse(started_at)) / 1000)))
}

function took({ started_at, finished_at }: JobState): string | undefined {
  if (started_at === null || finished_at === null) return undefined
  return duration(Math.max(0.1, (Date.parse(finished_at) - Date.parse(started_at)) / 1000))
}
