import { useSignal } from '@preact/signals'
import { Dialog } from '../../ui/dialog.tsx'
import { Form } from '../../ui/form.tsx'
import { plural } from '../../ui/format.ts'
import { useResource } from '../../ui/resource.ts'
import { Empty, Failed, Loading } from '../../ui/state.tsx'
import { loadFiles } from '../files/file-list-state.ts'
import { fileText } from '../files/file-text.ts'
import { addSources } from './calls.ts'

interface ChooseFilesProps {
  collection: string
  onAdded: (added: number) => void
  onClose: () => void
}

/** Adds files that are stored already. */
export function ChooseFiles({ collection, onAdded, onClose }: ChooseFilesProps) {
  const search = useSignal('')
  const chosen = useSignal<ReadonlySet<string>>(new Set())
  const files = useResource(
    (signal) => loadFiles(search.value.trim(), null, signal),
    [search.value.trim()],
  )
  const loaded = files.value.value
  const toggle = (token: string, isChosen: boolean) => {
    const next = new Set(chosen.peek())
    if (isChosen) next.add(token)
    else next.delete(token)
    chosen.value = next
  }
  const count = chosen.value.size
  return (
    <Dialog title="Add stored files" isWide onClose={onClose}>
      <Form
        action={count === 0 ? 'Add' : `Add ${plural(count, 'file')}`}
        isUnchanged={count === 0}
        onSubmit={async () => {
          onAdded(
            await addSources(
              collection,
              [...chosen.value].map((file) => ({ file })),
            ),
          )
          onClose()
        }}
        beside={
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
        }
      >
        <input
          type="search"
          class="input knowledge-search"
          aria-label="Search by name"
          placeholder="Search by name"
          maxLength={200}
          value={search.value}
          onInput={({ currentTarget }) => {
            search.value = currentTarget.value
          }}
        />
        {loaded.state === 'loading' ? (
          <Loading label="Loading the files" />
        ) : loaded.state === 'failed' ? (
          <Failed error={loaded.error} retry={() => void files.reload()} />
        ) : loaded.data.items.length === 0 ? (
          <Empty icon="files" title="No file is here">
            Upload one, or search for another name.
          </Empty>
        ) : (
          <ul class="rows chosen-files">
            {loaded.data.items.map((file) => (
              <li key={file.token}>
                <label class="row check">
                  <input
                    type="checkbox"
                    checked={chosen.value.has(file.token)}
                    onChange={({ currentTarget }) => toggle(file.token, currentTarget.checked)}
                  />
                  <span class="grow">
                    <span class="one-line" dir="auto">
                      {file.filename}
                    </span>
                    <small>{fileText(file)}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        )}
      </Form>
    </Dialog>
  )
}
