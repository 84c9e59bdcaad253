import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { api, errorMessage, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { bytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Polling, useResource } from '../../ui/resource.ts'
import { Failed, Loading } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import { sendFile } from './attachments/send-file.ts'
import { loadConversations } from './list-state.ts'
import './import-dialog.css'
import { m } from './parts/messages/en.ts'

type Import = components['schemas']['ConversationImport']

const POLL_MS = 1_000
/** As the service bounds it. */
const MAX_BYTES = 200 * 1024 ** 2

/** Imports conversations from an export of another program, and says what came of it. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const state = useResource((signal) => read(api.GET('/api/conversation-imports', { signal })))
  const sent = useSignal<{ done: number; total: number } | undefined>(undefined)
  const error = useSignal('')
  const abort = useRef<AbortController | undefined>(undefined)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => () => abort.current?.abort(), [])
  const { value: loaded } = state.value
  const status = loaded.state === 'ready' ? loaded.data.status : undefined
  const isRunning = status === 'queued' || status === 'running'
  // What was imported stands in the list behind.
  useEffect(() => {
    if (status === 'succeeded' || status === 'failed' || status === 'cancelled')
      void loadConversations()
  }, [status])
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    error.value = ''
    if (file.size > MAX_BYTES) {
      error.value = m.importTooLarge(bytes(file.size), bytes(MAX_BYTES))
      return
    }
    abort.current = new AbortController()
    sent.value = { done: 0, total: file.size }
    try {
      const onProgress = (done: number) => {
        sent.value = { done, total: file.size }
      }
      const buffer = await sendFile(file, onProgress, abort.current.signal)
      const started = await read(api.POST('/api/conversation-imports', { body: { buffer } }))
      state.change(() => started)
    } catch (cause) {
      if (!abort.current.signal.aborted) error.value = errorMessage(cause)
    } finally {
      sent.value = undefined
    }
  }
  const cancel = () =>
    attempt(async () => {
      await send(api.DELETE('/api/conversation-imports'))
      await state.reload()
    })
  return (
    <Dialog title={m.importTitle} onClose={onClose}>
      <p class="quiet small">{m.importText}</p>
      {loaded.state === 'loading' ? (
        <Loading label={m.loadingState} />
      ) : loaded.state === 'failed' ? (
        <Failed error={loaded.error} retry={() => void state.reload()} />
      ) : (
        <div class="import-dialog">
          {isRunning && <Polling reload={() => void state.reload()} everyMs={POLL_MS} />}
          {sent.value !== undefined ? (
            <label class="import-progress">
              <span>{m.sendingFile}</span>
              <progress max={Math.max(1, sent.value.total)} value={sent.value.done} />
            </label>
          ) : isRunning ? (
            <p role="status" class="import-progress">
              {status === 'queued' ? m.waitingImport : m.readCount(loaded.data.conversations_read)}
              <button type="button" class="button" onClick={() => void cancel()}>
                {m.stop}
              </button>
            </p>
          ) : (
            <Outcome of={loaded.data} />
          )}
          {error.value !== '' && (
            <p class="notice bad" role="alert">
              {error.value}
            </p>
          )}
          {!isRunning && sent.value === undefined && (
            <div class="actions">
              <button type="button" class="button primary" onClick={() => input.current?.click()}>
                <Icon name="upload" /> {m.chooseAFile}
              </button>
            </div>
          )}
          <input
            ref={input}
            type="file"
            hidden
            accept=".json,.zip"
            aria-label={m.export}
            onChange={({ currentTarget }) => {
              void take(currentTarget.files?.[0])
              // The same file may be chosen again.
              currentTarget.value = ''
            }}
          />
        </div>
      )}
    </Dialog>
  )
}

function Outcome({ of: { status, error, result } }: { of: Import }) {
  if (status === 'failed')
    return (
      <p class="notice bad" role="alert">
        {error}.
      </p>
    )
  if (status === 'cancelled') return <p role="status">{m.importStopped}</p>
  if (result === null) return null
  const { conversations, messages, unchanged, missing_files, left_out, reasons } = result
  return (
    <div role="status">
      <p>
        {conversations === 0 ? m.nothingImported : m.imported(conversations, messages)}
        {unchanged > 0 && ` ${m.nothingNew(unchanged)}`}
        {missing_files > 0 && ` ${m.filesMissing(missing_files)}`}
      </p>
      {left_out > 0 && (
        <details>
          <summary>{m.leftOut(left_out)}</summary>
          <ul class="import-reasons">
            {reasons.map(({ title, reason }, index) => (
              <li key={index}>
                <span dir="auto">{title || m.withoutTitle}</span>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}
