import { type Static, Type } from '@sinclair/typebox'
import type { AlertRecord } from '../../core/alerts/alerts.ts'
import type { AuditEntry } from '../../core/audit.ts'
import type { Device } from '../../core/identity/devices/devices.ts'
import type { ApiKey, KeyAccess } from '../../core/identity/keys.ts'
import type { UserRecord } from '../../core/identity/users.ts'
import { ProfileBody, profileView } from '../kit/profile-view.ts'
import { Time, TimeOrNull, timeOrNullView, timeView } from '../kit/time-view.ts'

const TextOrNull = Type.Union([Type.String(), Type.Null()])

export const KeyView = Type.Object({
  id: Type.String(),
  label: Type.String(),
  prefix: Type.String({ description: 'The first characters of the key, to tell keys apart' }),
  last_four: Type.String(),
  project: TextOrNull,
  product: TextOrNull,
  use_count: Type.Integer(),
  last_used_at: TimeOrNull,
  created_at: Time,
  expires_at: Type.Union([Time, Type.Null()], { description: 'Null: it does not expire' }),
  revoked: Type.Boolean(),
  revoked_at: TimeOrNull,
})
export type KeyView = Static<typeof KeyView>

export function keyView(key: ApiKey): KeyView {
  return {
    id: key.id,
    label: key.label,
    prefix: key.prefix,
    last_four: key.lastFour,
    project: key.project,
    product: key.product,
    use_count: key.useCount,
    last_used_at: timeOrNullView(key.lastUsedAt),
    created_at: timeView(key.createdAt),
    expires_at: timeOrNullView(key.expiresAt),
    revoked: key.revokedAt !== null,
    revoked_at: timeOrNullView(key.revokedAt),
  }
}

export const NewKeyView = Type.Composite([
  KeyView,
  Type.Object({ key: Type.String({ description: 'The key itself, shown this once' }) }),
])

export const AccessView = Type.Object({
  key_id: Type.String(),
  label: Type.String(),
  revoked: Type.Boolean(),
  profile: Type.Union([ProfileBody, Type.Null()], {
    description: 'Null: a key from before profiles, with full access',
  }),
})
export type AccessView = Static<typeof AccessView>

export function accessView({ keyId, label, revoked, profile }: KeyAccess): AccessView {
  return { key_id: keyId, label, revoked, profile: profile ? profileView(profile) : null }
}

export const UserView = Type.Object({
  id: Type.String(),
  email: Type.Union([Type.String(), Type.Null()], {
    description: 'Null: the identity provider has not verified one',
  }),
  name: TextOrNull,
  issuer: Type.String(),
  role: Type.Union([Type.Literal('pending'), Type.Literal('user'), Type.Literal('admin')]),
  status: Type.Union([
    Type.Literal('active'),
    Type.Literal('suspended'),
    Type.Literal('deleted'),
  ]),
  created_at: Time,
  last_sign_in_at: Time,
})
export type UserView = Static<typeof UserView>

export function userView(user: UserRecord): UserView {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    issuer: user.issuer,
    role: user.role,
    status: user.status,
    created_at: timeView(user.createdAt),
    last_sign_in_at: timeView(user.lastSignInAt),
  }
}

export const DeviceView = Type.Object({
  id: Type.String(),
  surface: Type.Union([Type.Literal('code'), Type.Literal('canvas')]),
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

export const AuditView = Type.Object({
  id: Type.Integer(),
  at: Time,
  actor: Type.String(),
  action: Type.String(),
  subject: Type.String({ description: 'Id of what was changed' }),
  before: Type.Unknown(),
  after: Type.Unknown(),
  address: Type.String(),
  request_id: Type.String(),
})
export type AuditView = Static<typeof AuditView>

export function auditView({ at, requestId, ...entry }: AuditEntry): AuditView {
  return { ...entry, at: timeView(at), request_id: requestId }
}

export const AlertView = Type.Object({
  id: Type.String(),
  at: Time,
  kind: Type.String({ description: 'Lower-case words with underscores, for programs' }),
  subject: Type.String(),
  message: Type.String(),
  acknowledged_at: TimeOrNull,
  acknowledged_by: TextOrNull,
})
export type AlertView = Static<typeof AlertView>

export function alertView(alert: AlertRecord): AlertView {
  return {
    id: alert.id,
    at: timeView(alert.at),
    kind: alert.kind,
    subject: alert.subject,
    message: alert.message,
    acknowledged_at: timeOrNullView(alert.acknowledgedAt),
    acknowledged_by: alert.acknowledgedBy,
  }
}
