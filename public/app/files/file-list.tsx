import type { Signal } from '@preact/signals'
import { ShowMore } from '../../ui/show-more.tsx'
import { Empty, Tries } from '../../ui/state.tsx'
import type { FilePage } from './file-list-state.ts'
import { FileRow } from './file-row.tsx'
import { m } from './messages/en.ts'
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
      {nextCursor !== null && <ShowMore onMore={onMore} />}
      <p class="quiet small list-end">{m.whoeverHasLink}</p>
    </>
  )
}

function NoFiles({ search }: { search: string }) {
  if (search !== '')
    return (
      <Empty icon="search" title={m.noneFound}>
        <a href="/app/files">{m.showAll}</a>
      </Empty>
    )
  return (
    <Empty icon="files" title={m.noFiles}>
      {m.noFilesText}
      <Tries
        of={[
          { label: m.askDocument, href: '/app/', icon: 'chat' },
          { label: m.transcribeRecording, href: '/app/transcribe', icon: 'microphone' },
          { label: m.summarize, href: '/app/tasks/summarize', icon: 'tasks' },
        ]}
      />
    </Empty>
  )
}
