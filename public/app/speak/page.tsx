import { useSignal, useSignalEffect } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ApiError } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { query, setQuery } from '../../ui/router.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { announce } from '../../ui/toast.tsx'
import { LiveJob } from '../jobs/live-job.ts'
import { JOB_CALLS, listClips, loadVoices } from './calls.ts'
import { ClipList } from './clip-list.tsx'
import { SpeakForm } from './speak-form.tsx'
import { dropMissing } from './target.ts'
import type { SpeechJob } from './types.ts'
import './page.css'
import { m } from './messages/en.ts'

/** Text to speech: the form, and the clips that were made before. */
export function Page() {
  const voices = useResource(async (signal) => {
    const known = await loadVoices(signal)
    dropMissing(known)
    return known
  })
  const clips = useResource((signal) => listClips(null, signal))
  const live = useSignal<LiveJob<SpeechJob> | undefined>(undefined)
  /** The clip whose player is shown, and whether it starts by itself. */
  const open = useSignal<{ id: string; isPlayed: boolean } | undefined>(undefined)
  /** Started on this page, and not before a reload. */
  const started = useRef<string | undefined>(undefined)
  const finish = async (id: string) => {
    await clips.reload()
    const list = clips.value.peek()
    const created =
      list.state === 'ready' ? list.data.items.find((one) => one.job_id === id) : undefined
    if (created !== undefined) open.value = { id: created.id, isPlayed: started.current === id }
    announce(m.clipIsThere)
  }
  useSignalEffect(() => {
    const id = query.value.get('job')
    const before = live.peek()
    if (before?.id === id) return
    before?.close()
    live.value = id === null ? undefined : new LiveJob<SpeechJob>(JOB_CALLS, id)
  })
  useSignalEffect(() => {
    const created = live.value?.job.value
    if (created?.status === 'succeeded') void finish(created.job_id)
  })
  // A job is deleted an hour after its end; its clip is not.
  useSignalEffect(() => {
    const { value: error } = live.value?.error ?? {}
    if (error instanceof ApiError && error.status === 404) setQuery({ job: '' })
  })
  useEffect(() => () => live.peek()?.close(), [])
  const known = voices.value.value
  return (
    <PageLayout title={m.title}>
      {known.state === 'loading' ? (
        <Loading label={m.loadingVoices} />
      ) : known.state === 'failed' ? (
        <Failed error={known.error} retry={() => void voices.reload()} />
      ) : known.data.engines.length === 0 ? (
        <NotInstalled onRefresh={() => void voices.reload()} />
      ) : (
        <SpeakForm
          voices={known.data}
          live={live.value}
          onStarted={(id) => {
            started.current = id
            setQuery({ job: id })
          }}
        />
      )}
      {known.state !== 'failed' && <ClipList clips={clips} open={open} />}
    </PageLayout>
  )
}

/** What is missing, and who can add it. */
function NotInstalled({ onRefresh }: { onRefresh: () => void }) {
  return (
    <Empty icon="speak" title={m.noEngine}>
      <p>
        {fill(m.noEngineText, {
          program: <code>espeak-ng</code>,
          setting: <code>[[speech_engines]]</code>,
        })}
      </p>
      <button type="button" class="button" onClick={onRefresh}>
        <Icon name="again" /> {m.refresh}
      </button>
    </Empty>
  )
}
