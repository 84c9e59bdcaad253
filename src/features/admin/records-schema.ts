import { type Static, Type } from '@sinclair/typebox'
import { alertHelp } from '../../core/alerts/alert-channel.ts'
import type { AlertRecord } from '../../core/alerts/alerts.ts'
import type { AuditEntry } from '../../core/audit/audit.ts'
import type { KeyAccess } from '../../core/identity/key-lookup.ts'
import type { UserRecord } from '../../core/identity/users.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import {
  nullable,
  TextParamsField,
  Time,
  TimeOrNull,
  timeOrNullView,
  timeView,
} from '../shared/fields.ts'
import { extrasView, ProfileBody, profileView, UserExtras } from '../shared/profile-view.ts'

export function accessView({ keyId, label, revoked, profile }: KeyAccess): AccessView {
  return { key_id: keyId, label, revoked, profile: profile ? profileView(profile) : null }
}

/** @param seenAt When a browser of the user was last used; undefined where none is signed in */
export function userView(user: UserRecord, seenAt: number | undefined): UserView {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    issuer: user.issuer,
    role: user.role,
    status: user.status,
    extras: extrasView(user.extras),
    created_at: timeView(user.createdAt),
    last_sign_in_at: timeView(user.lastSignInAt),
    last_seen_at: timeView(Math.max(user.lastSignInAt, seenAt ?? 0)),
  }
}

export function auditView({ at, requestId, ...entry }: AuditEntry): AuditView {
  return { ...entry, at: timeView(at), request_id: requestId }
}

export function alertView(alert: AlertRecord): AlertView {
  return {
    id: alert.id,
    at: timeView(alert.at),
    kind: alert.kind,
    subject: alert.subject,
    message: alert.message,
    params: alert.params,
    about: alert.about,
    acknowledged_at: timeOrNullView(alert.acknowledgedAt),
    acknowledged_by: alert.acknowledgedBy,
    help: alertHelp(alert.kind),
  }
}

const TextOrNull = nullable(Type.String())

export const AccessView = component('KeyAccess', {
  key_id: Type.String({ examples: ['key_5b0Q7sYw2Lx8'] }),
  label: Type.String({ examples: ['kitchen'] }),
  revoked: Type.Boolean({ examples: [false] }),
  profile: Type.Union([ProfileBody, Type.Null()], {
    description: 'Null: a key from before profiles, with full access',
  }),
})

export type AccessView = Static<typeof AccessView>

export const UserView = component('User', {
  id: Type.String(),
  email: Type.Union([Type.String(), Type.Null()], {
    description: 'Null: the identity provider has not verified one',
  }),
  name: TextOrNull,
  issuer: Type.String(),
  role: oneOf(['pending', 'user', 'admin']),
  status: oneOf(['active', 'suspended', 'deleted']),
  extras: UserExtras,
  created_at: Time,
  last_sign_in_at: Time,
  last_seen_at: Time,
})

export type UserView = Static<typeof UserView>

export const AuditView = component('AuditEntry', {
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

export const AlertView = component('Alert', {
  id: Type.String(),
  at: Time,
  kind: Type.String({ description: 'Lower-case words with underscores, for programs' }),
  subject: Type.String(),
  message: Type.String(),
  params: nullable(TextParamsField),
  about: nullable(
    Type.String({ description: 'Id of the user or device; acting on that one closes the alert' }),
  ),
  acknowledged_at: TimeOrNull,
  acknowledged_by: TextOrNull,
  help: Type.String({ description: 'Path of its section in the manual' }),
})

export type AlertView = Static<typeof AlertView>
