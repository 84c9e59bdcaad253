import { type Static, Type } from '@sinclair/typebox'
import type { ApiKey } from '../../core/identity/key-lookup.ts'
import { component } from '../../platform/schemas.ts'
import { nullable, Time, TimeOrNull, timeOrNullView, timeView } from './fields.ts'
import { ProfileBody } from './profile-view.ts'

const TextOrNull = nullable(Type.String())

export const KeyView = component('ApiKey', {
  id: Type.String({ examples: ['key_5b0Q7sYw2Lx8'] }),
  label: Type.String({ examples: ['kitchen'] }),
  prefix: Type.String({
    description: 'The first characters of the key, to tell keys apart',
    examples: ['hth_Yw2L'],
  }),
  last_four: Type.String({ examples: ['x8Qs'] }),
  user_id: nullable(
    Type.String(),
    'The user who has made it and whom it acts for; null for a key of the service',
  ),
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

export const NewKeyView = Type.Composite(
  [
    KeyView,
    Type.Object({
      key: Type.String({
        description: 'The key itself, shown this once',
        examples: ['hth_Yw2L…x8Qs'],
      }),
      profile: ProfileBody,
    }),
  ],
  { $id: 'NewApiKey' },
)

export function keyView(key: ApiKey): KeyView {
  return {
    id: key.id,
    label: key.label,
    prefix: key.prefix,
    last_four: key.lastFour,
    user_id: key.userId,
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
