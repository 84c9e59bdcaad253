import { useSignal } from '@preact/signals'
import { useId, useLayoutEffect } from 'preact/hooks'
import { ApiError } from '../../ui/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Form, TextField } from '../../ui/form.tsx'
import { useResource } from '../../ui/resource.ts'
import { Failed, Loading } from '../../ui/state.tsx'
import { attempt } from '../../ui/toast.tsx'
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
          onSave={async (changed, how) => {
            const { version } = loaded.data
            if (how === 'new') await addSources(collection, [{ note: changed }])
            else if (how === 'replace' || version === null)
              await changeNote(collection, source, changed)
            else await changeNote(collection, source, { ...changed, version })
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
  /** @throws {ApiError} `conflict` where the note was changed elsewhere, and `how` is `save` */
  onSave: (
    note: { title: string; text: string },
    how: 'save' | 'new' | 'replace',
  ) => Promise<unknown>
  onClose: () => void
}

function NoteForm({ title, text, onSave, onClose }: NoteFormProps) {
  const next = useSignal({ title, text })
  const isOutdated = useSignal(false)
  const isSaving = useSignal(false)
  const id = useId()
  // Before anything can be typed, which it would take back.
  useLayoutEffect(() => {
    next.value = { title, text }
  }, [title, text])
  const name = next.value.title.trim()
  const save = async (how: 'save' | 'new' | 'replace') => {
    await onSave({ title: name, text: next.value.text }, how)
    onClose()
  }
  const choose = (how: 'new' | 'replace') =>
    attempt(async () => {
      isSaving.value = true
      try {
        await save(how)
      } finally {
        isSaving.value = false
      }
    })
  return (
    <Form
      action={m.save}
      isUnchanged={name === '' || (name === title && next.value.text === text)}
      onSubmit={async () => {
        isOutdated.value = false
        try {
          await save('save')
        } catch (error) {
          if (!(error instanceof ApiError && error.code === 'conflict')) throw error
          isOutdated.value = true
        }
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
      {isOutdated.value && (
        <div class="notice bad error-notice" role="alert">
          <p>{m.noteChanged}</p>
          <div class="actions">
            <button
              type="button"
              class="button"
              disabled={isSaving.value}
              onClick={() => void choose('new')}
            >
              {m.saveAsNew}
            </button>
            <button
              type="button"
              class="button"
              disabled={isSaving.value}
              onClick={() => void choose('replace')}
            >
              {m.replaceNote}
            </button>
          </div>
        </div>
      )}
    </Form>
  )
}
