import { api, read, send } from '../../ui/api.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import type { PageProps } from '../../ui/page.ts'
import { useResource } from '../../ui/resource.ts'
import { navigate, query } from '../../ui/router.ts'
import { Empty, Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { AssistantForm } from './assistant-form.tsx'
import { loadAssistants } from './calls.ts'
import { ItemMenu } from './item-menu.tsx'
import { m } from './messages/en.ts'
import { Picture } from './picture.tsx'
import { Prompts } from './prompts.tsx'
import type { Assistant } from './types.ts'
import './page.css'

const NEW = 'new'

/** Assistants: all of them, or one that is made or changed. */
export function Page({ params: { id } }: PageProps) {
  return id === undefined ? <List /> : <One key={id} id={id} />
}

function List() {
  const known = useResource((signal) => loadWithAccount(signal))
  const add = (
    <a class="button primary" href={`/app/assistants/${NEW}`}>
      <Icon name="plus" /> {m.newAssistant}
    </a>
  )
  return (
    <PageLayout title={m.title} side={add}>
      <Show of={known}>
        {({ items, isAdmin }) => {
          const own = items.filter(({ shared }) => !shared)
          const shared = items.filter(({ shared }) => shared)
          const reload = () => void known.reload()
          return (
            <>
              {items.length === 0 && (
                <Empty icon="assistant" title={m.noneYet}>
                  {m.noneYetText}
                </Empty>
              )}
              {own.length > 0 && (
                <>
                  <h2 class="section">{m.yours}</h2>
                  <Rows of={own} onChanged={reload} />
                </>
              )}
              {shared.length > 0 && (
                <>
                  <h2 class="section">{m.forAll}</h2>
                  <Rows of={shared} onChanged={reload} />
                </>
              )}
              <Prompts isAdmin={isAdmin} />
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
              {one.instructions || m.noInstructions}
            </small>
          </span>
          <a class="button" href={`/app/?assistant=${one.id}`}>
            {m.chat}
          </a>
          <ItemMenu
            name={one.name}
            canChange={one.can_change}
            warning={m.deleteText}
            onChange={() => navigate(`/app/assistants/${one.id}`)}
            onDuplicate={() => navigate(`/app/assistants/${NEW}?from=${one.id}`)}
            onDelete={() => remove(one).then(onChanged)}
          />
        </li>
      ))}
    </ul>
  )
}

async function remove({ id, name }: Assistant): Promise<void> {
  const params = { path: { id } }
  if (await attempt(() => send(api.DELETE('/api/assistants/{id}', { params }))))
    toast(m.wasDeleted(name))
}

function One({ id }: { id: string }) {
  const isNew = id === NEW
  const known = useResource((signal) => loadWithAccount(signal))
  const source = isNew ? query.value.get('from') : id
  return (
    <PageLayout
      title={isNew ? m.newAssistant : m.changeAssistant}
      side={<a href="/app/assistants">{m.allAssistants}</a>}
    >
      <Show of={known}>
        {({ items, tools, isAdmin }) => {
          const from = items.find((one) => one.id === source)
          if (!isNew && from?.can_change !== true)
            return (
              <Empty icon="assistant" title={m.notHere}>
                {m.notHereText} <a href="/app/assistants">{m.showAll}</a>
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
