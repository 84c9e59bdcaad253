import { clockTime } from '../../ui/audio/clock-time.ts'
import { refusalText } from '../../ui/error-texts.ts'
import { duration, queuePositionLabel } from '../../ui/format.ts'
import { m } from './messages/en.ts'
import type { JobState, ListedJob } from './types.ts'

/** The state of a job in a few words: its place, how far it is, or how it ended. */
export function statusLabel(job: JobState, now = Date.now()): string {
  switch (job.status) {
    case 'queued':
      return queuePositionLabel(job.position, job.expected_wait_seconds)
    case 'running':
      return [m.status.running, runningFor(job, now), progressLabel(job)].filter(Boolean).join(', ')
    case 'succeeded':
      return endedIn(job)
    case 'failed':
      return m.failedFor(job.error === null ? m.noReason : refusalText(job.error))
    case 'cancelled':
      return m.status.cancelled
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
    whole === null || now == null ? now : m.amountOf(now, whole ?? ''),
    ...(unit === 'seconds' ? [] : [UNITS[unit] ?? unit]),
  ].join(' ')
  return [amount, left === null ? null : m.aboutLeft(duration(left)), note]
    .filter(Boolean)
    .join(', ')
}

/** By the kind of the job. */
const NAMES: Readonly<Record<string, string>> = m.names
const TASKS: Readonly<Record<string, string>> = m.tasks
const WORKERS: Readonly<Record<string, string>> = m.workers
const UNITS: Readonly<Record<string, string>> = m.units

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
  if (task !== null) return kind === 'worker' ? m.workerOf(workerName(task)) : taskName(task)
  return NAMES[kind] ?? taskLabel(kind)
}

/** A task of the service's own by its name in the chosen language, any other by its own. */
export function taskName(name: string): string {
  return TASKS[name] ?? taskLabel(name)
}

/** A worker's profile of the service's own by its name in the chosen language, any other by its own. */
export function workerName(profile: string): string {
  return WORKERS[profile] ?? taskLabel(profile)
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

function endedIn(job: JobState): string {
  const time = took(job)
  return time === undefined ? m.status.succeeded : m.doneIn(time)
}

function took({ started_at, finished_at }: JobState): string | undefined {
  if (started_at === null || finished_at === null) return undefined
  return duration(Math.max(0.1, (Date.parse(finished_at) - Date.parse(started_at)) / 1000))
}
