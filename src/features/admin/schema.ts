import { type Static, Type } from '@sinclair/typebox'
import { closedObject, oneOf } from '../../platform/schemas.ts'
import { Label } from '../shared/fields.ts'
import { ListQuery } from '../shared/lists.ts'
import { ProfileChangeBody, UserExtras } from '../shared/profile-view.ts'

/** Admin bodies are small. @limit admin-body KiB */
export const MAX_ADMIN_BYTES = 64 * 1024

const Tag = Type.Union([Label, Type.Null()])

/** ISO 8601 in UTC; null for never. */
const Timestamp = Type.Union([
  Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,3})?)?Z$',
    'x-expected': 'a time in UTC, such as 2099-12-31T23:59:59Z',
  }),
  Type.Null(),
])

export const NewKeyBody = closedObject({
  label: Label,
  project: Type.Optional(Tag),
  product: Type.Optional(Tag),
  expires_at: Type.Optional(Timestamp),
  profile: Type.Optional(ProfileChangeBody),
})

/** Without the profile, which is bound to the key's id and has a route of its own. */
export const KeyChangeBody = closedObject({
  label: Type.Optional(Label),
  project: Type.Optional(Tag),
  product: Type.Optional(Tag),
  expires_at: Type.Optional(Timestamp),
})
export type KeyChangeBody = Static<typeof KeyChangeBody>

const Role = oneOf(['pending', 'user', 'admin'])
const Status = oneOf(['active', 'suspended', 'deleted'])

export const UserChangeBody = closedObject({
  role: Type.Optional(Role),
  status: Type.Optional(Status),
  extras: Type.Optional(UserExtras),
})

export const UserSessionParams = Type.Object({
  id: Type.String({ minLength: 1, maxLength: 64 }),
  session: Type.String({ pattern: '^ses_[\\w-]{1,60}$' }),
})

/** Characters of a text that a list is searched for. @limit list-filter characters */
export const MAX_FILTER_CHARACTERS = 200

const Filter = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: MAX_FILTER_CHARACTERS, description }))

const Flag = (description: string) => Type.Optional(oneOf(['true', 'false'], { description }))

/** A flag of a query; undefined where it is absent. */
export function isTrue(flag: 'true' | 'false' | undefined): boolean | undefined {
  return flag === undefined ? undefined : flag === 'true'
}

export const UsersQuery = Type.Object({
  ...ListQuery.properties,
  q: Filter('Only those whose e-mail address, name or id has this in it'),
  role: Type.Optional(Role),
  status: Type.Optional(Status),
  waiting: Flag('Only those who wait for approval, or only the others'),
})

export const KeysQuery = Type.Object({
  ...ListQuery.properties,
  q: Filter('Only keys whose label, project, product or shown characters have this in them'),
  active: Flag('Only keys that work at present, or only those that are revoked or expired'),
})

export const AuditQuery = Type.Object({
  ...ListQuery.properties,
  area: Filter('Only actions whose name starts so, such as `key` for `key.revoke`'),
  actor: Filter('Only what somebody did whose name has this in it'),
  subject: Filter('Only what was done to the one with this id'),
})

export const KeyParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 64 }) })
