import { useEffect } from 'preact/hooks'
import { clockTime } from '../../ui/audio/clock-time.ts'
import { fill } from '../../ui/fill.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { type Resource, usePolling, useResource } from '../../ui/resource.ts'
import { Empty, Failed, Loading, Tries } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import { DeleteButton } from '../history/entry-buttons.tsx'
import { StatusDot } from '../jobs/status-dot.tsx'
import { hasEnded } from '../jobs/types.ts'
import { cancelJob, listJobs, listTranscripts } from './calls.ts'
import { forgetTranscriptDraft } from './draft.ts'
import { languageName } from './languages.ts'
import { m } from './messages/en.ts'
import { progressLabel } from './progress-label.ts'
import { onSent } from './recording-uploads.ts'
import type { HistoryItem, ListedMediaJob } from './types.ts'

const REFRESH_MS = 2_000

/** What is being transcribed, and the newest transcripts. */
export function TranscriptList({ isFirst }: { isFirst: boolean }) {
  const jobs = useResource(listJobs)
  const stored = useResource(listTranscripts)
  const unfinished = shownJobs(jobs)
  const running = unfinished.filter((job) => !hasEnded(job)).length
  useEffect(() => onSent(() => void jobs.reload()), [])
  useEffect(() => {
    void stored.reload()
  }, [running])
  usePolling(() => {
    if (running > 0) void jobs.reload()
  }, REFRESH_MS)
  const loaded = stored.value.value
  if (loaded.state === 'loading') return <Loading label={m.loadingTranscripts} />
  if (loaded.state === 'failed')
    return <Failed error={loaded.error} retry={() => void stored.reload()} />
  if (loaded.data.length === 0 && unfinished.length === 0)
    return isFirst ? (
      <Empty icon="document" title={m.noTranscripts}>
        {m.noTranscriptsText}
        <Tries
          of={[
            { label: m.wordsOfVideo, href: '/app/video', icon: 'film' },
            { label: m.dictate, href: '/app/', icon: 'microphone' },
            { label: m.speakText, href: '/app/speak', icon: 'speak' },
          ]}
        />
      </Empty>
    ) : null
  return (
    <section aria-labelledby="transcripts" class="transcripts">
      <h2 class="section" id="transcripts">
        {m.transcripts}
      </h2>
      <ul class="rows">
        {unfinished.map((job) => (
          <JobRow key={job.job_id} job={job} onChange={() => jobs.reload()} />
        ))}
        {loaded.data.map((entry) => (
          <EntryRow
            key={entry.id}
            entry={entry}
            onGone={() => stored.change((all) => all.filter(({ id }) => id !== entry.id))}
          />
        ))}
      </ul>
      <p class="quiet small list-end">
        {fill(m.olderOnes, { history: <a href="/app/history">{m.history}</a> })}
      </p>
    </section>
  )
}

/** Those that have no transcript: it is in the list itself. */
function shownJobs(jobs: Resource<readonly ListedMediaJob[]>): readonly ListedMediaJob[] {
  const { value } = jobs.value
  if (value.state !== 'ready') return []
  return value.data.filter(({ status }) => status !== 'succeeded' && status !== 'cancelled')
}

function addressOf(id: string): string {
  return `/app/transcribe/${encodeURIComponent(id)}`
}

function JobRow({ job, onChange }: { job: ListedMediaJob; onChange: () => Promise<void> }) {
  const { progress } = job
  const name = m.transcript
  return (
    <li class="row">
      <StatusDot status={job.status} />
      <span class="grow">
        <a href={addressOf(job.job_id)}>{name}</a>
        <small>
          {progressLabel(job)} · {relativeTime(job.created_at)}
        </small>
        {job.status === 'running' && progress !== null && progress.total !== null && (
          <progress
            class="thin-progress"
            max={progress.total}
            value={progress.done}
            aria-label={m.progressOf(name)}
          />
        )}
      </span>
      {!hasEnded(job) && (
        <span class="actions beside">
          <button
            type="button"
            class="button"
            onClick={() =>
              void attempt(async () => {
                await cancelJob(job.job_id)
                await onChange()
              })
            }
          >
            {m.cancel}
          </button>
        </span>
      )}
    </li>
  )
}

function EntryRow({ entry, onGone }: { entry: HistoryItem; onGone: () => void }) {
  const { id, title, seconds, language, created_at } = entry
  const facts = [
    ...(seconds === null ? [] : [clockTime(seconds)]),
    ...(language === null ? [] : [languageName(language)]),
  ]
  return (
    <li class="row">
      <Icon name="document" />
      <span class="grow">
        <a class="entry-name one-line" href={addressOf(id)} dir="auto">
          {title}
        </a>
        <small>
          {facts.map((fact) => `${fact} · `)}
          <time dateTime={created_at} title={fullTime(created_at)}>
            {relativeTime(created_at)}
          </time>
        </small>
      </span>
      <span class="actions beside">
        <DeleteButton
          item={entry}
          kind="transcript"
          text={m.deleteText(title)}
          onGone={() => {
            forgetTranscriptDraft(id)
            onGone()
          }}
        />
      </span>
    </li>
  )
}
