import { useSignal } from '@preact/signals'
import { ApiError, api, errorMessage, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { fill } from '../../ui/fill.ts'
import { bytes, fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Polling, type Resource, useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.tsx'
import { ForeignText } from '../shared/text.tsx'
import { BackupContents } from './backup-contents.tsx'
import { m } from './messages/en.ts'

type BackupList = components['schemas']['Backups']
type Stored = components['schemas']['StoredBackup']
type Backups = Resource<BackupList | undefined>

/** While one is being made. */
const REFRESH_MS = 2_000

/** When the last backup was made, and a new one. */
export function BackupSection() {
  const backups = useResource<BackupList | undefined>(async (signal) => {
    try {
      return await read(api.GET('/admin/backups', { signal }))
    } catch (error) {
      if (error instanceof ApiError && error.status === 409) return undefined
      throw error
    }
  })
  return (
    <section>
      <h2 class="section">{m.backups}</h2>
      <Show of={backups}>
        {(list) =>
          list === undefined ? (
            <p class="card">{m.inMemory}</p>
          ) : (
            <div class="stack">
              <State list={list} of={backups} />
              <Stored list={list} />
            </div>
          )
        }
      </Show>
    </section>
  )
}

function State({ list, of: backups }: { list: BackupList; of: Backups }) {
  const { items, nightly, next_at, failure, stale, folder } = list
  const [newest] = items
  return (
    <div class="card stack">
      <div class="actions">
        <span class={`dot ${newest === undefined || stale ? 'warn' : 'ok'}`} />
        <span class="grow-text">
          {newest === undefined
            ? m.noneYet
            : m.lastGood(relativeTime(newest.at), fullTime(newest.at), contents(newest))}
        </span>
        <BackupNow list={list} of={backups} />
      </div>
      {list.bytes_missing !== null && (
        <p class="notice bad">
          <ForeignText text={list.bytes_missing} />
        </p>
      )}
      {newest !== undefined && <Drill list={list} newest={newest} of={backups} />}
      {failure !== null && (
        <p class="notice bad">
          {fill(m.tryFailed, {
            time: fullTime(failure.at),
            reason: <ForeignText text={failure.reason} />,
          })}
        </p>
      )}
      <p class="quiet small">
        {fill(nightlyText(nightly, next_at), { folder: <bdi class="mono">{folder}</bdi> })}{' '}
        {m.copyFolder} {newest?.whole === null && m.withoutFiles}
      </p>
    </div>
  )
}

function nightlyText(nightly: boolean, next: string | null): string {
  if (!nightly) return m.notNightly
  return next === null ? m.nightly : m.nightlyNext(fullTime(next))
}

function contents({ whole }: Stored): string {
  if (whole === null) return m.databaseOnly
  return `${m.hasAll(whole.files)}${whole.lost === 0 ? '' : m.wereLost(whole.lost)}`
}

/** Restores the newest one into a temporary folder, and says what was found. */
function Drill({
  list: { drill },
  newest,
  of: backups,
}: {
  list: BackupList
  newest: Stored
  of: Backups
}) {
  const isAsking = useSignal(false)
  const error = useSignal<string | undefined>(undefined)
  const start = async () => {
    isAsking.value = true
    error.value = undefined
    try {
      const params = { path: { name: newest.name } }
      await read(api.POST('/admin/backups/{name}/drill', { params }))
    } catch (cause) {
      error.value = errorMessage(cause)
    }
    isAsking.value = false
    await backups.reload()
  }
  return (
    <div class="actions">
      <span class={`dot ${drill?.found ? 'ok' : 'warn'}`} />
      <span class="grow-text small" role="status">
        {isAsking.value ? m.drilling : drillText(drill)}
      </span>
      <button
        type="button"
        class="button"
        aria-busy={isAsking.value}
        onClick={() => {
          if (!isAsking.value) void start()
        }}
      >
        {m.drill}
      </button>
      {error.value !== undefined && (
        <p class="notice bad whole" role="alert">
          <ForeignText text={error.value} />
        </p>
      )}
    </div>
  )
}

function drillText(drill: BackupList['drill']): string {
  if (drill === null) return m.noDrill
  const { name, at, found, failure } = drill
  if (found === null) return m.drillFailed(fullTime(at), name, failure ?? '')
  const files =
    found.named === 0 ? m.filesNotPart : m.filesThere(found.named - found.lost, found.named)
  return m.drillFound(
    fullTime(at),
    name,
    found.files,
    bytes(found.bytes),
    found.users,
    found.conversations,
    files,
  )
}

/** Makes a backup in the folder, and lets the browser download it as any other file. */
function BackupNow({ list, of: backups }: { list: BackupList; of: Backups }) {
  const isAsking = useSignal(false)
  const error = useSignal<string | undefined>(undefined)
  const create = async () => {
    isAsking.value = true
    error.value = undefined
    try {
      const { name, bytes: size, whole } = await read(api.POST('/admin/backups', {}))
      toast(m.backupMade(name, bytes(size)))
      if (whole === null) startDownload(name)
    } catch (cause) {
      error.value = errorMessage(cause)
    }
    isAsking.value = false
    await backups.reload()
  }
  const isCreating = isAsking.value || list.making
  return (
    <>
      <span class="quiet small" role="status">
        {isCreating ? m.beingMade : ''}
      </span>
      <button
        type="button"
        class="button primary"
        aria-busy={isCreating}
        onClick={() => {
          if (!isCreating) void create()
        }}
      >
        <Icon name="download" /> {isCreating ? m.creating : m.backUpNow}
      </button>
      {error.value !== undefined && (
        <p class="notice bad whole" role="alert">
          <ForeignText text={error.value} />
        </p>
      )}
      {list.making && <Polling reload={() => void backups.reload()} everyMs={REFRESH_MS} />}
    </>
  )
}

/** Streamed to the disk by the browser, which shows how far it is. */
function startDownload(name: string): void {
  const link = document.createElement('a')
  link.href = addressOf(name)
  link.download = name
  link.click()
}

function addressOf(name: string): string {
  return `/admin/backups/${encodeURIComponent(name)}`
}

function Stored({ list: { items } }: { list: BackupList }) {
  const opened = useSignal<string | undefined>(undefined)
  if (items.length === 0) return null
  return (
    <details class="fine">
      <summary>{m.allKept(items.length)}</summary>
      <ul class="rows">
        {items.map(({ name, at, bytes: size, whole }) => (
          <li class="row" key={name}>
            <span class="grow">
              <ForeignText text={name} />
              <small>{fullTime(at)}</small>
            </span>
            <span class="number quiet small">{bytes(size)}</span>
            <button
              type="button"
              class="button"
              aria-label={m.lookInsideOne(name)}
              onClick={() => {
                opened.value = name
              }}
            >
              {m.lookInside}
            </button>
            {whole === null ? (
              <a
                class="button"
                href={addressOf(name)}
                download={name}
                aria-label={m.downloadOne(name)}
              >
                <Icon name="download" /> {m.download}
              </a>
            ) : (
              <span class="quiet small">{m.wholeFolder}</span>
            )}
          </li>
        ))}
      </ul>
      {opened.value !== undefined && (
        <BackupContents
          key={opened.value}
          name={opened.value}
          onClose={() => {
            opened.value = undefined
          }}
        />
      )}
    </details>
  )
}
