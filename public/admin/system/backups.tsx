import { useSignal } from '@preact/signals'
import { ApiError, api, errorMessage, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { bytes, fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Polling, type Resource, useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { toast } from '../../ui/toast.tsx'
import { ForeignText } from '../shared/text.tsx'
import { BackupContents } from './backup-contents.tsx'

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
      <h2 class="section">Backups</h2>
      <Show of={backups}>
        {(list) =>
          list === undefined ? (
            <p class="card">This service keeps its data in memory: there is nothing to back up.</p>
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
            ? 'There is no backup on this machine yet.'
            : `The last good one was made ${relativeTime(newest.at)}, on ${fullTime(newest.at)}. ${contents(newest)}`}
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
          The try of {fullTime(failure.at)} failed. <ForeignText text={failure.reason} />
        </p>
      )}
      <p class="quiet small">
        {nightly
          ? `One is made every night${next_at === null ? '' : `, next on ${fullTime(next_at)}`}, in `
          : 'None is made at night, because the settings say so. The folder is '}
        <bdi class="mono">{folder}</bdi>. Copy the folder to another machine: a broken disk takes it
        along. {newest?.whole === null && WITHOUT_FILES}
      </p>
    </div>
  )
}

const WITHOUT_FILES =
  'npm run backup -- --folder DIR makes one with all files; so do the nightly ones in a folder on another disk, or with files = true in [backups].'

function contents({ whole }: Stored): string {
  if (whole === null)
    return 'It has the database, the skills and the keys, and no bytes of stored files, attachments and clips.'
  const lost = whole.lost === 0 ? '' : ` ${whole.lost} were lost before it was made.`
  return `It has all: ${whole.files} files, with those that are stored.${lost}`
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
        {isAsking.value ? 'It is restored into a temporary folder …' : drillText(drill)}
      </span>
      <button
        type="button"
        class="button"
        aria-busy={isAsking.value}
        onClick={() => {
          if (!isAsking.value) void start()
        }}
      >
        Restore drill
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
  if (drill === null) return 'No restore was tried yet: a drill does one into a temporary folder.'
  const { name, at, found, failure } = drill
  if (found === null) return `The drill of ${fullTime(at)} with ${name} failed: ${failure ?? ''}`
  const files =
    found.named === 0
      ? 'its files are not part of it, or there are none'
      : `${found.named - found.lost} of ${found.named} stored files are there`
  return `The drill of ${fullTime(at)} restored ${name}: ${found.files} files, ${bytes(found.bytes)}, all checksums right, the database sound; ${found.users} people, ${found.conversations} conversations; ${files}.`
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
      toast(`Backup made: ${name}, ${bytes(size)}`)
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
        {isCreating ? 'A backup is being created and checked; a large one takes minutes.' : ''}
      </span>
      <button
        type="button"
        class="button primary"
        aria-busy={isCreating}
        onClick={() => {
          if (!isCreating) void create()
        }}
      >
        <Icon name="download" /> {isCreating ? 'Creating it …' : 'Back up now'}
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
      <summary>All that are kept ({items.length})</summary>
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
              aria-label={`Look inside ${name}`}
              onClick={() => {
                opened.value = name
              }}
            >
              Look inside
            </button>
            {whole === null ? (
              <a
                class="button"
                href={addressOf(name)}
                download={name}
                aria-label={`Download ${name}`}
              >
                <Icon name="download" /> Download
              </a>
            ) : (
              <span class="quiet small">A folder with all files</span>
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
