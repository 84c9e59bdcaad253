import { useSignal } from '@preact/signals'
import { api, read } from '../../ui/api.ts'
import type { components } from '../../ui/api-types.ts'
import { Confirm } from '../../ui/dialog.tsx'
import { fullTime, relativeTime } from '../../ui/format.ts'
import { Icon } from '../../ui/icon.tsx'
import { useResource } from '../../ui/resource.ts'
import { Show } from '../../ui/state.tsx'
import { attempt, toast } from '../../ui/toast.tsx'

type Device = components['schemas']['Device']
const SHOWN = 200
const SURFACES = { code: 'Code assistant', canvas: 'Canvas app', mcp: 'App with tools' } as const

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
      toast(`${name} is disconnected`)
      await devices.reload()
    })
  return (
    <>
      <Show of={devices}>
        {(items) => {
          const connected = items.filter(isConnected)
          if (connected.length === 0)
            return <p class="quiet">No device is connected. See “Connect an app” below.</p>
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
          Enter the code of a code assistant
        </a>
        <a class="button" href="/canvas/approve">
          Enter the code of a canvas app
        </a>
      </p>
      {chosen !== undefined && (
        <Confirm
          title={`End ${chosen.name}?`}
          text="What it runs is stopped at once, and it must be connected anew."
          action="End"
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
          {SURFACES[surface]}, used {relativeTime(last_used_at)}, from {address},{' '}
          <span title={fullTime(expires_at)}>ends {relativeTime(expires_at)}</span>
        </small>
      </span>
      <button type="button" class="button" aria-label={`End ${name}`} onClick={onEnd}>
        End
      </button>
    </li>
  )
}

function isConnected({ revoked_at, expires_at }: Device): boolean {
  return revoked_at === null && Date.parse(expires_at) > Date.now()
}
