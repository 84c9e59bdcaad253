import { Elysia } from 'elysia'
import type { Audit } from '../../core/audit/audit.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import type { UserRecord, Users } from '../../core/identity/users.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import { countedListOf, countedListSchema, listOf, listSchema } from '../shared/lists.ts'
import { documented } from '../shared/openapi.ts'
import { extrasOf } from '../shared/profile-view.ts'
import { AuditView, UserView } from './records-schema.ts'
import { auditView, userView } from './records-view.ts'
import {
  AuditQuery,
  isTrue,
  KeyParams,
  MAX_ADMIN_BYTES,
  UserChangeBody,
  UsersQuery,
} from './schema.ts'

const TAGS = ['Admin']

/** /admin/users and /admin/audit. */
export function adminUserRoutes(
  guardPlugin: ReturnType<typeof guards>,
  users: Users,
  sessions: Sessions,
  audit: Audit,
) {
  const view = (user: UserRecord) => userView(user, sessions.lastSeen(user.id))
  return new Elysia({ name: 'features/admin/users', prefix: '/admin' })
    .use(guardPlugin)
    .get(
      '/users',
      ({ query: { limit, cursor, q, role, status, waiting } }) => {
        const filter = { text: q, role, status, isWaiting: isTrue(waiting) }
        return countedListOf(users.list(limit, cursor, filter), view)
      },
      {
        sensitive: true,
        requireAdmin: true,
        query: UsersQuery,
        detail: documented({
          summary: 'Users who have signed in, the newest first',
          description: '`?waiting=true&limit=1` says with `total` how many wait for approval.',
          tags: TAGS,
          responses: {
            200: { description: 'One page of users', schema: countedListSchema(UserView) },
          },
        }),
      },
    )
    .get('/users/:id', ({ params }) => view(users.get(params.id)), {
      sensitive: true,
      requireAdmin: true,
      params: KeyParams,
      detail: documented({
        summary: 'One user',
        tags: TAGS,
        responses: { 200: { description: 'The user’s record', schema: UserView } },
      }),
    })
    .patch(
      '/users/:id',
      async ({ context, params }) => {
        const { extras, ...change } = await readJson(context, UserChangeBody, MAX_ADMIN_BYTES)
        const granted = extras === undefined ? {} : { extras: extrasOf(extras) }
        const auditActor = auditActorOf(context)
        return view(users.change(params.id, { ...change, ...granted }, auditActor))
      },
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({
          summary: 'Approve, promote, suspend or delete an account, or grant extras; acts at once',
          description:
            'With `deleted`, the user’s conversations, jobs, files and devices are deleted for good, also when the account is made `active` again. Usage stays.',
          tags: TAGS,
          body: UserChangeBody,
          bodyExamples: {
            approve: { summary: 'Approve a user who waits', value: { role: 'user' } },
            extras: {
              summary: 'Let a user run research workers and keep 10 GiB',
              value: { extras: { worker_profiles: ['research'], storage_bytes: 10_737_418_240 } },
            },
            suspend: { summary: 'Suspend a user', value: { status: 'suspended' } },
          },
          responses: { 200: { description: 'The user’s record', schema: UserView } },
          errors: [409],
        }),
      },
    )
    .get(
      '/audit',
      ({ context, query: { limit, cursor, ...filter } }) =>
        jsonAnswer(context, () => listOf(audit.list(limit, cursor, filter), auditView)),
      {
        sensitive: true,
        requireAdmin: true,
        query: AuditQuery,
        detail: documented({
          summary: 'Who changed what, the newest first',
          tags: TAGS,
          errors: [429],
          responses: { 200: { description: 'One page of entries', schema: listSchema(AuditView) } },
        }),
      },
    )
}
