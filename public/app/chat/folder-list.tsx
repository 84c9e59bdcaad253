import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { api, read } from '../../ui/api.ts'
import { Icon, MoreButton } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { path } from '../../ui/router.ts'
import { Loading } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import { changeConversations } from './conversation-actions.ts'
import { Entries } from './conversation-entries.tsx'
import { changeFolder } from './folder-actions.ts'
import { FolderDialogs } from './folder-dialogs.tsx'
import {
  conversations,
  dragged,
  type Folder,
  type ListedConversation,
  leaving,
  PAGE_SIZE,
  selection,
} from './list-state.ts'
import './folder-list.css'
import { m } from './parts/messages/en.ts'
import { titleOf } from './title.ts'

/** Folders with the conversations in them, which also take those that are dragged to them. */
export function FolderList({ folders }: { folders: readonly Folder[] }) {
  useEffect(() => {
    const end = () => {
      dragged.value = []
    }
    window.addEventListener('dragend', end)
    return () => window.removeEventListener('dragend', end)
  }, [])
  const isInside = useSignal(false)
  useEffect(
    () =>
      dragged.subscribe((items) => {
        // The browser gives up a drag whose beginning moves what is dragged.
        setTimeout(() => {
          isInside.value = items.some(({ folder_id }) => folder_id !== null)
        })
      }),
    [],
  )
  return (
    <>
      {folders.length > 0 && <h2>{m.folders}</h2>}
      {folders.map((folder) => (
        <OneFolder key={folder.id} folder={folder} />
      ))}
      {isInside.value && (
        <DropTarget id={null}>
          <p class="folder-out quiet small">{m.dropToUnfile}</p>
        </DropTarget>
      )}
    </>
  )
}

interface DropTargetProps {
  /** Of the folder; null for none. */
  id: string | null
  children: ComponentChildren
}

function DropTarget({ id, children }: DropTargetProps) {
  const isOver = useSignal(false)
  const items = dragged.value.filter(({ folder_id }) => folder_id !== id)
  return (
    // What is dragged by a mouse is moved by the menu on the keyboard.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      class={isOver.value ? 'folder over' : 'folder'}
      onDragOver={(event) => {
        if (items.length === 0) return
        event.preventDefault()
        isOver.value = true
      }}
      onDragLeave={({ relatedTarget, currentTarget }) => {
        isOver.value = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
      }}
      onDrop={(event) => {
        isOver.value = false
        if (items.length === 0) return
        event.preventDefault()
        dragged.value = []
        selection.value = undefined
        void changeConversations(
          items.map((one) => one.id),
          { folder_id: id },
        )
      }}
    >
      {children}
    </div>
  )
}

function OneFolder({ folder }: { folder: Folder }) {
  const anchor = useSignal<Element | undefined>(undefined)
  const { id, name, open, conversations: count } = folder
  return (
    <DropTarget id={id}>
      <div class="entry-line">
        <button
          type="button"
          class="entry folder-name"
          aria-expanded={open}
          onClick={() => changeFolder(id, { open: !open })}
        >
          <Icon name={open ? 'down' : 'right'} />
          <span dir="auto">{name}</span>
          <small>{count}</small>
        </button>
        <MoreButton label={m.moreAboutFolder(name)} anchor={anchor} />
      </div>
      {anchor.value !== undefined && (
        <FolderDialogs
          folder={folder}
          anchor={anchor.value}
          onClose={() => {
            anchor.value = undefined
          }}
        />
      )}
      {open && <Contents id={id} />}
    </DropTarget>
  )
}

/** What is in an open folder; loaded again with the list. */
function Contents({ id }: { id: string }) {
  const page = useSignal<
    { items: readonly ListedConversation[]; nextCursor: string | null } | undefined
  >(undefined)
  const load = async (cursor: string | undefined) => {
    const query = { limit: PAGE_SIZE, folder: id, ...(cursor === undefined ? {} : { cursor }) }
    const next = await read(api.GET('/api/conversations', { params: { query } }))
    const before = cursor === undefined ? [] : (page.peek()?.items ?? [])
    page.value = { items: [...before, ...next.items], nextCursor: next.next_cursor }
  }
  const list = conversations.value?.items
  useEffect(() => void attempt(() => load(undefined)), [list])
  if (page.value === undefined) return <Loading label={m.loadingFolder} />
  const { items, nextCursor } = page.value
  return (
    <div class="folder-contents">
      {items.length === 0 && <p class="quiet small">{m.dragHere}</p>}
      <Entries items={items.filter((one) => !leaving.value.has(one.id))} />
      {nextCursor !== null && (
        <button
          type="button"
          class="button plain"
          onClick={() => void attempt(() => load(nextCursor))}
        >
          {m.showMore}
        </button>
      )}
    </div>
  )
}

/** What other members share, below the own conversations. */
export function SharedList({ count }: { count: number }) {
  const list = useResource(
    (signal) => read(api.GET('/api/shared-conversations', { signal })),
    [count],
  ).value.value
  if (list.state !== 'ready' || list.data.items.length === 0) return null
  return (
    <>
      <h2>{m.sharedWithMe}</h2>
      <ul>
        {list.data.items.map(({ id, title, from, from_primary: isOwner }) => (
          <li key={id}>
            <a
              class="entry"
              href={`/app/s/${id}`}
              aria-current={path.value === `/app/s/${id}` ? 'page' : undefined}
            >
              <span dir="auto">{titleOf({ title })}</span>
              {from !== null && <small dir="auto">{isOwner ? m.theOwner : from}</small>}
            </a>
          </li>
        ))}
      </ul>
    </>
  )
}
