import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { fill } from '../../ui/fill.ts'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ForeignText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import { m } from './messages/en.ts'

type Invitation = components['schemas']['Invite']

const PAGE_ITEMS = 20
const STATES: Record<Exclude<Invitation['status'], 'open'>, string> = m.inviteStates

/** The invitations, who has joined by each, and a way to end those that are open. */
export function Invitations() {
  const invites = usePages<Invitation>((cursor, signal) => {
    const query = { limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) }
    return read(api.GET('/admin/invites', { params: { query }, signal }))
  })
  const items = invites.live.value.value?.items ?? []
  if (items.length === 0) return null
  const end = async (id: string) => {
    await send(api.DELETE('/admin/invites/{id}', { params: { path: { id } } }))
    await invites.live.reload()
  }
  return (
    <section aria-labelledby="invitations">
      <h2 class="section" id="invitations">
        {m.invitations}
      </h2>
      <ul class="rows">
        {items.map((invite) => (
          <InviteRow key={invite.id} invite={invite} onEnd={() => end(invite.id)} />
        ))}
      </ul>
      <MoreButton of={invites} />
    </section>
  )
}

function InviteRow({ invite, onEnd }: { invite: Invitation; onEnd: () => Promise<void> }) {
  const { label, status, uses, uses_left, joined, created_by, created_at, expires_at } = invite
  const name = label || m.created(relativeTime(created_at))
  return (
    <li class="row">
      <Icon name="link" />
      <span class="grow">
        <ForeignText text={name} />
        <small title={fullTime(expires_at)}>
          {status === 'open' &&
            m.ends(uses === 1 ? m.forOne : m.usesLeft(uses_left, uses), relativeTime(expires_at))}
          {fill(m.by, { name: <ForeignText text={created_by} /> })}
        </small>
        {joined.length > 0 && (
          <small>
            {fill(m.joined, {
              names: joined.map((one, index) => (
                <span key={one.user_id}>
                  {index > 0 && ', '}
                  <a href={`/admin/people/${one.user_id}`} title={fullTime(one.at)}>
                    <ForeignText text={one.name} />
                  </a>
                </span>
              )),
            })}
          </small>
        )}
      </span>
      {status === 'open' ? (
        <ActionButton label={m.endIt} about={name} work={onEnd} done={m.nobodyCanJoin} />
      ) : (
        <span class="tag">{STATES[status]}</span>
      )}
    </li>
  )
}
