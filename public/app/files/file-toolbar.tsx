import { type Signal, useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { Confirm } from '../../ui/dialog.tsx'
import { bytes, plural } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { setQuery } from '../../ui/router.ts'
import type { StoredFile } from './types.ts'

const SEARCH_PAUSE_MS = 250
const MAX_SEARCH_CHARACTERS = 500

interface FileToolbarProps {
  search: string
  items: readonly StoredFile[]
  /** Tokens; undefined where nothing is selected. */
  selected: Signal<ReadonlySet<string> | undefined>
  onDelete: (tokens: readonly string[]) => void
}

/** Searches the stored files, and selects several. */
export function FileToolbar({ search, items, selected, onDelete }: FileToolbarProps) {
  if (selected.value !== undefined)
    return <Selection items={items} selected={selected} onDelete={onDelete} />
  if (items.length === 0 && search === '') return null
  return (
    <div class="file-toolbar">
      <Search search={search} />
      {items.length > 0 && (
        <button
          type="button"
          class="button"
          onClick={() => {
            selected.value = new Set()
          }}
        >
          Select
        </button>
      )}
    </div>
  )
}

function Search({ search }: { search: string }) {
  const text = useSignal(search)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => {
    // Another address was opened, such as that of all files.
    if (text.peek().trim() !== search) text.value = search
  }, [search])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      type="search"
      class="input"
      aria-label="Search by name"
      placeholder="Search by name"
      maxLength={MAX_SEARCH_CHARACTERS}
      value={text.value}
      onInput={({ currentTarget: { value } }) => {
        text.value = value
        clearTimeout(timer.current)
        timer.current = setTimeout(() => setQuery({ q: value.trim() }), SEARCH_PAUSE_MS)
      }}
    />
  )
}

function Selection({ items, selected, onDelete }: Omit<FileToolbarProps, 'search'>) {
  const isAsking = useSignal(false)
  const chosen = items.filter(({ token }) => selected.value?.has(token))
  const all = useRef<HTMLInputElement>(null)
  useEffect(() => all.current?.focus(), [])
  const size = bytes(chosen.reduce((sum, one) => sum + one.bytes, 0))
  return (
    <div class="file-toolbar">
      <label class="check file-all">
        <input
          ref={all}
          type="checkbox"
          aria-label="Select all shown"
          checked={chosen.length === items.length}
          onChange={({ currentTarget: { checked } }) => {
            selected.value = new Set(checked ? items.map(({ token }) => token) : [])
          }}
        />
        <span role="status">
          {chosen.length === 0 ? 'All shown' : `${plural(chosen.length, 'file')}, ${size}`}
        </span>
      </label>
      <button
        type="button"
        class="button danger"
        disabled={chosen.length === 0}
        onClick={() => {
          isAsking.value = true
        }}
      >
        <Icon name="trash" /> Delete
      </button>
      <button
        type="button"
        class="button"
        onClick={() => {
          selected.value = undefined
        }}
      >
        Done
      </button>
      {isAsking.value && (
        <Confirm
          title={`Delete ${plural(chosen.length, 'file')}?`}
          text="They are deleted for good, and their links are dead at once. This cannot be undone."
          action="Delete"
          onConfirm={() => {
            selected.value = undefined
            onDelete(chosen.map(({ token }) => token))
          }}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
    </div>
  )
}
