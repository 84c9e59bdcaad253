import { type Static, Type } from '@sinclair/typebox'
import type { Device } from '../../core/identity/devices/devices.ts'
import type { SessionRecord } from '../../core/identity/sessions.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { Time, TimeOrNull, timeOrNullView, timeView } from './fields.ts'

export const DeviceView = component('Device', {
  id: Type.String(),
  surface: oneOf(['code', 'canvas', 'mcp']),
  name: Type.String({ description: 'As the client calls itself' }),
  account: Type.String(),
  address: Type.String(),
  created_at: Time,
  last_used_at: Time,
  expires_at: Time,
  revoked_at: TimeOrNull,
})

export type DeviceView = Static<typeof DeviceView>

export function deviceView(device: Device): DeviceView {
  return {
    id: device.id,
    surface: device.surface,
    name: device.name,
    account: device.account,
    address: device.address,
    created_at: timeView(device.createdAt),
    last_used_at: timeView(device.lastUsedAt),
    expires_at: timeView(device.expiresAt),
    revoked_at: timeOrNullView(device.revokedAt),
  }
}

/** The record of the calling device. */
export const OwnDeviceView = component('OwnDevice', {
  account: Type.String({ description: 'The user for whom the device acts' }),
  device: Type.String({ description: 'Its name' }),
  device_id: Type.String(),
  expires_at: Time,
})
export type OwnDeviceView = Static<typeof OwnDeviceView>

export function ownDeviceView({ account, name, id, expiresAt }: Device): OwnDeviceView {
  return { account, device: name, device_id: id, expires_at: timeView(expiresAt) }
}

export const SessionView = component('Session', {
  id: Type.String({ examples: ['ses_5b0Q7sYw2Lx8'] }),
  created_at: Time,
  last_used_at: Type.String({ format: 'date-time', description: 'To the minute' }),
  expires_at: Time,
  address: Type.String({
    description: 'Network address at the sign-in; empty where it was not kept',
    examples: ['192.168.1.20'],
  }),
  user_agent: Type.String({
    description: 'As the browser called itself at the sign-in; empty where it was not kept',
    examples: ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  }),
  is_current: Type.Boolean({ description: 'Whether the request was made with it' }),
})
export type SessionView = Static<typeof SessionView>

/** @param currentId Of the session that the request was made with */
export function sessionView(session: SessionRecord, currentId: string | undefined): SessionView {
  return {
    id: session.id,
    created_at: timeView(session.createdAt),
    last_used_at: timeView(session.lastUsedAt),
    expires_at: timeView(session.expiresAt),
    address: session.address,
    user_agent: session.userAgent,
    is_current: session.id === currentId,
  }
}
