import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Audit } from '../../core/audit/audit.ts'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import type { UserRecord, Users } from '../../core/identity/users.ts'
import type { Browser } from '../../guards/browser.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { jsonAnswer } from '../../http/reply/text-stream.ts'
import { DeviceView, deviceView, SessionView, sessionView } from '../shared/device-view.ts'
import { timeView } from '../shared/fields.ts'
import { countedListOf, countedListSchema, ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { extrasOf } from '../shared/profile-view.ts'
import { SignInLink, shareLink } from '../shared/share-link.ts'
import { creatorOf, type InviteServices } from './invite-routes.ts'
import { AuditView, auditView, UserView, userView } from './records-schema.ts'
import {
  AuditQuery,
  isTrue,
  KeyParams,
  MAX_ADMIN_BYTES,
  UserChangeBody,
  UserSessionParams,
  UsersQuery,
} from './schema.ts'

interface UserAccessServices extends InviteServices {
  browser: Browser
  users: Users
  sessions: Sessions
  devices: Devices
}

/** The sessions and devices of one user: below /admin/users/{id}. */
export function adminUserAccessRoutes(services: UserAccessServices) {
  const { guards: guardPlugin, browser, users, sessions, devices } = services
  return new Elysia({ name: 'features/admin/user-access', prefix: '/admin/users/:id', tags: TAGS })
    .use(guardPlugin)
    .guard({ sensitive: true })
    .get(
      '/sessions',
      ({ request, params, query: { limit, cursor } }) => {
        const { id } = users.get(params.id)
        const token = browser.token(request.headers)
        const current = token === undefined ? undefined : sessions.idOf(token)
        return listOf(sessions.list(id, limit, cursor), (one) => sessionView(one, current))
      },
      route({
        requireAdmin: true,
        params: KeyParams,
        query: ListQuery,
        summary: 'Browsers in which a user is signed in',
        responses: { 200: { description: 'The newest first', schema: listSchema(SessionView) } },
      }),
    )
    .post(
      '/sign-in-link',
      ({ request, context, params, actor }) => {
        const creator = creatorOf(actor, services.primaryAccount)
        const auditActor = auditActorOf(context)
        const { token, expiresAt } = services.invites.createSignInLink(
          params.id,
          creator,
          auditActor,
        )
        return {
          ...shareLink(services, request, `/join/${token}`),
          expires_at: timeView(expiresAt),
        }
      },
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'Make a link that signs a user in once, for somebody who cannot sign in any more',
        description:
          'Good for ten minutes, shown this once; it ends those made before. For an admin, only the admin makes one.',
        responses: { 200: { description: 'The link', schema: SignInLink } },
        errors: [409],
      }),
    )
    .delete(
      '/sessions',
      ({ context, params }) => {
        const { id } = users.get(params.id)
        return { ended: sessions.endOthers(id, undefined, auditActorOf(context)) }
      },
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'Sign a user out of all browsers',
        description: 'The user may sign in again; suspending an account prevents that.',
        responses: {
          200: {
            description: 'How many sessions were ended',
            schema: Type.Object({ ended: Type.Integer() }),
          },
        },
      }),
    )
    .delete(
      '/sessions/:session',
      ({ context, params, set }) => {
        const { id } = users.get(params.id)
        sessions.endOne(id, params.session, auditActorOf(context))
        set.status = 204
      },
      route({
        requireAdmin: true,
        params: UserSessionParams,
        summary: 'Sign a user out of one browser',
        responses: { 204: { description: 'Its session has ended' } },
      }),
    )
    .get(
      '/devices',
      ({ params, query: { limit, cursor } }) =>
        listOf(devices.list(limit, cursor, users.get(params.id).id), deviceView),
      route({
        requireAdmin: true,
        params: KeyParams,
        query: ListQuery,
        summary: 'Devices that a user has approved',
        description: 'POST /admin/devices/{id}/revoke ends one.',
        responses: { 200: { description: 'The newest first', schema: listSchema(DeviceView) } },
      }),
    )
}

const TAGS = ['Admin']

/** /admin/users and /admin/audit. */
export function adminUserRoutes(
  guardPlugin: ReturnType<typeof guards>,
  users: Users,
  sessions: Sessions,
  audit: Audit,
) {
  const view = (user: UserRecord) => userView(user, sessions.lastSeen(user.id))
  return new Elysia({ name: 'features/admin/users', prefix: '/admin', tags: TAGS })
    .use(guardPlugin)
    .guard({ sensitive: true })
    .get(
      '/users',
      ({ query: { limit, cursor, q, role, status, waiting } }) => {
        const filter = { text: q, role, status, isWaiting: isTrue(waiting) }
        return countedListOf(users.list(limit, cursor, filter), view)
      },
      route({
        requireAdmin: true,
        query: UsersQuery,
        summary: 'Users who have signed in, the newest first',
        description: '`?waiting=true&limit=1` says with `total` how many wait for approval.',
        responses: {
          200: { description: 'One page of users', schema: countedListSchema(UserView) },
        },
      }),
    )
    .get(
      '/users/:id',
      ({ params }) => view(users.get(params.id)),
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'One user',
        responses: { 200: { description: 'The user’s record', schema: UserView } },
      }),
    )
    .patch(
      '/users/:id',
      async ({ context, params }) => {
        const { extras, ...change } = await readJson(context, UserChangeBody, MAX_ADMIN_BYTES)
        const granted = extras === undefined ? {} : { extras: extrasOf(extras) }
        const auditActor = auditActorOf(context)
        return view(users.change(params.id, { ...change, ...granted }, auditActor))
      },
      route({
        requireAdmin: true,
        params: KeyParams,
        summary: 'Approve, promote, suspend or delete an account, or grant extras; acts at once',
        description:
          'With `deleted`, the user’s conversations, jobs, files and devices are deleted for good, also when the account is made `active` again. Usage stays.',
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
    )
    .get(
      '/audit',
      ({ context, query: { limit, cursor, ...filter } }) =>
        jsonAnswer(context, () => listOf(audit.list(limit, cursor, filter), auditView)),
      route({
        requireAdmin: true,
        query: AuditQuery,
        summary: 'Who changed what, the newest first',
        errors: [429],
        responses: { 200: { description: 'One page of entries', schema: listSchema(AuditView) } },
      }),
    )
}
