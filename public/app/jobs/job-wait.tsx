import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import { statusLabel } from './job-label.ts'
import { m } from './messages/en.ts'
import type { JobState } from './types.ts'

const TICK_MS = 1_000
const notifyMe = lazyPart(() => import('../../ui/notify/notify-me.tsx'))

/** The place of a job that waits, or how far one is that runs. */
export function JobWait({ job, isLost }: { job: JobState; isLost: boolean }) {
  const now = useSignal(Date.now())
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now()
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [])
  const offer = useLazy(notifyMe, true)
  return (
    <p class="wait">
      <i aria-hidden="true" />
      {isLost ? m.lost : <StatusText job={job} now={now.value} />}{' '}
      {offer !== undefined && <offer.NotifyMe />}
    </p>
  )
}

/** The seconds that pass are not read aloud. */
function StatusText({ job, now }: { job: JobState; now: number }) {
  if (job.status !== 'running') return <>{statusLabel(job, now)}</>
  return (
    <>
      <span class="hidden-text">{m.status.running}</span>
      <span aria-hidden="true">{statusLabel(job, now)}</span>
    </>
  )
}
