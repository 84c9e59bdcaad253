import { type Static, Type } from '@sinclair/typebox'
import type { Device } from '../../core/identity/devices/devices.ts'
import { Time, timeView } from './time-view.ts'

/** The record of the calling device. */
export const OwnDeviceView = Type.Object(
  {
    account: Type.String({ description: 'The user for whom the device acts' }),
    device: Type.String({ description: 'Its name' }),
    device_id: Type.String(),
    expires_at: Time,
  },
  { $id: 'OwnDevice' },
)
export type OwnDeviceView = Static<typeof OwnDeviceView>

export function ownDeviceView({ account, name, id, expiresAt }: Device): OwnDeviceView {
  return { account, device: name, device_id: id, expires_at: timeView(expiresAt) }
}
