import { type Signal, useSignal } from '@preact/signals'
import { Icon } from '../../ui/icon.tsx'
import { Empty, Tries } from '../../ui/state.tsx'
import type { FilePage } from './file-list-state.ts'
import { FileRow } from './file-row.tsx'
import type { StoredFile } from './types.ts'

interface FileListProps {
  page: FilePage
  search: string
  /** Tokens; undefined where nothing is selected. */
  selected: Signal<ReadonlySet<string> | undefined>
  onChange: (file: StoredFile) => void
  onDelete: (file: StoredFile) => void
  onMore: () => Promise<unknown>
}

/** Stored files, the newest first. */
export function FileList({ page, search, selected, onChange, onDelete, onMore }: FileListProps) {
  const isLoading = useSignal(false)
  const { items, nextCursor } = page
  if (items.length === 0) return <NoFiles search={search} />
  const select = ({ token }: StoredFile, isSelected: boolean) => {
    const next = new Set(selected.peek())
    if (isSelected) next.add(token)
    else next.delete(token)
    selected.value = next
  }
  return (
    <>
      <ul class="rows">
        {items.map((file) => (
          <FileRow
            key={file.token}
            file={file}
            isSelected={selected.value?.has(file.token)}
            onSelect={(isSelected) => select(file, isSelected)}
            onChange={onChange}
            onDelete={onDelete}
          />
        ))}
      </ul>
      {nextCursor !== null && (
        <button
          type="button"
          class="button list-end"
          disabled={isLoading.value}
          onClick={async () => {
            isLoading.value = true
            await onMore()
            isLoading.value = false
          }}
        >
          <Icon name="down" /> Show more
        </button>
      )}
      <p class="quiet small list-end">
        Whoever has the link of a file can open it, without signing in.
      </p>
    </>
  )
}

function NoFiles({ search }: { search: string }) {
  if (search !== '')
    return (
      <Empty icon="search" title="No file has this in its name">
        <a href="/app/files">Show all files</a>
      </Empty>
    )
  return (
    <Empty icon="files" title="No files yet">
      Upload one, and share it by its link. Whoever has the link can open the file, without signing
      in. What else can be done with a file:
      <Tries
        of={[
          { label: 'Ask about a document', href: '/app/', icon: 'chat' },
          { label: 'Transcribe a recording', href: '/app/transcribe', icon: 'microphone' },
          { label: 'Summarize a text', href: '/app/tasks/summarize', icon: 'tasks' },
        ]}
      />
    </Empty>
  )
}
