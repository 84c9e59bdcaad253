import { alertHelp } from '../../core/alerts/alert-channel.ts'
import type { AlertRecord } from '../../core/alerts/alerts.ts'
import type { AuditEntry } from '../../core/audit/audit.ts'
import type { ApiKey, KeyAccess } from '../../core/identity/key-record.ts'
import type { UserRecord } from '../../core/identity/users.ts'
import { timeOrNullView, timeView } from '../shared/fields.ts'
import { extrasView, profileView } from '../shared/profile-view.ts'
import type { AccessView, AlertView, AuditView, KeyView, UserView } from './records-schema.ts'

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

export function accessView({ keyId, label, revoked, profile }: KeyAccess): AccessView {
  return { key_id: keyId, label, revoked, profile: profile ? profileView(profile) : null }
}

export function userView(user: UserRecord): UserView {
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
    about: alert.about,
    acknowledged_at: timeOrNullView(alert.acknowledgedAt),
    acknowledged_by: alert.acknowledgedBy,
    help: alertHelp(alert.kind),
  }
}
