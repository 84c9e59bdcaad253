import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import { period } from '../../ui/format.ts'
import { Icon, MoreButton } from '../../ui/icon.tsx'
import { path } from '../../ui/router.ts'
import { Loading } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import { lazyPart, useLazy } from '../../ui/use-lazy.ts'
import { useIdle } from '../../ui/when-idle.ts'
import { Entries } from './conversation-entries.tsx'
import {
  closeList,
  conversations,
  isListOpen,
  type ListedConversation,
  leaving,
  listError,
  loadConversations,
  loadMoreConversations,
  selection,
} from './list-state.ts'
import './conversation-list.css'
import { m } from './messages/en.ts'

/** Where the list stands beside the conversation. Elsewhere it is drawn when there is nothing else to do. */
const BESIDE = '(min-width: 961px)'

/** All conversations with a search over their messages. */
export function ConversationList() {
  const query = useSignal('')
  const section = useRef<HTMLElement>(null)
  const isOpen = isListOpen.value
  const isDrawn = useIdle() || isOpen || window.matchMedia(BESIDE).matches
  useEffect(() => void loadConversations(), [])
  useLayoutEffect(() => {
    if (isOpen) section.current?.querySelector<HTMLElement>('.close')?.focus()
  }, [isOpen])
  return (
    // What is chosen in it closes it, here where that is shown already.
    <section
      ref={section}
      class="list"
      aria-label={m.conversations}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a')?.pathname === path.peek()) closeList()
      }}
      onKeyDown={({ key, target }) => {
        // One that is pressed in a dialog of the list closes that.
        if (key === 'Escape' && !(target instanceof Element && target.closest('dialog')))
          closeList()
      }}
    >
      <div class="list-head">
        <a class="button primary" href="/app/">
          <Icon name="plus" /> {m.newChat}
        </a>
        <ListMenu />
        <button
          type="button"
          class="button icon close"
          aria-label={m.closeList}
          onClick={closeList}
        >
          <Icon name="close" />
        </button>
      </div>
      <input
        class="input"
        type="search"
        aria-label={m.searchAll}
        placeholder={m.search}
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value
        }}
      />
      <div class="list-body">
        {!isDrawn ? null : query.value.trim() === '' ? (
          <All />
        ) : (
          <Search
            query={query.value.trim()}
            onFailed={() => {
              query.value = ''
            }}
          />
        )}
      </div>
      <Selection />
    </section>
  )
}

const listDialogs = lazyPart(() => import('./list-dialogs.tsx'))

/** A button with what can be done with the list, which is loaded when it is opened. */
function ListMenu() {
  const anchor = useSignal<Element | undefined>(undefined)
  const close = () => {
    anchor.value = undefined
  }
  const part = useLazy(listDialogs, anchor.value !== undefined, close)
  return (
    <>
      <MoreButton label={m.moreAboutList} anchor={anchor} isPlain={false} />
      {anchor.value !== undefined && part !== undefined && (
        <part.ListDialogs anchor={anchor.value} onClose={close} />
      )}
    </>
  )
}

const listBeside = lazyPart(() => import('./folder-list.tsx'))

function All() {
  const page = conversations.value
  const besideCount = page === undefined ? 0 : page.folders.length + page.shared
  const beside = useLazy(listBeside, besideCount > 0)
  if (page === undefined)
    return listError.value === undefined ? (
      <Loading label={m.loadingConversations} />
    ) : (
      <p class="quiet small" role="alert">
        {errorMessage(listError.value)}{' '}
        <button type="button" class="button" onClick={() => void loadConversations()}>
          {m.tryAgain}
        </button>
      </p>
    )
  if (
    page.folders.length + page.shared === 0 &&
    page.items.every(({ id }) => leaving.value.has(id))
  )
    return <p class="quiet small">{m.willBeHere}</p>
  const pinned = new Set(page.pinned.map(({ id }) => id))
  const stays = ({ id }: ListedConversation) => !leaving.value.has(id)
  const groups = Map.groupBy(
    page.items.filter((one) => !pinned.has(one.id) && stays(one)),
    ({ updated_at }) => period(updated_at),
  )
  return (
    <>
      <Group title={m.pinned} items={page.pinned.filter(stays)} />
      {beside && <beside.FolderList folders={page.folders} />}
      {[...groups].map(([title, items]) => (
        <Group key={title} title={title} items={items} />
      ))}
      {page.nextCursor !== null && (
        <button
          type="button"
          class="button plain"
          onClick={() => void attempt(loadMoreConversations)}
        >
          {m.showMore}
        </button>
      )}
      {beside && <beside.SharedList count={page.shared} />}
    </>
  )
}

interface GroupProps {
  title: string
  items: readonly ListedConversation[]
}

function Group({ title, items }: GroupProps) {
  if (items.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <Entries items={items} />
    </>
  )
}

const selectionBar = lazyPart(() => import('./selection-bar.tsx'))

/** Below the list while several are chosen. */
function Selection() {
  const selected = selection.value
  const stop = () => {
    selection.value = undefined
  }
  const part = useLazy(selectionBar, selected !== undefined, stop)
  return selected === undefined || part === undefined ? null : (
    <part.SelectionBar selected={selected} />
  )
}

const foundConversations = lazyPart(() => import('./found-conversations.tsx'))

interface SearchProps {
  query: string
  onFailed: () => void
}

/** What a search finds; loaded with the first one. */
function Search({ query, onFailed }: SearchProps) {
  const part = useLazy(foundConversations, true, onFailed)
  return part === undefined ? <Loading label={m.searching} /> : <part.Found query={query} />
}
