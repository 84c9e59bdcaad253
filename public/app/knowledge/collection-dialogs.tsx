import { useSignal } from '@preact/signals'
import { boot } from '../../ui/boot.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { CheckBox, Form, TextField } from '../../ui/form.tsx'
import { changeCollection, createCollection } from './calls.ts'
import { m } from './messages/en.ts'
import { ShareMembers } from './share-members.tsx'
import type { Collection } from './types.ts'

const MAX_NAME_CHARACTERS = 200
const MAX_PATH_CHARACTERS = 4_096

interface CollectionDialogProps {
  /** The one that is changed; undefined for a new one. */
  collection?: Collection
  onDone: (collection: Collection) => void
  /** Called when it is shared with somebody else. */
  onChange?: () => void
  onClose: () => void
}

/** Name of a collection, and whether it is shared. */
export function CollectionDialog({ collection, onDone, onChange, onClose }: CollectionDialogProps) {
  const name = useSignal(collection?.name ?? '')
  const shared = useSignal(collection?.shared ?? false)
  const folder = useSignal('')
  const target = name.value.trim()
  return (
    <Dialog title={collection === undefined ? m.newCollection : m.settings} onClose={onClose}>
      <Form
        action={collection === undefined ? m.create : m.save}
        isUnchanged={
          target === '' || (target === collection?.name && shared.value === collection.shared)
        }
        onSubmit={async () => {
          const body = { name: target, shared: shared.value }
          const path = folder.value.trim()
          onDone(
            collection === undefined
              ? await createCollection(path === '' ? body : { ...body, folder: path })
              : await changeCollection(collection.id, body),
          )
          onClose()
        }}
        onCancel={onClose}
      >
        <TextField
          label={m.name}
          required
          maxLength={MAX_NAME_CHARACTERS}
          value={name.value}
          onInput={(value) => {
            name.value = value
          }}
        />
        {collection === undefined && boot.isAdmin && (
          <TextField
            label={m.folder}
            hint={m.folderHint}
            maxLength={MAX_PATH_CHARACTERS}
            value={folder.value}
            onInput={(value) => {
              folder.value = value
            }}
          />
        )}
        <CheckBox
          class="knowledge-shared"
          isChecked={shared.value}
          onChange={(isChecked) => {
            shared.value = isChecked
          }}
        >
          <span>
            {m.shareHere}
            <small class="hint">{m.shareHint}</small>
          </span>
        </CheckBox>
      </Form>
      {collection !== undefined && <ShareMembers collection={collection} onChange={onChange} />}
    </Dialog>
  )
}
