import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Actor, labelOf } from '../../core/identity/actor.ts'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { Invites } from '../../core/identity/invites.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import type { UserStore } from '../../core/identity/user-store.ts'
import { issuerOf, nameOf, type Users } from '../../core/identity/users.ts'
import type { Browser } from '../../guards/browser.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { LANGUAGES } from '../../platform/languages.ts'
import { closedObject, component, oneOf } from '../../platform/schemas.ts'
import { DeviceView, deviceView, SessionView, sessionView } from '../shared/device-view.ts'
import { nullable, timeView } from '../shared/fields.ts'
import { ListQuery, listOf, listSchema } from '../shared/lists.ts'
import { route } from '../shared/openapi.ts'
import { extrasView, UserExtras } from '../shared/profile-view.ts'
import { type ShareOptions, SignInLink, shareLink } from '../shared/share-link.ts'
import { accountFor, signedInAccount } from './identity-routes.ts'

/** Names that are offered. @limit member-names count */
export const MAX_MEMBER_NAMES = 500

const Names = component('MemberNames', { items: Type.Array(Type.String({ examples: ['Ann'] })) })

/** GET /api/members: with whom something can be shared. */
export function memberNameRoutes({
  guards: allGuards,
  stores,
}: {
  guards: ReturnType<typeof guards>
  stores: { users: UserStore }
}) {
  return new Elysia({ name: 'features/me/members', tags: ['Account'] }).use(allGuards).get(
    '/api/members',
    ({ actor }) => {
      accountFor(actor)
      return { items: stores.users.memberNames(MAX_MEMBER_NAMES) }
    },
    route({
      sensitive: true,
      requireUser: true,
      summary: 'Names of the members, with whom something can be shared',
      description: 'Nothing else of them. Somebody without a name is not in it.',

      responses: { 200: { description: 'Sorted, each once', schema: Names } },
      errors: [403],
    }),
  )
}

interface MeServices extends ShareOptions {
  guards: ReturnType<typeof guards>
  browser: Browser
  sessions: Sessions
  devices: Devices
  users: Users
  invites: Invites
}

/** Null for the one that the browser prefers. */
const OwnLanguage = nullable(
  Type.Union(
    LANGUAGES.map((language) => Type.Literal(language)),
    { description: 'Of the pages; null for the one that the browser prefers', examples: ['de'] },
  ),
)
/** Of the body. @limit account-change-body KiB */
export const MAX_CHANGE_BYTES = 4 * 1024
const OwnAccountChange = closedObject(
  { language: Type.Optional(OwnLanguage) },
  { $id: 'OwnAccountChange' },
)

const OwnAccount = component('OwnAccount', {
  name: Type.String({ examples: ['ann@example.org'] }),
  role: oneOf(['admin', 'user', 'pending']),
  issuer: nullable(
    Type.String({
      description: 'Identity provider of the first sign-in; null for an account without one',
      examples: ['https://accounts.google.com'],
    }),
  ),
  extras: UserExtras,
  language: OwnLanguage,
})
const Params = Type.Object({ id: Type.String({ pattern: '^(?:ses|dev)_[\\w-]{1,60}$' }) })

/** /api/me: the browsers and devices of the signed-in user. */
export function meRoutes(services: MeServices) {
  const { guards, browser, sessions, devices, users, invites } = services
  const currentId = ({ headers }: Request) => {
    const token = browser.token(headers)
    return token === undefined ? undefined : sessions.idOf(token)
  }
  return new Elysia({ name: 'features/me', prefix: '/api/me', tags: ['Account'] })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ actor }) => accountView(actor, users),
      route({
        requireUser: true,
        summary: 'Own account: its role, and what an admin has granted beside it',

        responses: { 200: { description: 'The account', schema: OwnAccount } },
      }),
    )
    .patch(
      '',
      async ({ context, actor }) => {
        const id = signedInAccount(actor)
        const { language } = await readJson(context, OwnAccountChange, MAX_CHANGE_BYTES)
        if (language !== undefined) users.chooseLanguage(id, language)
        return accountView(actor, users)
      },
      route({
        requireUser: true,
        summary: 'Choose the language of the own pages',
        description: 'From a signed-in browser.',

        browserOnly: true,
        body: OwnAccountChange,
        responses: { 200: { description: 'The account', schema: OwnAccount } },
      }),
    )
    .get(
      '/sessions',
      ({ request, actor, query: { limit, cursor } }) => {
        const current = currentId(request)
        return listOf(sessions.list(accountFor(actor), limit, cursor), (session) =>
          sessionView(session, current),
        )
      },
      route({
        requireUser: true,
        query: ListQuery,
        summary: 'Own browsers that are signed in',
        description: 'With the Primary Key, those that have signed in with it.',

        responses: { 200: { description: 'The newest first', schema: listSchema(SessionView) } },
      }),
    )
    .delete(
      '/sessions',
      ({ request, context, actor }) => ({
        ended: sessions.endOthers(accountFor(actor), currentId(request), auditActorOf(context)),
      }),
      route({
        requireUser: true,
        summary: 'Sign out everywhere else',

        responses: {
          200: {
            description: 'How many sessions were ended; the one of the request goes on',
            schema: Type.Object({ ended: Type.Integer() }),
          },
        },
      }),
    )
    .delete(
      '/sessions/:id',
      ({ context, actor, params, set }) => {
        sessions.endOne(accountFor(actor), params.id, auditActorOf(context))
        set.status = 204
      },
      route({
        requireUser: true,
        params: Params,
        summary: 'Sign out one browser',

        responses: { 204: { description: 'Its session has ended' } },
      }),
    )
    .post(
      '/sign-in-link',
      ({ request, context, actor }) => {
        const id = signedInAccount(actor)
        const made = invites.createSignInLink(id, id, auditActorOf(context))
        const expires_at = timeView(made.expiresAt)
        return { ...shareLink(services, request, `/join/${made.token}`), expires_at }
      },
      route({
        requireUser: true,
        summary: 'Make a link that signs another device in to the own account, once',
        description:
          'From a signed-in browser. Good for ten minutes, shown this once; it ends those made before.',

        browserOnly: true,
        responses: { 200: { description: 'The link', schema: SignInLink } },
        errors: [409],
      }),
    )
    .get(
      '/devices',
      ({ actor, query: { limit, cursor } }) =>
        listOf(devices.list(limit, cursor, accountFor(actor)), deviceView),
      route({
        requireUser: true,
        query: ListQuery,
        summary: 'Own code assistants and canvas apps, also those that were ended',

        responses: { 200: { description: 'The newest first', schema: listSchema(DeviceView) } },
      }),
    )
    .post(
      '/devices/:id/revoke',
      ({ context, actor, params }) =>
        deviceView(devices.revokeOwn(accountFor(actor), params.id, auditActorOf(context))),
      route({
        requireUser: true,
        params: Params,
        summary: 'Revoke an own device for good; acts at once',

        responses: { 200: { description: 'The device’s record', schema: DeviceView } },
      }),
    )
}

function accountView(actor: Actor, users: Users): Static<typeof OwnAccount> {
  const id = accountFor(actor)
  // The account of the Primary Key has no record before the first sign-in.
  if (actor.kind === 'primary')
    return {
      name: labelOf(actor),
      role: 'admin',
      issuer: null,
      extras: extrasView(null),
      language: null,
    }
  const user = users.get(id)
  const { role, extras, language } = user
  const issuer = issuerOf(user) ?? null
  return { name: nameOf(user), role, issuer, extras: extrasView(extras), language }
}
