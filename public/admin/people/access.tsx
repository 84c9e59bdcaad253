import { api, read, send } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { fill } from '../../ui/fill.ts'
import { relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ShowLive } from '../shared/live.tsx'
import { ForeignText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import { m } from './messages/en.ts'

type Session = components['schemas']['Session']
type Device = components['schemas']['Device']

const PAGE_ITEMS = 50

/** The browsers in which a person is signed in. */
export function Sessions({ id }: { id: string }) {
  const sessions = usePages<Session>(
    (cursor, signal) => {
      const query = { limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) }
      const params = { path: { id }, query }
      return read(api.GET('/admin/users/{id}/sessions', { params, signal }))
    },
    [id],
  )
  const end = async (session: string) => {
    const params = { path: { id, session } }
    await send(api.DELETE('/admin/users/{id}/sessions/{session}', { params }))
    await sessions.live.reload()
  }
  return (
    <ShowLive of={sessions.live}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="card quiet">{m.signedInNowhere}</p>
        ) : (
          <>
            <ul class="rows">
              {items.map((session) => (
                <li class="row" key={session.id}>
                  <Icon name="device" />
                  <span class="grow">
                    <ForeignText text={session.user_agent || m.namelessBrowser} />
                    <small>
                      {m.used(relativeTime(session.last_used_at))}
                      {session.address !== '' &&
                        fill(m.signedInFrom, { address: <ForeignText text={session.address} /> })}
                    </small>
                  </span>
                  <ActionButton
                    label={m.end}
                    about={m.sessionOf(relativeTime(session.created_at))}
                    work={() => end(session.id)}
                    done={m.sessionEnded}
                  />
                </li>
              ))}
            </ul>
            <MoreButton of={sessions} />
          </>
        )
      }
    </ShowLive>
  )
}

/** The programs that a person has approved. */
export function Devices({ id }: { id: string }) {
  const devices = usePages<Device>(
    (cursor, signal) => {
      const query = { limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) }
      const params = { path: { id }, query }
      return read(api.GET('/admin/users/{id}/devices', { params, signal }))
    },
    [id],
  )
  const revoke = async (device: string) =>
    devices.replace(
      await read(api.POST('/admin/devices/{id}/revoke', { params: { path: { id: device } } })),
    )
  return (
    <ShowLive of={devices.live}>
      {({ items }) =>
        items.length === 0 ? (
          <p class="card quiet">{m.noProgram}</p>
        ) : (
          <>
            <ul class="rows">
              {items.map((device) => (
                <li class="row" key={device.id}>
                  <Icon name="device" />
                  <span class="grow">
                    <ForeignText text={device.name} />
                    <small>
                      {fill(m.approvedFrom, {
                        used: m.used(relativeTime(device.last_used_at)),
                        address: <ForeignText text={device.address} />,
                      })}
                    </small>
                  </span>
                  {device.revoked_at === null ? (
                    <ActionButton
                      label={m.revoke}
                      about={device.name}
                      work={() => revoke(device.id)}
                      done={m.isSignedOut(device.name)}
                      confirm={{
                        title: m.revokeThis,
                        text: m.revokeText(device.name),
                        action: m.revoke,
                      }}
                    />
                  ) : (
                    <span class="tag bad">{m.isRevoked}</span>
                  )}
                </li>
              ))}
            </ul>
            <MoreButton of={devices} />
          </>
        )
      }
    </ShowLive>
  )
}
