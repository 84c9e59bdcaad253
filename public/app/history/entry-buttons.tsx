import { useSignal } from '@preact/signals'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Form, TextField } from '../../ui/form.tsx'
import { Icon, IconButton } from '../../ui/icon.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { changeEntry, deleteEntry } from './calls.ts'
import { m } from './messages/en.ts'
import type { HistoryItem, HistoryKind } from './types.ts'

/** Of the service. */
const MAX_TITLE_CHARACTERS = 200

interface KeepButtonProps {
  item: Pick<HistoryItem, 'id' | 'title' | 'keep'>
  /** What it does to an entry that is not kept. */
  hint: string
  onChange: (item: HistoryItem) => void
}

/** Keeps an entry, or no longer. */
export function KeepButton({ item: { id, title, keep }, hint, onChange }: KeepButtonProps) {
  return (
    <button
      type="button"
      class="button plain icon"
      aria-pressed={keep}
      aria-label={m.keep(title)}
      title={keep ? m.keptUntil : hint}
      onClick={() => void attempt(async () => onChange(await changeEntry(id, { keep: !keep })))}
    >
      <Icon name="pin" />
    </button>
  )
}

interface RenameButtonProps {
  id: string
  title: string
  label: string
  /** Beside those of every button. */
  class?: string
  onChange: (item: HistoryItem) => void
}

/** Gives an entry another title. */
export function RenameButton({
  id,
  title,
  label,
  class: classes = '',
  onChange,
}: RenameButtonProps) {
  const isOpen = useSignal(false)
  const close = () => {
    isOpen.value = false
  }
  return (
    <>
      <button
        type="button"
        class={`button plain icon ${classes}`.trim()}
        aria-label={label}
        title={m.rename}
        onClick={() => {
          isOpen.value = true
        }}
      >
        <Icon name="edit" />
      </button>
      {isOpen.value && <RenameDialog id={id} title={title} onClose={close} onChange={onChange} />}
    </>
  )
}

function RenameDialog({
  id,
  title,
  onClose,
  onChange,
}: Pick<RenameButtonProps, 'id' | 'title' | 'onChange'> & { onClose: () => void }) {
  const next = useSignal(title)
  const target = next.value.trim()
  return (
    <Dialog title={m.rename} onClose={onClose}>
      <Form
        action={m.save}
        isUnchanged={target === '' || target === title}
        onSubmit={async () => {
          onChange(await changeEntry(id, { title: target }))
          onClose()
        }}
        onCancel={onClose}
      >
        <TextField
          label={m.titleField}
          required
          maxLength={MAX_TITLE_CHARACTERS}
          value={next.value}
          onInput={(value) => {
            next.value = value
          }}
        />
      </Form>
    </Dialog>
  )
}

interface DeleteButtonProps {
  item: Pick<HistoryItem, 'id' | 'title'>
  kind: HistoryKind
  /** What is said before it is deleted. */
  text: string
  onGone: () => void
}

/** Deletes an entry, after a question. */
export function DeleteButton({ item: { id, title }, kind, text, onGone }: DeleteButtonProps) {
  const isAsking = useSignal(false)
  return (
    <>
      <IconButton
        icon="trash"
        label={m.deleteOne(title)}
        title={m.delete}
        onPress={() => {
          isAsking.value = true
        }}
      />
      {isAsking.value && (
        <Confirm
          title={m.deleteThis[kind]}
          text={text}
          action={m.delete}
          onClose={() => {
            isAsking.value = false
          }}
          onConfirm={() =>
            void attempt(async () => {
              await deleteEntry(id)
              onGone()
              toast(m.isDeleted[kind])
            })
          }
        />
      )}
    </>
  )
}
