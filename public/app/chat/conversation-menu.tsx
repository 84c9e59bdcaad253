import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { api, read, send } from '../../ui/api.ts'
import { Confirm, Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { followUp } from '../../ui/router.ts'
import { attempt } from '../../ui/toast.tsx'
import { loadConversations } from './list-state.ts'
import { titleOf } from './title.ts'
import type { Conversation } from './types.ts'

/** Rename, pin, export, delete. */
export function ConversationMenu({ conversation }: { conversation: Conversation }) {
  const open = useSignal<'menu' | 'rename' | 'delete' | undefined>(undefined)
  const close = () => {
    open.value = undefined
  }
  const { id, title, pinned } = conversation
  const params = { path: { id } }
  const change = (body: { title?: string; pinned?: boolean }) =>
    // The list follows the event of the change.
    attempt(() => read(api.PATCH('/api/conversations/{id}', { params, body })))
  const remove = () =>
    attempt(async () => {
      const next = followUp()
      await send(api.DELETE('/api/conversations/{id}', { params }))
      next('/app/')
      await loadConversations()
    })
  return (
    <>
      <button
        type="button"
        class="button plain icon"
        aria-label="More about this conversation"
        aria-haspopup="dialog"
        onClick={() => {
          open.value = 'menu'
        }}
      >
        <Icon name="more" />
      </button>
      {open.value === 'menu' && (
        <Dialog title={titleOf(conversation)} onClose={close}>
          <ul class="menu">
            <li>
              <button
                type="button"
                onClick={() => {
                  open.value = 'rename'
                }}
              >
                <Icon name="edit" /> Rename
              </button>
            </li>
            <li>
              <button
                type="button"
                onClick={() => {
                  close()
                  void change({ pinned: !pinned })
                }}
              >
                <Icon name="pin" /> {pinned ? 'Remove the pin' : 'Pin'}
              </button>
            </li>
            <li>
              <a href={`/api/conversations/${id}/export`} download>
                <Icon name="download" /> Save as Markdown
              </a>
            </li>
            <li>
              <a href={`/api/conversations/${id}/export?format=json`} download>
                <Icon name="download" /> Save as JSON
              </a>
            </li>
            <li>
              <button
                type="button"
                class="danger"
                onClick={() => {
                  open.value = 'delete'
                }}
              >
                <Icon name="trash" /> Delete
              </button>
            </li>
          </ul>
        </Dialog>
      )}
      {open.value === 'rename' && (
        <Rename title={title} onClose={close} onRename={(next) => void change({ title: next })} />
      )}
      {open.value === 'delete' && (
        <Confirm
          title="Delete this conversation?"
          text="All its messages are deleted for good. This cannot be undone."
          action="Delete"
          onConfirm={() => void remove()}
          onClose={close}
        />
      )}
    </>
  )
}

interface RenameProps {
  title: string
  onClose: () => void
  onRename: (title: string) => void
}

function Rename({ title, onClose, onRename }: RenameProps) {
  const input = useRef<HTMLInputElement>(null)
  // Before the next key can be pressed.
  useLayoutEffect(() => input.current?.select(), [])
  return (
    <Dialog title="Rename" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          const next = input.current?.value.trim() ?? ''
          if (next !== '') onRename(next)
          onClose()
        }}
      >
        <label class="field">
          <span>Title</span>
          <input ref={input} class="input" maxLength={200} defaultValue={title} dir="auto" />
        </label>
        <div class="actions">
          <button type="submit" class="button primary">
            Save
          </button>
          <button type="button" class="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </Dialog>
  )
}
