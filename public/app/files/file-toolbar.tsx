import { type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { AddressSearch } from '../../ui/address-search.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { bytes } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { m } from './messages/en.ts'
import type { StoredFile } from './types.ts'

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
      <AddressSearch search={search} label={m.searchByName} />
      {items.length > 0 && (
        <button
          type="button"
          class="button"
          onClick={() => {
            selected.value = new Set()
          }}
        >
          {m.select}
        </button>
      )}
    </div>
  )
}

function Selection({ items, selected, onDelete }: Omit<FileToolbarProps, 'search'>) {
  const isAsking = useSignal(false)
  const chosen = items.filter(({ token }) => selected.value?.has(token))
  const all = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => all.current?.focus(), [])
  const size = bytes(chosen.reduce((sum, one) => sum + one.bytes, 0))
  return (
    <div class="file-toolbar">
      <label class="check file-all">
        <input
          ref={all}
          type="checkbox"
          aria-label={m.selectAll}
          checked={chosen.length === items.length}
          onChange={({ currentTarget: { checked } }) => {
            selected.value = new Set(checked ? items.map(({ token }) => token) : [])
          }}
        />
        <span role="status">
          {chosen.length === 0 ? m.allShown : `${m.files(chosen.length)}, ${size}`}
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
        <Icon name="trash" /> {m.delete}
      </button>
      <button
        type="button"
        class="button"
        onClick={() => {
          selected.value = undefined
        }}
      >
        {m.done}
      </button>
      {isAsking.value && (
        <Confirm
          title={m.deleteFiles(chosen.length)}
          text={m.deleteFilesText}
          action={m.delete}
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
