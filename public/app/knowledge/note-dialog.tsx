import { useSignal } from '@preact/signals'
import { useEffect, useId } from 'preact/hooks'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, TextField } from '../../ui/form.tsx'
import { useResource } from '../../ui/resource.ts'
import { Failed, Loading } from '../../ui/state.tsx'
import { addSources, changeNote, loadNote } from './calls.ts'
import { m } from './messages/en.ts'

const MAX_TITLE_CHARACTERS = 200
const MAX_TEXT_CHARACTERS = 200_000

interface NoteDialogProps {
  collection: string
  onDone: () => void
  onClose: () => void
}

/** Writes a note. */
export function NewNote({ collection, onDone, onClose }: NoteDialogProps) {
  return (
    <Dialog title={m.newNote} isWide onClose={onClose}>
      <NoteForm
        title=""
        text=""
        onClose={onClose}
        onSave={async (note) => {
          await addSources(collection, [{ note }])
          onDone()
        }}
      />
    </Dialog>
  )
}

interface ChangeNoteProps extends NoteDialogProps {
  source: string
  /** Whether it is only read. */
  isForeign: boolean
}

/** Shows a note, and changes it. */
export function ChangeNote({ collection, source, isForeign, onDone, onClose }: ChangeNoteProps) {
  const note = useResource((signal) => loadNote(collection, source, signal), [collection, source])
  const loaded = note.value.value
  const title = loaded.state === 'ready' && isForeign ? loaded.data.title : m.note
  return (
    <Dialog title={title} isWide onClose={onClose}>
      {loaded.state === 'loading' ? (
        <Loading label={m.loadingNote} />
      ) : loaded.state === 'failed' ? (
        <Failed error={loaded.error} retry={() => void note.reload()} />
      ) : isForeign ? (
        <p class="passage" dir="auto">
          {loaded.data.text}
        </p>
      ) : (
        <NoteForm
          title={loaded.data.title}
          text={loaded.data.text ?? ''}
          onClose={onClose}
          onSave={async (changed) => {
            await changeNote(collection, source, changed)
            onDone()
          }}
        />
      )}
    </Dialog>
  )
}

interface NoteFormProps {
  title: string
  text: string
  onSave: (note: { title: string; text: string }) => Promise<unknown>
  onClose: () => void
}

function NoteForm({ title, text, onSave, onClose }: NoteFormProps) {
  const next = useSignal({ title, text })
  const id = useId()
  useEffect(() => {
    next.value = { title, text }
  }, [title, text])
  const name = next.value.title.trim()
  return (
    <Form
      action={m.save}
      isUnchanged={name === '' || (name === title && next.value.text === text)}
      onSubmit={async () => {
        await onSave({ title: name, text: next.value.text })
        onClose()
      }}
      onCancel={onClose}
    >
      <TextField
        label={m.noteTitle}
        required
        maxLength={MAX_TITLE_CHARACTERS}
        value={next.value.title}
        onInput={(value) => {
          next.value = { ...next.value, title: value }
        }}
      />
      <div class="field">
        <label for={id}>{m.text}</label>
        <textarea
          id={id}
          class="input"
          rows={12}
          dir="auto"
          maxLength={MAX_TEXT_CHARACTERS}
          value={next.value.text}
          onInput={({ currentTarget }) => {
            next.value = { ...next.value, text: currentTarget.value }
          }}
        />
      </div>
    </Form>
  )
}
