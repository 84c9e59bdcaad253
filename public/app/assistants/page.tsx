import { useSignal } from '@preact/signals'
import { api, read, send } from '../../ui/api.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import type { PageProps } from '../../ui/page.ts'
import { useResource } from '../../ui/resource.ts'
import { query } from '../../ui/router.ts'
import { Empty, Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { AssistantForm } from './assistant-form.tsx'
import { loadAssistants } from './calls.ts'
import { Picture } from './picture.tsx'
import type { Assistant } from './types.ts'
import './page.css'

const NEW = 'new'

/** Assistants: all of them, or one that is made or changed. */
export function Page({ params: { id } }: PageProps) {
  return id === undefined ? <List /> : <One key={id} id={id} />
}

function List() {
  const known = useResource((signal) => loadAssistants(signal))
  const add = (
    <a class="button primary" href={`/app/assistants/${NEW}`}>
      <Icon name="plus" /> New assistant
    </a>
  )
  return (
    <PageLayout title="Assistants" side={add}>
      <Show of={known}>
        {({ items }) => {
          const own = items.filter(({ house }) => !house)
          const shared = items.filter(({ house }) => house)
          const reload = () => void known.reload()
          if (items.length === 0)
            return (
              <Empty icon="assistant" title="There is no assistant yet">
                An assistant is a model with instructions of yours and tools: a cook, a tutor for
                Latin, a proofreader. Choose it with / in a chat, or use it from any app.
              </Empty>
            )
          return (
            <>
              {own.length > 0 && (
                <>
                  <h2 class="section">Yours</h2>
                  <Rows of={own} onChanged={reload} />
                </>
              )}
              {shared.length > 0 && (
                <>
                  <h2 class="section">For everyone here</h2>
                  <Rows of={shared} onChanged={reload} />
                </>
              )}
            </>
          )
        }}
      </Show>
    </PageLayout>
  )
}

function Rows({ of, onChanged }: { of: readonly Assistant[]; onChanged: () => void }) {
  return (
    <ul class="rows">
      {of.map((one) => (
        <li key={one.id} class="row assistant-row">
          <Picture of={one} />
          <span class="grow">
            <strong dir="auto">{one.name}</strong>
            <small class="clamp" dir="auto">
              {one.instructions || 'No instructions'}
            </small>
          </span>
          <a class="button" href={`/app/?assistant=${one.id}`}>
            Chat
          </a>
          <Menu of={one} onChanged={onChanged} />
        </li>
      ))}
    </ul>
  )
}

/** What can be done with an assistant. */
function Menu({ of: one, onChanged }: { of: Assistant; onChanged: () => void }) {
  const anchor = useSignal<Element | undefined>(undefined)
  const isDeleting = useSignal(false)
  const close = () => {
    anchor.value = undefined
    isDeleting.value = false
  }
  const remove = async () => {
    const params = { path: { id: one.id } }
    const isDone = await attempt(() => send(api.DELETE('/api/assistants/{id}', { params })))
    close()
    if (!isDone) return
    toast(`${one.name} was deleted`)
    onChanged()
  }
  return (
    <>
      <button
        type="button"
        class="button plain icon"
        aria-label={`More about ${one.name}`}
        aria-haspopup="dialog"
        aria-expanded={anchor.value !== undefined}
        onClick={({ currentTarget }) => {
          anchor.value = currentTarget
        }}
      >
        <Icon name="more" />
      </button>
      {anchor.value !== undefined && !isDeleting.value && (
        <Dialog title={one.name} anchor={anchor.value} onClose={close}>
          <ul class="menu">
            {one.can_change && (
              <li>
                <a href={`/app/assistants/${one.id}`}>
                  <Icon name="edit" /> Change
                </a>
              </li>
            )}
            <li>
              <a href={`/app/assistants/${NEW}?from=${one.id}`}>
                <Icon name="copy" /> Duplicate
              </a>
            </li>
            {one.can_change && (
              <li>
                <button
                  type="button"
                  class="danger"
                  onClick={() => {
                    isDeleting.value = true
                  }}
                >
                  <Icon name="trash" /> Delete
                </button>
              </li>
            )}
          </ul>
        </Dialog>
      )}
      {isDeleting.value && (
        <Dialog title="Delete this assistant?" onClose={close}>
          <p>
            {one.name} is gone for good. Conversations with it stay, and continue without its
            instructions.
          </p>
          <div class="actions">
            <button type="button" class="button primary" onClick={() => void remove()}>
              Delete
            </button>
            <button type="button" class="button" onClick={close}>
              Cancel
            </button>
          </div>
        </Dialog>
      )}
    </>
  )
}

function One({ id }: { id: string }) {
  const isNew = id === NEW
  const known = useResource((signal) => loadWithAccount(signal))
  const source = isNew ? query.value.get('from') : id
  return (
    <PageLayout
      title={isNew ? 'New assistant' : 'Change the assistant'}
      side={<a href="/app/assistants">All assistants</a>}
    >
      <Show of={known}>
        {({ items, tools, isAdmin }) => {
          const from = items.find((one) => one.id === source)
          if (!isNew && from?.can_change !== true)
            return (
              <Empty icon="assistant" title="This assistant is not here">
                It was deleted, or it belongs to somebody else.{' '}
                <a href="/app/assistants">Show all assistants</a>
              </Empty>
            )
          return <AssistantForm from={from} isNew={isNew} tools={tools} isAdmin={isAdmin} />
        }}
      </Show>
    </PageLayout>
  )
}

async function loadWithAccount(signal: AbortSignal) {
  const [known, { role }] = await Promise.all([loadAssistants(signal), loadAccount(signal)])
  return { ...known, isAdmin: role === 'admin' }
}

function loadAccount(signal: AbortSignal) {
  return read(api.GET('/api/me', { signal }))
}
