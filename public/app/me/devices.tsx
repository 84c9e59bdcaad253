import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'
import { m } from './messages/en.ts'

type Device = components['schemas']['Device']
const SHOWN = 200
const SURFACES = m.surfaces

/** The machines and apps that act for the reader, with a way to end each. */
export function Devices() {
  const asked = useSignal<Device | undefined>(undefined)
  const devices = useResource(
    async (signal) =>
      (await read(api.GET('/api/me/devices', { params: { query: { limit: SHOWN } }, signal })))
        .items,
  )
  const chosen = asked.value
  const end = ({ id, name }: Device) =>
    attempt(async () => {
      await read(api.POST('/api/me/devices/{id}/revoke', { params: { path: { id } } }))
      toast(m.isDisconnected(name))
      await devices.reload()
    })
  return (
    <>
      <Show of={devices}>
        {(items) => {
          const connected = items.filter(isConnected)
          if (connected.length === 0) return <p class="quiet">{m.noDevice}</p>
          return (
            <ul class="rows">
              {connected.map((device) => (
                <DeviceRow
                  key={device.id}
                  device={device}
                  onEnd={() => {
                    asked.value = device
                  }}
                />
              ))}
            </ul>
          )
        }}
      </Show>
      <p class="actions me-below">
        <a class="button" href="/code/approve">
          {m.codeOfAssistant}
        </a>
        <a class="button" href="/canvas/approve">
          {m.codeOfCanvas}
        </a>
      </p>
      {chosen !== undefined && (
        <Confirm
          title={m.endThis(chosen.name)}
          text={m.endText}
          action={m.end}
          onConfirm={() => void end(chosen)}
          onClose={() => {
            asked.value = undefined
          }}
        />
      )}
    </>
  )
}

function DeviceRow({ device, onEnd }: { device: Device; onEnd: () => void }) {
  const { name, surface, last_used_at, expires_at, address } = device
  return (
    <li class="row">
      <Icon name={surface === 'code' ? 'key' : 'edit'} />
      <span class="grow">
        <span dir="auto">{name}</span>
        <small>
          {m.deviceFacts(SURFACES[surface], relativeTime(last_used_at), address)}{' '}
          <span title={fullTime(expires_at)}>{m.ends(relativeTime(expires_at))}</span>
        </small>
      </span>
      <button type="button" class="button" aria-label={m.endOne(name)} onClick={onEnd}>
        {m.end}
      </button>
    </li>
  )
}

function isConnected({ revoked_at, expires_at }: Device): boolean {
  return revoked_at === null && Date.parse(expires_at) > Date.now()
}
