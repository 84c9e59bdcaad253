import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { fullTime } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ShowLive } from '../shared/live.tsx'
import { ForeignText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'

type Item = components['schemas']['BackupItem']
type Report = components['schemas']['RestoreReport']
type Kind = keyof typeof KINDS

const KINDS = {
  users: 'People',
  conversations: 'Conversations',
  files: 'Files',
  history: 'History',
  assistants: 'Assistants',
  prompts: 'Saved prompts',
  knowledge: 'Knowledge',
} as const
const KIND_NAMES: readonly Kind[] = [
  'conversations',
  'files',
  'history',
  'assistants',
  'prompts',
  'knowledge',
]
const TYPING_MS = 300

/** What is in a backup, with a search, and single things of it put back. */
export function BackupContents({ name, onClose }: { name: string; onClose: () => void }) {
  const kind = useSignal<Kind>('users')
  const search = useSignal('')
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const items = usePages<Item>(
    (cursor, signal) => {
      const query = {
        ...(cursor === undefined ? {} : { cursor }),
        ...(search.value === '' ? {} : { q: search.value }),
      }
      const params = { path: { name, kind: kind.value }, query }
      return read(api.GET('/admin/backups/{name}/contents/{kind}', { params, signal }))
    },
    [name, kind.value, search.value],
  )
  return (
    <section class="card stack" aria-label={`Inside ${name}`}>
      <div class="actions">
        <span class="grow-text">
          Inside <bdi class="mono">{name}</bdi>
        </span>
        <button type="button" class="button" onClick={onClose}>
          Close
        </button>
      </div>
      <search class="filters">
        <label>
          <span>What</span>
          <select
            class="input"
            value={kind.value}
            onChange={({ currentTarget }) => {
              kind.value = kindOf(currentTarget.value)
            }}
          >
            {Object.entries(KINDS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Search</span>
          <input
            class="input"
            type="search"
            maxLength={200}
            placeholder="Name or words"
            onInput={({ currentTarget: { value } }) => {
              clearTimeout(timer.current)
              timer.current = setTimeout(() => {
                search.value = value.trim()
              }, TYPING_MS)
            }}
          />
        </label>
      </search>
      <ShowLive of={items.live}>
        {(page) =>
          page.items.length === 0 ? (
            <p class="quiet">Nothing found.</p>
          ) : (
            <ul class="rows">
              {page.items.map((item) => (
                <Row
                  key={item.id}
                  item={item}
                  restore={async () => {
                    await restore(name, kind.value, item)
                    await items.live.reload()
                  }}
                />
              ))}
            </ul>
          )
        }
      </ShowLive>
      <MoreButton of={items} />
    </section>
  )
}

function Row({ item, restore: work }: { item: Item; restore: () => Promise<unknown> }) {
  const { title, owner_name, at, id, owner } = item
  const isPerson = owner === `user:${id}`
  const shown = title === '' ? 'Without a title' : title
  return (
    <li class="row">
      <span class="grow">
        <ForeignText text={shown} />
        <small>
          {!isPerson && (
            <>
              <ForeignText text={owner_name} /> ·{' '}
            </>
          )}
          {fullTime(at)}
          {stateOf(item)}
        </small>
      </span>
      {(!item.there || isPerson) && (
        <ActionButton
          label="Restore"
          about={shown}
          work={work}
          done={undefined}
          confirm={{
            title: 'Restore it?',
            text: isPerson
              ? `What ${shown} had in this backup and has no more comes back. Nothing that is there is changed.`
              : `${shown} comes back to ${owner_name} as it was in this backup.`,
            action: 'Restore',
          }}
        />
      )}
    </li>
  )
}

function stateOf({ there, has_bytes, expired }: Item): string {
  const bytes = has_bytes ? '' : ' · without its bytes'
  return `${there ? ' · is there' : ''}${expired ? ' · was over' : ''}${bytes}`
}

async function restore(name: string, kind: Kind, { id }: Item): Promise<void> {
  const params = { path: { name, kind, id } }
  toast(
    reportText(
      await read(api.POST('/admin/backups/{name}/contents/{kind}/{id}/restore', { params })),
    ),
  )
}

function reportText({ restored, lost, lost_names, stopped }: Report): string {
  const counts = Object.entries(restored).map(([kind, count]) => `${count} ${wordOf(kind)}`)
  const done = counts.length === 0 ? 'Nothing was restored.' : `Restored: ${counts.join(', ')}.`
  const without =
    lost === 0 ? '' : ` Without bytes: ${lost} (${lost_names.slice(0, 5).join(', ')}).`
  return `${done}${without}${stopped === null ? '' : ` ${stopped}`}`
}

function wordOf(kind: string): string {
  return (kind in KINDS ? KINDS[kindOf(kind)] : kind).toLowerCase()
}

function kindOf(text: string): Kind {
  return KIND_NAMES.find((kind) => kind === text) ?? 'users'
}
