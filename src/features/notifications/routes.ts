import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Actor, isAdmin } from '../../core/identity/actor.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { Browser } from '../../guards/browser.ts'
import type { guards } from '../../guards/index.ts'
import { readJson } from '../../http/body/json.ts'
import { setRateHeaders } from '../../http/reply/error-body.ts'
import { AppError } from '../../platform/errors.ts'
import { closedObject, component } from '../../platform/schemas.ts'
import { accountFor } from '../me/identity-routes.ts'
import { nullable } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import { KINDS } from './kinds.ts'
import type { Notifications } from './notifications.ts'
import { MAX_ENDPOINT_CHARACTERS } from './push-sender.ts'
import type { Vapid } from './web-push.ts'

/** @limit notification-body KiB */
export const MAX_NOTIFICATION_BODY_BYTES = 8 * 1024

/** Test messages of one person. @limit notification-tests a-minute */
export const TEST_LIMIT = { name: 'notification-test', perMinute: 6 }

const KindName = Type.Union(
  KINDS.map((kind) => Type.Literal(kind)),
  {
    description:
      'answer, job, transcript and worker are of the person; approval, account and backup are for admins',
  },
)

const NotificationsView = component('Notifications', {
  public_key: Type.String({
    description: 'What a browser subscribes with at its push service, base64url',
  }),
  kinds: Type.Array(Type.Object({ kind: KindName, is_on: Type.Boolean() })),
  with_words: Type.Boolean({ description: 'Whether the first words of an answer are sent too' }),
  ntfy: nullable(
    Type.Object({
      server: Type.String({ examples: ['https://ntfy.sh'] }),
      prefix: Type.String({
        description: 'What a topic must begin with',
        examples: ['hearth-'],
      }),
      topic: nullable(Type.String(), 'Null where nothing is sent there'),
    }),
    'Null where the owner has set no server for people',
  ),
  mail: nullable(
    Type.Object({ address: Type.String(), is_on: Type.Boolean() }),
    'Null where the owner allows no mail, or the account has no verified address',
  ),
  browsers: Type.Integer({ description: 'How many of the own browsers get notifications' }),
  this_browser: nullable(
    Type.String({ examples: ['psh_Xd2LGSy6Hg_Yx2AaQiwqvQ'] }),
    'The subscription of the browser that asks; null where it gets no notifications',
  ),
})

const ChangeBody = closedObject({
  kinds: Type.Optional(
    Type.Array(KindName, { maxItems: KINDS.length, description: 'All that are sent' }),
  ),
  with_words: Type.Optional(Type.Boolean()),
  ntfy_topic: Type.Optional(
    nullable(
      Type.String({ pattern: '^[\\w-]{1,64}$', examples: ['hearth-ann-7f3k2m'] }),
      'A name that nobody can guess: anybody who knows it can read along; null for none',
    ),
  ),
  by_mail: Type.Optional(Type.Boolean()),
})

const BrowserBody = closedObject({
  endpoint: Type.String({
    maxLength: MAX_ENDPOINT_CHARACTERS,
    examples: ['https://updates.push.services.mozilla.com/wpush/v2/gAAAAABk'],
  }),
  keys: closedObject({
    p256dh: Type.String({
      pattern: '^[\\w-]{87}=?$',
      examples: [
        'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      ],
    }),
    auth: Type.String({ pattern: '^[\\w-]{22}={0,2}$', examples: ['BTBZMqHH6r4Tts7J_aSIgg'] }),
  }),
})

const SeenBody = closedObject({
  page: Type.String({ pattern: '^[\\w-]{1,64}$', description: 'A random name of the page' }),
  path: Type.String({
    maxLength: 2_000,
    description: 'What it shows; empty where nobody sees it',
  }),
})

const AddedView = component('ToldBrowser', { id: Type.String() })
const Params = Type.Object({ id: Type.String({ pattern: '^psh_[\\w-]{1,60}$' }) })

export interface NotificationServices {
  guards: ReturnType<typeof guards>
  browser: Browser
  sessions: Sessions
  notifications: Notifications
  vapid: Vapid
  rateLimits: RateLimits
}

/** /api/me/notifications: what the own browsers are notified of. */
export function notificationRoutes(services: NotificationServices) {
  const { guards, browser, sessions, notifications, vapid, rateLimits } = services
  const sessionOf = ({ headers }: Request) => {
    const token = browser.token(headers)
    return token === undefined ? undefined : sessions.idOf(token)
  }
  const view = async (
    request: Request,
    actor: Actor,
  ): Promise<Static<typeof NotificationsView>> => {
    const userId = accountFor(actor)
    const chosen = notifications.settings(userId, isAdmin(actor))
    const { ntfy } = notifications
    const address = notifications.mailAddress(userId)
    const browsers = notifications.browsers(userId)
    const session = sessionOf(request)
    return {
      public_key: await vapid.publicKey(),
      kinds: chosen.kinds.map(({ kind, isOn }) => ({ kind, is_on: isOn })),
      with_words: chosen.withWords,
      ntfy:
        ntfy === undefined
          ? null
          : { server: ntfy.server, prefix: ntfy.prefix, topic: chosen.ntfyTopic },
      mail: address === undefined ? null : { address, is_on: chosen.byMail },
      browsers: browsers.length,
      this_browser: browsers.findLast(({ sessionId }) => sessionId === session)?.id ?? null,
    }
  }
  return new Elysia({
    name: 'features/notifications',
    prefix: '/api/me/notifications',
    tags: ['Account'],
  })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ request, actor }) => view(request, actor),
      route({
        requireUser: true,
        summary: 'What the own browsers are notified of',
        responses: { 200: { description: 'The choices', schema: NotificationsView } },
      }),
    )
    .patch(
      '',
      async ({ request, context, actor }) => {
        const userId = accountFor(actor)
        const body = await readJson(context, ChangeBody, MAX_NOTIFICATION_BODY_BYTES)
        const { kinds, with_words: withWords, ntfy_topic: ntfyTopic, by_mail: byMail } = body
        notifications.change(userId, isAdmin(actor), { kinds, withWords, ntfyTopic, byMail })
        return await view(request, actor)
      },
      route({
        requireUser: true,
        summary: 'Choose what the own browsers are notified of',
        body: ChangeBody,
        bodyExamples: {
          kinds: { summary: 'Answers only', value: { kinds: ['answer'], with_words: false } },
        },
        responses: { 200: { description: 'The choices', schema: NotificationsView } },
        errors: [409],
      }),
    )
    .post(
      '/browsers',
      async ({ request, context, actor, set }) => {
        const userId = accountFor(actor)
        const session = sessionOf(request)
        if (session === undefined)
          throw new AppError('conflict', 'Only a browser that is signed in can get notifications')
        const { endpoint, keys } = await readJson(context, BrowserBody, MAX_NOTIFICATION_BODY_BYTES)
        set.status = 201
        return { id: await notifications.subscribe(userId, session, { endpoint, ...keys }) }
      },
      route({
        requireUser: true,
        summary: 'Notify this browser of what is ready',
        description:
          'The subscription that the browser has made at its push service with `public_key`. It ends with the session. Only known push services are taken, and those in `push_hosts`.',
        browserOnly: true,
        body: BrowserBody,
        responses: { 201: { description: 'The browser gets notifications', schema: AddedView } },
        errors: [409],
      }),
    )
    .delete(
      '/browsers/:id',
      ({ actor, params, set }) => {
        notifications.unsubscribe(accountFor(actor), params.id)
        set.status = 204
      },
      route({
        requireUser: true,
        params: Params,
        summary: 'End the notifications of a browser',
        responses: { 204: { description: 'It gets no more notifications' } },
      }),
    )
    .post(
      '/browsers/:id/test',
      ({ actor, params, set }) => {
        const userId = accountFor(actor)
        rateLimits.consume(TEST_LIMIT, userId, (state) => setRateHeaders(set.headers, state))
        notifications.test(userId, params.id)
        set.status = 204
      },
      route({
        requireUser: true,
        params: Params,
        summary: 'Send a test message to a browser',
        responses: { 204: { description: 'It is on its way' } },
        errors: [429],
      }),
    )
    .put(
      '/seen',
      async ({ context, actor, set }) => {
        const userId = accountFor(actor)
        const { page, path } = await readJson(context, SeenBody, MAX_NOTIFICATION_BODY_BYTES)
        notifications.look(userId, page, path)
        set.status = 204
      },
      route({
        requireUser: true,
        summary: 'Say what a page shows, so that nobody is notified of what they see',
        description: 'Good for 45 seconds; pages repeat it every 30.',
        body: SeenBody,
        responses: { 204: { description: 'It is noted' } },
      }),
    )
}
