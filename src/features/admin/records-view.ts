import { alertHelp } from '../../core/alerts/alert-channel.ts'
import type { AlertRecord } from '../../core/alerts/alerts.ts'
import type { AuditEntry } from '../../core/audit/audit.ts'
import type { KeyAccess } from '../../core/identity/key-record.ts'
import type { UserRecord } from '../../core/identity/users.ts'
import { timeOrNullView, timeView } from '../shared/fields.ts'
import { extrasView, profileView } from '../shared/profile-view.ts'
import type { AccessView, AlertView, AuditView, UserView } from './records-schema.ts'

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
    about: alert.about,
    acknowledged_at: timeOrNullView(alert.acknowledgedAt),
    acknowledged_by: alert.acknowledgedBy,
    help: alertHelp(alert.kind),
  }
}
