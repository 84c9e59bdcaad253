import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { UserStore } from '../../core/identity/user-store.ts'
import type { guards } from '../../guards/index.ts'
import { documented } from '../shared/openapi.ts'
import { accountFor } from './identity-routes.ts'

/** Names that are offered. @limit member-names count */
export const MAX_MEMBER_NAMES = 500

const Names = Type.Object(
  { items: Type.Array(Type.String({ examples: ['Ann'] })) },
  { $id: 'MemberNames' },
)

/** GET /api/members: with whom something can be shared. */
export function memberNameRoutes({
  guards: allGuards,
  stores,
}: {
  guards: ReturnType<typeof guards>
  stores: { users: UserStore }
}) {
  return new Elysia({ name: 'features/me/members' }).use(allGuards).get(
    '/api/members',
    ({ actor }) => {
      accountFor(actor)
      return { items: stores.users.memberNames(MAX_MEMBER_NAMES) }
    },
    {
      sensitive: true,
      requireUser: true,
      detail: documented({
        summary: 'Names of the members, with whom something can be shared',
        description: 'Nothing else of them. Somebody without a name is not in it.',
        tags: ['Account'],
        responses: { 200: { description: 'Sorted, each once', schema: Names } },
        errors: [403],
      }),
    },
  )
}
