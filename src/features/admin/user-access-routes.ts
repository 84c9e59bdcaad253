import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import type { Users } from '../../core/identity/users.ts'
import type { Browser } from '../../guards/browser.ts'
import { auditActorOf } from '../../guards/index.ts'
import { DeviceView, deviceView, SessionView, sessionView } from '../shared/device-view.ts'
import { timeView } from '../shared/fields.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { documented } from '../shared/openapi.ts'
import { SignInLink, shareLink } from '../shared/share-link.ts'
import { creatorOf, type InviteServices } from './invite-routes.ts'
import { KeyParams, UserSessionParams } from './schema.ts'

const TAGS = ['Admin']

interface UserAccessServices extends InviteServices {
  browser: Browser
  users: Users
  sessions: Sessions
  devices: Devices
}

/** The sessions and devices of one user: below /admin/users/{id}. */
export function adminUserAccessRoutes(services: UserAccessServices) {
  const { guards: guardPlugin, browser, users, sessions, devices } = services
  return new Elysia({ name: 'features/admin/user-access', prefix: '/admin/users/:id' })
    .use(guardPlugin)
    .get(
      '/sessions',
      ({ request, params, query: { limit, cursor } }) => {
        const { id } = users.get(params.id)
        const token = browser.token(request.headers)
        const current = token === undefined ? undefined : sessions.idOf(token)
        return listOf(sessions.list(id, limit, cursor), (one) => sessionView(one, current))
      },
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        query: ListQuery,
        detail: documented({
          summary: 'Browsers in which a user is signed in',
          tags: TAGS,
          responses: { 200: { description: 'The newest first', schema: listSchema(SessionView) } },
        }),
      },
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
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        parse: 'none',
        detail: documented({
          summary:
            'Make a link that signs a user in once, for somebody who cannot sign in any more',
          description:
            'Good for ten minutes, shown this once; it ends those made before. For an admin, only the admin makes one.',
          tags: TAGS,
          responses: { 200: { description: 'The link', schema: SignInLink } },
          errors: [409],
        }),
      },
    )
    .delete(
      '/sessions',
      ({ context, params }) => {
        const { id } = users.get(params.id)
        return { ended: sessions.endOthers(id, undefined, auditActorOf(context)) }
      },
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        detail: documented({
          summary: 'Sign a user out of all browsers',
          description: 'The user may sign in again; suspending an account prevents that.',
          tags: TAGS,
          responses: {
            200: {
              description: 'How many sessions were ended',
              schema: Type.Object({ ended: Type.Integer() }),
            },
          },
        }),
      },
    )
    .delete(
      '/sessions/:session',
      ({ context, params, set }) => {
        const { id } = users.get(params.id)
        sessions.endOne(id, params.session, auditActorOf(context))
        set.status = 204
      },
      {
        sensitive: true,
        requireAdmin: true,
        params: UserSessionParams,
        detail: documented({
          summary: 'Sign a user out of one browser',
          tags: TAGS,
          responses: { 204: { description: 'Its session has ended' } },
        }),
      },
    )
    .get(
      '/devices',
      ({ params, query: { limit, cursor } }) =>
        listOf(devices.list(limit, cursor, users.get(params.id).id), deviceView),
      {
        sensitive: true,
        requireAdmin: true,
        params: KeyParams,
        query: ListQuery,
        detail: documented({
          summary: 'Devices that a user has approved',
          description: 'POST /admin/devices/{id}/revoke ends one.',
          tags: TAGS,
          responses: { 200: { description: 'The newest first', schema: listSchema(DeviceView) } },
        }),
      },
    )
}
