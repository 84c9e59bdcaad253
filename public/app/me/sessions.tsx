import { useSignal } from '@preact/signals'
import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { browserName } from './browser-name.ts'
import { m } from './messages/en.ts'

type Session = components['schemas']['Session']
const SHOWN = 100

/** The browsers in which the reader is signed in, with a way to end each. */
export function Sessions() {
  const isAsking = useSignal(false)
  const sessions = useResource(
    async (signal) =>
      (await read(api.GET('/api/me/sessions', { params: { query: { limit: SHOWN } }, signal })))
        .items,
  )
  const end = (id: string) =>
    attempt(async () => {
      await send(api.DELETE('/api/me/sessions/{id}', { params: { path: { id } } }))
      toast(m.browserSignedOut)
      await sessions.reload()
    })
  const endOthers = () =>
    attempt(async () => {
      const { ended } = await read(api.DELETE('/api/me/sessions'))
      toast(m.othersSignedOut(ended))
      await sessions.reload()
    })
  return (
    <Show of={sessions}>
      {(items) => (
        <>
          <ul class="rows">
            {items
              .toSorted((a, b) => Number(b.is_current) - Number(a.is_current))
              .map((session) => (
                <SessionRow key={session.id} session={session} onEnd={() => void end(session.id)} />
              ))}
          </ul>
          {items.some(({ is_current }) => !is_current) && (
            <button
              type="button"
              class="button me-below"
              onClick={() => {
                isAsking.value = true
              }}
            >
              {m.signOutElsewhere}
            </button>
          )}
          {isAsking.value && (
            <Confirm
              title={m.signOutElsewhereAsk}
              text={m.signOutElsewhereText}
              action={m.signOut}
              onConfirm={() => void endOthers()}
              onClose={() => {
                isAsking.value = false
              }}
            />
          )}
        </>
      )}
    </Show>
  )
}

function SessionRow({ session, onEnd }: { session: Session; onEnd: () => void }) {
  const { user_agent, is_current, address, last_used_at, created_at } = session
  const name = browserName(user_agent)
  return (
    <li class="row">
      <Icon name="device" />
      <span class="grow" title={user_agent}>
        {name}
        <small>
          <span title={fullTime(created_at)}>
            {is_current ? m.usedNow : m.usedAt(relativeTime(last_used_at))}
          </span>
          {address !== '' && m.signedInFrom(address)}
        </small>
      </span>
      {is_current ? (
        <span class="tag">{m.thisBrowser}</span>
      ) : (
        <button type="button" class="button" aria-label={m.endOne(name)} onClick={onEnd}>
          {m.end}
        </button>
      )}
    </li>
  )
}
