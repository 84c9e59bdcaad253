import { useSignal } from '@preact/signals'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Form, TextField } from '../../ui/form.tsx'
import { Icon } from '../../ui/icon.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { changeEntry, deleteEntry } from './calls.ts'
import { KINDS } from './history-words.ts'
import type { HistoryItem } from './types.ts'

/** Of the service. */
const MAX_TITLE_CHARACTERS = 200

interface EntryActionsProps {
  item: HistoryItem
  /** Whether there is little room: then a phone shows less. */
  isRow?: boolean
  onChange: (item: HistoryItem) => void
  onGone: () => void
}

/** Keeps, renames and deletes an entry. */
export function EntryActions({ item, isRow = false, onChange, onGone }: EntryActionsProps) {
  const open = useSignal<'rename' | 'delete' | undefined>(undefined)
  const { id, title, keep, kind } = item
  const close = () => {
    open.value = undefined
  }
  return (
    <span class="actions beside">
      {/* Transcripts and translations stay by themselves. */}
      {(kind === 'speech' || !keep) && (
        <button
          type="button"
          class="button plain icon"
          aria-pressed={keep}
          aria-label={`Keep ${title}`}
          title={keep ? 'Kept until you delete it' : 'Keep it until you delete it'}
          onClick={() => void attempt(async () => onChange(await changeEntry(id, { keep: !keep })))}
        >
          <Icon name="pin" />
        </button>
      )}
      <button
        type="button"
        class={`button plain icon${isRow ? ' wide-only' : ''}`}
        aria-label={`Rename ${title}`}
        title="Rename"
        onClick={() => {
          open.value = 'rename'
        }}
      >
        <Icon name="edit" />
      </button>
      <button
        type="button"
        class="button plain icon"
        aria-label={`Delete ${title}`}
        title="Delete"
        onClick={() => {
          open.value = 'delete'
        }}
      >
        <Icon name="trash" />
      </button>
      {open.value === 'rename' && <Rename item={item} onClose={close} onChange={onChange} />}
      {open.value === 'delete' && (
        <Confirm
          title={`Delete this ${KINDS[kind].one.toLowerCase()}?`}
          text={`“${title}” is deleted for good${kind === 'speech' ? ', and its link stops working' : ''}. This cannot be undone.`}
          action="Delete"
          onClose={close}
          onConfirm={() =>
            void attempt(async () => {
              await deleteEntry(id)
              onGone()
              toast(`The ${KINDS[kind].one.toLowerCase()} is deleted`)
            })
          }
        />
      )}
    </span>
  )
}

function Rename({
  item,
  onClose,
  onChange,
}: Pick<EntryActionsProps, 'item' | 'onChange'> & { onClose: () => void }) {
  const title = useSignal(item.title)
  return (
    <Dialog title="Rename" onClose={onClose}>
      <Form
        action="Save"
        isUnchanged={title.value.trim() === '' || title.value.trim() === item.title}
        onSubmit={async () => {
          onChange(await changeEntry(item.id, { title: title.value.trim() }))
          onClose()
        }}
        beside={
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
        }
      >
        <TextField
          label="Title"
          required
          maxLength={MAX_TITLE_CHARACTERS}
          value={title.value}
          onInput={(value) => {
            title.value = value
          }}
        />
      </Form>
    </Dialog>
  )
}
