import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { fill } from '../../ui/fill.ts'
import { CheckBox } from '../../ui/form.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { PageLayout } from '../../ui/layout.tsx'
import { query, setQuery } from '../../ui/router.ts'
import { Empty } from '../../ui/state.tsx'
import { ActionButton } from '../shared/action-button.tsx'
import { ShowLive } from '../shared/live.tsx'
import { ForeignText } from '../shared/text.tsx'
import { MoreButton, usePages } from '../shared/use-pages.tsx'
import { m } from './messages/en.ts'

/** The most that one page of a list has. */
const PAGE_ITEMS = 200

type Device = components['schemas']['Device']

/** The machines and apps that people have approved. */
export function Page() {
  const showsAll = query.value.get('show') === 'all'
  const devices = usePages<Device>(
    (cursor, signal) => loadDevices(cursor, showsAll ? () => true : isLive, signal),
    [showsAll],
  )
  return (
    <PageLayout
      title={m.title}
      side={
        <CheckBox
          isChecked={showsAll}
          onChange={(isChecked) => setQuery({ show: isChecked ? 'all' : '' })}
        >
          {m.showEnded}
        </CheckBox>
      }
    >
      <ShowLive of={devices.live}>
        {({ items }) => {
          const shown = showsAll ? items : items.filter(isLive)
          return (
            <>
              {shown.length === 0 ? (
                <Empty icon="device" title={m.none}>
                  {fill(m.noneText, { command: <code>hearth login</code> })}{' '}
                </Empty>
              ) : (
                <ul class="rows">
                  {shown.map((device) => (
                    <DeviceRow key={device.id} device={device} changed={devices.replace} />
                  ))}
                </ul>
              )}
              <MoreButton of={devices} />
            </>
          )
        }}
      </ShowLive>
    </PageLayout>
  )
}

/** A page in which at least one device is to be shown, where there is one. */
async function loadDevices(
  cursor: string | undefined,
  isShown: (device: Device) => boolean,
  signal: AbortSignal,
) {
  const query = { limit: PAGE_ITEMS, ...(cursor === undefined ? {} : { cursor }) }
  const page = await read(api.GET('/admin/devices', { signal, params: { query } }))
  const { items, next_cursor: next } = page
  if (next === null || items.some(isShown)) return page
  return loadDevices(next, isShown, signal)
}

function isLive({ revoked_at: revokedAt, expires_at: expiresAt }: Device): boolean {
  return revokedAt === null && Date.parse(expiresAt) > Date.now()
}

function DeviceRow({ device, changed }: { device: Device; changed: (device: Device) => void }) {
  const { id, name, account, surface, address } = device
  const revoke = async () =>
    changed(await read(api.POST('/admin/devices/{id}/revoke', { params: { path: { id } } })))
  return (
    <li class="row" data-device={id}>
      <Icon name="device" />
      <span class="grow">
        {fill(m.deviceOf, {
          name: <ForeignText text={name} />,
          account: <ForeignText text={account} />,
        })}
        <small>
          {fill(m.approved(m.surfaces[surface]), {
            time: (
              <time dateTime={device.created_at} title={fullTime(device.created_at)}>
                {relativeTime(device.created_at)}
              </time>
            ),
            address: <ForeignText text={address} />,
          })}
        </small>
        <small>{m.used(relativeTime(device.last_used_at), expiryText(device))}</small>
      </span>
      {isLive(device) && (
        <span class="actions beside">
          <ActionButton
            label={m.revoke}
            about={name}
            work={revoke}
            done={m.isSignedOut(name)}
            confirm={{
              title: m.revokeThis,
              text: m.revokeText(name, account),
              action: m.revoke,
            }}
          />
        </span>
      )}
    </li>
  )
}

function expiryText({ revoked_at: revokedAt, expires_at: expiresAt }: Device): string {
  if (revokedAt !== null) return m.revokedAt(relativeTime(revokedAt))
  const isOver = Date.parse(expiresAt) <= Date.now()
  return (isOver ? m.expired : m.expires)(relativeTime(expiresAt))
}
