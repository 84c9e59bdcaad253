import { useSignal } from '@preact/signals'
import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { bytes, fullTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Polling, useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'

type State = components['schemas']['DataExport']

/** While one is being made. */
const REFRESH_MS = 2_000

/** All that the reader has, as one archive to take along. */
export function DataExport() {
  const isBusy = useSignal(false)
  const state = useResource((signal) => read(api.GET('/api/me/data-export', { signal })))
  const run = async (work: () => Promise<unknown>) => {
    if (isBusy.value) return
    isBusy.value = true
    await attempt(work)
    await state.reload()
    isBusy.value = false
  }
  return (
    <Show of={state}>
      {(now) => {
        const isMaking = now.status === 'queued' || now.status === 'running'
        return (
          <div class="card stack">
            <p class="quiet">
              Conversations, files, history, what you have used and your account, as one archive.
            </p>
            <p role="status">{stateText(now)}</p>
            <div class="actions">
              {now.archive !== null && (
                <a class="button primary" href={now.archive.url} download>
                  <Icon name="download" /> Download
                </a>
              )}
              {!isMaking && (
                <button
                  type="button"
                  class="button"
                  aria-busy={isBusy.value}
                  onClick={() => void run(() => read(api.POST('/api/me/data-export')))}
                >
                  {now.archive === null ? 'Prepare an archive' : 'Prepare a new one'}
                </button>
              )}
              {(isMaking || now.archive !== null) && (
                <button
                  type="button"
                  class="button"
                  onClick={() => void run(() => send(api.DELETE('/api/me/data-export')))}
                >
                  {isMaking ? 'Stop' : 'Delete it'}
                </button>
              )}
            </div>
            {isMaking && <Polling reload={() => void state.reload()} everyMs={REFRESH_MS} />}
          </div>
        )
      }}
    </Show>
  )
}

function stateText({ status, progress, error, archive }: State): string {
  if (status === 'queued') return 'It waits for its turn.'
  if (status === 'running')
    return progress === null
      ? 'It is being made.'
      : `It is being made: ${progress.done} of ${progress.total}.`
  if (status === 'failed') return `It could not be made: ${error ?? 'no reason is known'}`
  if (archive === null) return 'There is none.'
  return `Made on ${fullTime(archive.created_at)}, ${bytes(archive.bytes)}. It is deleted on ${fullTime(archive.expires_at)}.`
}
