import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { fill } from '../../ui/fill.ts'
import { fullTime } from '../../ui/format.ts'
import { LOCALE } from '../../ui/locale.ts'
import { toast } from '../../ui/toast.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ShowLive } from '../shared/live.tsx'
import { ForeignText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import { m } from './messages/en.ts'

type Item = components['schemas']['BackupItem']
type Report = components['schemas']['RestoreReport']
type Kind = keyof typeof KINDS

const KINDS = m.kinds
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
    <section class="card stack" aria-label={m.insideOne(name)}>
      <div class="actions">
        <span class="grow-text">{fill(m.inside, { name: <bdi class="mono">{name}</bdi> })}</span>
        <button type="button" class="button" onClick={onClose}>
          {m.close}
        </button>
      </div>
      <search class="filters">
        <label>
          <span>{m.what}</span>
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
          <span>{m.search}</span>
          <input
            class="input"
            type="search"
            maxLength={200}
            placeholder={m.nameOrWords}
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
            <p class="quiet">{m.nothingFound}</p>
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
  const shown = title === '' ? m.untitled : title
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
          label={m.restore}
          about={shown}
          work={work}
          done={undefined}
          confirm={{
            title: m.restoreThis,
            text: isPerson ? m.restorePerson(shown) : m.restoreOne(shown, owner_name),
            action: m.restore,
          }}
        />
      )}
    </li>
  )
}

function stateOf({ there, has_bytes, expired }: Item): string {
  return [there && m.isThere, expired && m.wasOver, !has_bytes && m.withoutBytes]
    .map((text) => (text === false ? '' : ` · ${text}`))
    .join('')
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
  const done = counts.length === 0 ? m.nothingRestored : m.restored(counts.join(', '))
  const without = lost === 0 ? '' : m.lost(lost, lost_names.slice(0, 5).join(', '))
  return `${done}${without}${stopped === null ? '' : ` ${stopped}`}`
}

function wordOf(kind: string): string {
  const word = kind in KINDS ? KINDS[kindOf(kind)] : kind
  // Nouns keep their capital in German.
  return LOCALE.startsWith('de') ? word : word.toLowerCase()
}

function kindOf(text: string): Kind {
  return KIND_NAMES.find((kind) => kind === text) ?? 'users'
}
