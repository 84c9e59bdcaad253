import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
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

/** The most that one page of a list has. */
const PAGE_ITEMS = 200

type Device = components['schemas']['Device']

const SURFACES: Readonly<Record<Device['surface'], string>> = {
  code: 'command line',
  canvas: 'canvas app',
  mcp: 'app with tools',
}

/** The machines and apps that people have approved. */
export function Page() {
  const showsAll = query.value.get('show') === 'all'
  const devices = usePages<Device>(
    (cursor, signal) => loadDevices(cursor, showsAll ? () => true : isLive, signal),
    [showsAll],
  )
  return (
    <PageLayout
      title="Devices"
      side={
        <CheckBox
          isChecked={showsAll}
          onChange={(isChecked) => setQuery({ show: isChecked ? 'all' : '' })}
        >
          Show ended ones
        </CheckBox>
      }
    >
      <ShowLive of={devices.live}>
        {({ items }) => {
          const shown = showsAll ? items : items.filter(isLive)
          return (
            <>
              {shown.length === 0 ? (
                <Empty icon="device" title="No device is signed in">
                  People connect a machine with <code>hearth login</code> or by an app that shows a
                  code, and approve it in their browser.
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
        <ForeignText text={name} />, of <ForeignText text={account} />
        <small>
          {SURFACES[surface]}, approved{' '}
          <time dateTime={device.created_at} title={fullTime(device.created_at)}>
            {relativeTime(device.created_at)}
          </time>{' '}
          from <ForeignText text={address} />
        </small>
        <small>{`last used ${relativeTime(device.last_used_at)}, ${expiryText(device)}`}</small>
      </span>
      {isLive(device) && (
        <span class="actions beside">
          <ActionButton
            label="Revoke"
            about={name}
            work={revoke}
            done={`${name} is signed out`}
            confirm={{
              title: 'Revoke this device?',
              text: `${name}, of ${account}, is signed out at once, and for good. To use it again its owner has to approve it anew.`,
              action: 'Revoke',
            }}
          />
        </span>
      )}
    </li>
  )
}

function expiryText({ revoked_at: revokedAt, expires_at: expiresAt }: Device): string {
  if (revokedAt !== null) return `revoked ${relativeTime(revokedAt)}`
  const isOver = Date.parse(expiresAt) <= Date.now()
  return `${isOver ? 'expired' : 'expires'} ${relativeTime(expiresAt)}`
}
