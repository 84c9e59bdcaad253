import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { errorMessage } from '../../ui/api.ts'
import { period } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { Loading } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
import {
  conversations,
  type ListedConversation,
  listError,
  loadConversations,
  loadMoreConversations,
  searchConversations,
} from './list-state.ts'
import { targetMessage } from './target-message.ts'
import { titleOf } from './title.ts'
import './conversation-list.css'

const SEARCH_PAUSE_MS = 200

interface ConversationListProps {
  /** Id of the one that is open. */
  current: string | undefined
  /** Whether it covers the conversation. */
  isOpen: boolean
  onClose: () => void
}

/** All conversations with a search over their messages. */
export function ConversationList({ current, isOpen, onClose }: ConversationListProps) {
  const query = useSignal('')
  const section = useRef<HTMLElement>(null)
  useEffect(() => void loadConversations(), [])
  useLayoutEffect(() => {
    if (isOpen) section.current?.querySelector<HTMLElement>('.close')?.focus()
  }, [isOpen])
  return (
    // What is chosen in it closes it, also where that is shown already.
    <section
      ref={section}
      class="list"
      aria-label="Conversations"
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('a') !== null) onClose()
      }}
      onKeyDown={({ key }) => {
        if (key === 'Escape') onClose()
      }}
    >
      <div class="list-head">
        <a class="button primary" href="/app/">
          <Icon name="plus" /> New chat
        </a>
        <button
          type="button"
          class="button icon close"
          aria-label="Close the list"
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <input
        class="input"
        type="search"
        aria-label="Search in all conversations"
        placeholder="Search"
        value={query.value}
        onInput={(event) => {
          query.value = event.currentTarget.value
        }}
      />
      <div class="list-body">
        {query.value.trim() === '' ? (
          <All current={current} />
        ) : (
          <Found query={query.value.trim()} current={current} />
        )}
      </div>
    </section>
  )
}

function All({ current }: { current: string | undefined }) {
  const page = conversations.value
  if (page === undefined)
    return listError.value === undefined ? (
      <Loading label="Loading conversations" />
    ) : (
      <p class="quiet small" role="alert">
        {errorMessage(listError.value)}{' '}
        <button type="button" class="button" onClick={() => void loadConversations()}>
          Try again
        </button>
      </p>
    )
  if (page.items.length === 0) return <p class="quiet small">Your conversations will be here.</p>
  const pinned = new Set(page.pinned.map(({ id }) => id))
  const groups = Map.groupBy(
    page.items.filter(({ id }) => !pinned.has(id)),
    ({ updated_at }) => period(updated_at),
  )
  return (
    <>
      <Group title="Pinned" items={page.pinned} current={current} />
      {[...groups].map(([title, items]) => (
        <Group key={title} title={title} items={items} current={current} />
      ))}
      {page.nextCursor !== null && (
        <button
          type="button"
          class="button plain"
          onClick={() => void attempt(loadMoreConversations)}
        >
          Show more
        </button>
      )}
    </>
  )
}

interface GroupProps {
  title: string
  items: readonly ListedConversation[]
  current: string | undefined
}

function Group({ title, items, current }: GroupProps) {
  if (items.length === 0) return null
  return (
    <>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item.id}>
            <Entry item={item} current={current} />
          </li>
        ))}
      </ul>
    </>
  )
}

interface EntryProps {
  item: ListedConversation
  current: string | undefined
  /** What was searched for. */
  query?: string
}

function Entry({ item: { id, title, match }, current, query = '' }: EntryProps) {
  const isCurrent =
    id === current && (match === undefined || match.message_id === targetMessage.value)
  return (
    <a
      class="entry"
      href={`/app/c/${id}${match === undefined ? '' : `?message=${match.message_id}`}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      <span dir="auto">{titleOf({ title })}</span>
      {match !== undefined && (
        <small dir="auto">
          {markTerms(match.excerpt, query).map(({ text, isFound }, index) =>
            isFound ? <mark key={index}>{text}</mark> : text,
          )}
        </small>
      )}
    </a>
  )
}

/** What a search finds, a moment after the last letter. */
function Found({ query, current }: { query: string; current: string | undefined }) {
  const found = useSignal<readonly ListedConversation[] | undefined>(undefined)
  const error = useSignal<unknown>(undefined)
  const latest = useRef(query)
  latest.current = query
  useEffect(() => {
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      try {
        found.value = await searchConversations(query, abort.signal)
        error.value = undefined
      } catch (cause) {
        if (!abort.signal.aborted) error.value = cause
      }
    }, SEARCH_PAUSE_MS)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [query])
  if (error.value !== undefined)
    return (
      <p class="quiet small" role="alert">
        {errorMessage(error.value)}
      </p>
    )
  return (
    <>
      <p class="quiet small found" role="status">
        {foundText(found.value?.length)}
      </p>
      <ul>
        {found.value?.map((item) => (
          <li key={item.match?.message_id ?? item.id}>
            <Entry item={item} current={current} query={query} />
          </li>
        ))}
      </ul>
    </>
  )
}

function foundText(count: number | undefined): string {
  if (count === undefined) return 'Searching'
  return count === 0 ? 'No message has all these words.' : `${count} found`
}

/**
 * A text in pieces, in which the words of a search start their own.
 *
 * @returns All of the text, in its order
 */
function markTerms(text: string, query: string): { text: string; isFound: boolean }[] {
  const terms = query.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  if (terms.length === 0) return [{ text, isFound: false }]
  // Letters, marks and digits need no escape.
  const pattern = new RegExp(`(${terms.toSorted((a, b) => b.length - a.length).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((piece, index) => ({ text: piece, isFound: index % 2 === 1 }))
    .filter((piece) => piece.text !== '')
}
