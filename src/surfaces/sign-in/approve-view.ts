import type { Decision, WaitingDevice } from '../../core/identity/devices/device-flow.ts'
import { timeView } from '../kit/time-view.ts'
import type { WaitingDeviceView } from './schema.ts'

const STATUS = { approve: 'approved', deny: 'denied' } as const

/** @param decision The user's decision; undefined while the device waits */
export function waitingDeviceView(
  device: WaitingDevice,
  decision: Decision | undefined,
): WaitingDeviceView {
  return {
    user_code: device.userCode,
    client_name: device.clientName,
    address: device.address,
    requested_at: timeView(device.requestedAt),
    expires_at: timeView(device.expiresAt),
    status: decision === undefined ? 'pending' : STATUS[decision],
  }
}
