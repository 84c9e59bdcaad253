import { type Static, Type } from '@sinclair/typebox'
import { nullable, Time, TimeOrNull } from '../shared/fields.ts'
import { ProfileBody, UserExtras } from '../shared/profile-view.ts'

const TextOrNull = nullable(Type.String())

export const AccessView = Type.Object(
  {
    key_id: Type.String({ examples: ['key_5b0Q7sYw2Lx8'] }),
    label: Type.String({ examples: ['kitchen'] }),
    revoked: Type.Boolean({ examples: [false] }),
    profile: Type.Union([ProfileBody, Type.Null()], {
      description: 'Null: a key from before profiles, with full access',
    }),
  },
  { $id: 'KeyAccess' },
)

export type AccessView = Static<typeof AccessView>

export const UserView = Type.Object(
  {
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
    extras: UserExtras,
    created_at: Time,
    last_sign_in_at: Time,
    last_seen_at: Time,
  },
  { $id: 'User' },
)

export type UserView = Static<typeof UserView>

export const AuditView = Type.Object(
  {
    id: Type.Integer(),
    at: Time,
    actor: Type.String(),
    action: Type.String(),
    subject: Type.String({ description: 'Id of what was changed' }),
    before: Type.Unknown(),
    after: Type.Unknown(),
    address: Type.String(),
    request_id: Type.String(),
  },
  { $id: 'AuditEntry' },
)

export type AuditView = Static<typeof AuditView>

export const AlertView = Type.Object(
  {
    id: Type.String(),
    at: Time,
    kind: Type.String({ description: 'Lower-case words with underscores, for programs' }),
    subject: Type.String(),
    message: Type.String(),
    about: nullable(
      Type.String({ description: 'Id of the user or device; acting on that one closes the alert' }),
    ),
    acknowledged_at: TimeOrNull,
    acknowledged_by: TextOrNull,
    help: Type.String({ description: 'Path of its section in the manual' }),
  },
  { $id: 'Alert' },
)

export type AlertView = Static<typeof AlertView>
