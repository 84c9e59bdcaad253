import { Elysia } from 'elysia'
import type { Audit } from '../../core/audit.ts'
import type { Users } from '../../core/identity/users.ts'
import { auditActorOf } from '../../guards/audit-actor.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { ListQuery } from '../kit/list-query.ts'
import { documented } from '../kit/openapi.ts'
import { KeyParams, MAX_ADMIN_BYTES, UserChangeBody } from './schema.ts'

const TAGS = ['Admin']

/** /admin/users and /admin/audit. */
export function adminUserRoutes(all: ReturnType<typeof guards>, users: Users, audit: Audit) {
  return new Elysia({ name: 'surfaces/admin/users', prefix: '/admin' })
    .use(all)
    .get('/users', ({ query }) => users.list(query.limit, query.cursor), {
      sensitive: true,
      requireAdmin: true,
      query: ListQuery,
      detail: documented({ summary: 'People who have signed in, the newest first', tags: TAGS }),
    })
    .patch(
      '/users/:id',
      async ({ request, params, actor }) =>
        users.change(
          params.id,
          await readJson(request, UserChangeBody, MAX_ADMIN_BYTES),
          auditActorOf(actor, request),
        ),
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({
          summary: 'Approve, promote, suspend or delete an account; acts at once',
          tags: TAGS,
          body: UserChangeBody,
        }),
      },
    )
    .get('/audit', ({ query }) => audit.list(query.limit, query.cursor), {
      sensitive: true,
      requireAdmin: true,
      query: ListQuery,
      detail: documented({ summary: 'Who changed what, the newest first', tags: TAGS }),
    })
}
