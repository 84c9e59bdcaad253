import { useSignal } from '@preact/signals'
import { useEffect, useId, useRef } from 'preact/hooks'
import { api, errorMessage, randomId, read } from '../../ui/api.ts'
import { fill } from '../../ui/fill.ts'
import { bytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { useResource } from '../../ui/resource.ts'
import { followUp } from '../../ui/router.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.tsx'
import { FileButton } from '../../ui/uploads/file-button.tsx'
import { InterruptedList } from '../../ui/uploads/interrupted-list.tsx'
import { type StorageLimits, tooLargeText } from '../../ui/uploads/size-text.ts'
import { UploadList } from '../../ui/uploads/upload-list-view.tsx'
import { useFilesFromPage } from '../../ui/uploads/use-files-from-page.ts'
import { loadTranscriptionEngines, transcribeUrl } from './calls.ts'
import { m } from './messages/en.ts'
import { Options, type TranscribeOptions } from './options.tsx'
import { RecordCard } from './record-card.tsx'
import { addOwnRecording, addRecordings, recordingUploads } from './recording-uploads.ts'
import { TranscriptList } from './transcript-list.tsx'

const ACCEPTED = 'audio/*,video/*,.mkv,.opus,.amr,.au,.flac,.m4a,.mka,.ts,.wma'

/** Where recordings come in, and what was made of those before. */
export function NewTranscript() {
  const transcriptionEngines = useResource(loadTranscriptionEngines)
  const limits = useResource((signal) => read(api.GET('/api/nas/limits', { signal })))
  const options = useSignal<TranscribeOptions>({ language: '', engine: '' })
  const known = limits.value.value
  const bounds = known.state === 'ready' ? known.data : undefined
  const engines = transcriptionEngines.value.value
  const add = (files: readonly File[]) =>
    addRecordings(files, options.peek(), (file) =>
      bounds === undefined ? undefined : tooLargeText(file, bounds),
    )
  return (
    <PageLayout title={m.title}>
      {engines.state === 'loading' ? (
        <Loading label={m.loadingPage} />
      ) : engines.state === 'failed' ? (
        <Failed error={engines.error} retry={() => void transcriptionEngines.reload()} />
      ) : (
        <>
          {engines.data.length === 0 ? (
            <NotInstalled onRefresh={() => void transcriptionEngines.reload()} />
          ) : (
            <section class="card sources" aria-label={m.newTranscript}>
              <UploadSource limits={bounds} onFiles={add} />
              <RecordCard onRecorded={(file) => addOwnRecording(file, options.peek())} />
              <UrlForm options={options.value} />
              <Options value={options} engines={engines.data} />
            </section>
          )}
          <UploadList of={recordingUploads} />
          <InterruptedList of={recordingUploads} onFiles={add} />
          <TranscriptList isFirst={engines.data.length > 0} />
        </>
      )}
    </PageLayout>
  )
}

interface UploadSourceProps {
  limits: StorageLimits | undefined
  onFiles: (files: readonly File[]) => void
}

function UploadSource({ limits, onFiles }: UploadSourceProps) {
  const isOver = useFilesFromPage(({ files, folders }) => {
    if (folders > 0) toast(m.foldersNotTaken(folders))
    if (files.length > 0) onFiles(files)
  })
  return (
    <div class={isOver.value ? 'source over' : 'source'}>
      <FileButton isPrimary accept={ACCEPTED} isMultiple onFiles={onFiles}>
        {m.uploadRecording}
      </FileButton>
      <span class="quiet small">{isOver.value ? m.letGo : m.soundOrFilm(boundText(limits))}</span>
    </div>
  )
}

function boundText(limits: StorageLimits | undefined): string {
  if (limits === undefined) return ''
  const { max_file_bytes: bound, own_network_max_file_bytes: own, is_own_network } = limits
  return is_own_network ? m.upTo(bytes(bound)) : m.upToHere(bytes(bound), bytes(own))
}

function UrlForm({ options }: { options: TranscribeOptions }) {
  const id = useId()
  const url = useSignal('')
  const error = useSignal<string | undefined>(undefined)
  const isBusy = useSignal(false)
  const key = useRef(randomId())
  const submit = async () => {
    if (isBusy.peek() || url.peek().trim() === '') return
    isBusy.value = true
    error.value = undefined
    const next = followUp()
    try {
      const job = await transcribeUrl(url.peek().trim(), options, key.current)
      key.current = randomId()
      url.value = ''
      next(`/app/transcribe/${encodeURIComponent(job)}`)
    } catch (cause) {
      error.value = errorMessage(cause)
    } finally {
      isBusy.value = false
    }
  }
  return (
    <form
      class="source url-form"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label class="hidden-text" for={id}>
        {m.addressOfRecording}
      </label>
      <input
        id={id}
        class="input"
        type="url"
        required
        autoComplete="off"
        placeholder={m.addressExample}
        value={url.value}
        onInput={({ currentTarget }) => {
          url.value = currentTarget.value
          key.current = randomId()
        }}
      />
      <button type="submit" class="button" disabled={isBusy.value}>
        {m.transcribe}
      </button>
      {error.value !== undefined && (
        <p class="notice bad" role="alert">
          {error.value}
        </p>
      )}
    </form>
  )
}

/** What is missing, and who can add it. */
function NotInstalled({ onRefresh }: { onRefresh: () => void }) {
  useEffect(() => {
    // Anyone who comes back from adding one finds it.
    window.addEventListener('focus', onRefresh)
    return () => window.removeEventListener('focus', onRefresh)
  }, [])
  return (
    <Empty icon="microphone" title={m.noEngine}>
      <p>
        {fill(m.noEngineText, {
          program: <code>whisper-cli</code>,
          setting: <code>[[transcription_engines]]</code>,
        })}
      </p>
      <button type="button" class="button" onClick={onRefresh}>
        <Icon name="again" /> {m.refresh}
      </button>
    </Empty>
  )
}
