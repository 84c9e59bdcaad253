import { useSignal } from '@preact/signals'
import { Confirm } from '../../ui/dialog.tsx'
import { Icon, IconButton } from '../../ui/icon.tsx'
import { attempt } from '../../ui/toast.tsx'
import { readAgain, removeSource } from './calls.ts'
import { KINDS, sourceFacts } from './knowledge-text.ts'
import { m } from './messages/en.ts'
import { ChangeNote } from './note-dialog.tsx'
import type { Source } from './types.ts'

interface SourceRowProps {
  collection: string
  source: Source
  /** Whether it is somebody else's, and so is only read. */
  isForeign: boolean
  onChange: () => void
}

/** A source of a collection with its state. */
export function SourceRow({ collection, source, isForeign, onChange }: SourceRowProps) {
  const { id, kind, title, state } = source
  const open = useSignal<'note' | 'remove' | undefined>(undefined)
  const close = () => {
    open.value = undefined
  }
  return (
    <li class="row knowledge-row">
      <Icon name={state === 'failed' ? 'warning' : KINDS[kind].icon} />
      <span class="grow">
        {kind === 'note' ? (
          <button
            type="button"
            class="button plain one-line knowledge-name"
            dir="auto"
            onClick={() => {
              open.value = 'note'
            }}
          >
            {title}
          </button>
        ) : (
          <span class="one-line knowledge-name" dir="auto" title={title}>
            {title}
          </span>
        )}
        <small>{sourceFacts(source)}</small>
      </span>
      {!isForeign && (
        <span class="actions beside">
          {(state === 'failed' || (kind === 'page' && state === 'ready')) && (
            <IconButton
              icon="again"
              label={m.readAgainOne(title)}
              title={m.readAgain}
              onPress={() =>
                void attempt(async () => {
                  await readAgain(collection, id)
                  onChange()
                })
              }
            />
          )}
          {kind !== 'local_file' && (
            <IconButton
              icon="trash"
              label={m.removeOne(title)}
              title={m.remove}
              onPress={() => {
                open.value = 'remove'
              }}
            />
          )}
        </span>
      )}
      {open.value === 'note' && (
        <ChangeNote
          collection={collection}
          source={id}
          isForeign={isForeign}
          onDone={onChange}
          onClose={close}
        />
      )}
      {open.value === 'remove' && (
        <Confirm
          title={kind === 'note' ? m.deleteNote : m.removeThis}
          text={kind === 'note' ? m.deleteNoteText(title) : m.removeText(title)}
          action={kind === 'note' ? m.delete : m.remove}
          onClose={close}
          onConfirm={() =>
            void attempt(async () => {
              await removeSource(collection, id)
              onChange()
            })
          }
        />
      )}
    </li>
  )
}
