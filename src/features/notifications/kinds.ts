/** What there are notifications of, in the order in which it is shown. */
export const KINDS = [
  'answer',
  'job',
  'transcript',
  'worker',
  'approval',
  'account',
  'backup',
] as const
export type Kind = (typeof KINDS)[number]

/** Only admins get these. */
const ADMIN_KINDS: ReadonlySet<Kind> = new Set(['approval', 'account', 'backup'])

/** The kinds that somebody can get. */
export function kindsFor(isAdmin: boolean): readonly Kind[] {
  return isAdmin ? KINDS : KINDS.filter((kind) => !ADMIN_KINDS.has(kind))
}

/** A notification: never with a text of the person, unless they have asked for it. */
export interface Notice {
  kind: Kind
  /** The page that shows it. */
  path: string
  hasFailed?: boolean
  /** The first words of an answer. */
  words?: string
}

/** What is said of each kind, and where its work has failed. */
const TITLES: Readonly<Record<Kind | 'test', readonly [done: string, failed?: string]>> = {
  answer: ['Your answer is ready', 'Your answer has failed'],
  job: ['Your job is done', 'Your job has failed'],
  transcript: ['Your transcript is ready', 'Your transcript has failed'],
  worker: ['Your worker is done', 'Your worker has failed'],
  approval: ['Somebody waits for your approval'],
  account: ['An account of an engine needs you'],
  backup: ['A backup has failed'],
  test: ['This browser gets notifications'],
}

/** The few words that a notification begins with. */
export function titleOf(kind: Kind | 'test', hasFailed = false): string {
  const [done, failed = done] = TITLES[kind]
  return hasFailed ? failed : done
}

/** Alerts of the owner that admins are notified of, with the page for each. */
const ALERTS: Readonly<Record<string, Notice>> = {
  user_pending: { kind: 'approval', path: '/admin/people' },
  account_failed: { kind: 'account', path: '/admin/engines' },
  account_signed_out: { kind: 'account', path: '/admin/engines' },
  backup_failed: { kind: 'backup', path: '/admin/system' },
  backup_old: { kind: 'backup', path: '/admin/system' },
}

/** @returns undefined for an alert without a notification */
export function noticeOfAlert(kind: string): Notice | undefined {
  return Object.hasOwn(ALERTS, kind) ? ALERTS[kind] : undefined
}

/** The notification of a job that has ended. */
export function noticeOfJob(job: { id: string; kind: string; hasFailed: boolean }): Notice {
  const { kind, hasFailed } = job
  const id = encodeURIComponent(job.id)
  switch (kind) {
    case 'worker':
      return { kind: 'worker', path: `/app/workers/${id}`, hasFailed }
    case 'transcribe':
      return { kind: 'transcript', path: `/app/transcribe/${id}`, hasFailed }
    case 'video_transcript':
    case 'youtube_to_srt':
      return { kind: 'transcript', path: `/app/video?do=transcript&job=${id}`, hasFailed }
    case 'tts':
      return { kind: 'job', path: `/app/speak?job=${id}`, hasFailed }
    case 'data-export':
      return { kind: 'job', path: '/app/me', hasFailed }
    default:
      return { kind: 'job', path: '/app/jobs', hasFailed }
  }
}
