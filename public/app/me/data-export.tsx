import { useSignal } from '@preact/signals'
import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { bytes, fullTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Polling, useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

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
            <p class="quiet">{m.exportText}</p>
            <p role="status">{stateText(now)}</p>
            <div class="actions">
              {now.archive !== null && (
                <a class="button primary" href={now.archive.url} download>
                  <Icon name="download" /> {m.download}
                </a>
              )}
              {!isMaking && (
                <button
                  type="button"
                  class="button"
                  aria-busy={isBusy.value}
                  onClick={() => void run(() => read(api.POST('/api/me/data-export')))}
                >
                  {now.archive === null ? m.prepare : m.prepareNew}
                </button>
              )}
              {(isMaking || now.archive !== null) && (
                <button
                  type="button"
                  class="button"
                  onClick={() => void run(() => send(api.DELETE('/api/me/data-export')))}
                >
                  {isMaking ? m.stop : m.deleteIt}
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
  if (status === 'queued') return m.export.waits
  if (status === 'running')
    return progress === null ? m.export.making : m.export.makingOf(progress.done, progress.total)
  if (status === 'failed') return m.export.failed(error ?? m.export.noReason)
  if (archive === null) return m.export.none
  return m.export.made(
    fullTime(archive.created_at),
    bytes(archive.bytes),
    fullTime(archive.expires_at),
  )
}
