import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import { type Actor, accountOf } from '../../core/identity/actor.ts'
import type { Identities, IdentityRecord } from '../../core/identity/identities.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import { ATTEMPT_SECONDS, type SignIn } from '../../core/identity/sign-in/sign-in.ts'
import type { Browser } from '../../guards/browser.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readJson } from '../../http/body/json.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { sha256 } from '../../platform/ids.ts'
import { closedObject, component } from '../../platform/schemas.ts'
import { nullable, Time, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import { ATTEMPT_COOKIE, CALLBACK } from '../shared/sign-in-attempt.ts'

const MAX_LINK_BYTES = 4096

export interface IdentityServices {
  guards: ReturnType<typeof guards>
  identities: Identities
  signIn: SignIn
  sessions: Sessions
  browser: Browser
  origins: Origins
}

const IdentityView = component('Identity', {
  id: Type.String({ examples: ['idn_5b0Q7sYw2Lx8'] }),
  issuer: Type.String({ examples: ['https://accounts.google.com'] }),
  email: nullable(Type.String(), 'As the provider has verified it; null where it has not'),
  created_at: Time,
})

const IdentitiesView = component('Identities', {
  items: Type.Array(IdentityView),
  providers: Type.Array(Type.Object({ id: Type.String(), label: Type.String() }), {
    description: 'Where another account can be connected',
  }),
})

const LinkBody = closedObject({ provider: Type.String({ maxLength: 32 }) })
const LinkView = component('IdentityLink', {
  url: Type.String({ description: 'Of the provider; opened in the same browser' }),
})

const Params = Type.Object({ id: Type.String({ pattern: '^idn_[\\w-]{1,60}$' }) })

/** /api/me/identities: accounts at providers that sign in to the own account. */
export function meIdentityRoutes(services: IdentityServices) {
  const { identities, signIn, sessions, browser } = services
  return new Elysia({
    name: 'features/me/identities',
    prefix: '/api/me/identities',
    tags: ['Account'],
  })
    .use(services.guards)
    .guard({ sensitive: true })
    .get(
      '',
      ({ actor }) => ({
        items: identities.list(accountFor(actor)).map(identityView),
        providers: signIn.offers,
      }),
      route({
        requireUser: true,
        summary: 'Accounts at identity providers that sign in to the own account',
        responses: { 200: { description: 'All of them', schema: IdentitiesView } },
      }),
    )
    .post(
      '',
      ({ context, set }) => startLink(services, context, set),
      route({
        requireUser: true,
        summary: 'Connect an account at an identity provider',
        description:
          'From a signed-in browser, which then opens the address of the answer. An account is never connected by its e-mail address.',
        browserOnly: true,
        body: LinkBody,
        bodyExamples: { oidc: { summary: 'With the own provider', value: { provider: 'oidc' } } },
        responses: { 200: { description: 'Where to go on', schema: LinkView } },
        errors: [404, 409, 502],
      }),
    )
    .delete(
      '/:id',
      ({ request, context, params, actor, set }) => {
        const id = signedInAccount(actor)
        const auditActor = auditActorOf(context)
        const token = browser.token(request.headers)
        const current = token === undefined ? undefined : sessions.idOf(token)
        identities.unlink(id, params.id, auditActor, () =>
          sessions.endOthers(id, current, auditActor),
        )
        set.status = 204
      },
      route({
        requireUser: true,
        params: Params,
        summary: 'Disconnect an account; signs out every other browser',
        description: 'From a signed-in browser. The last way into the own account stays.',
        browserOnly: true,
        responses: { 204: { description: 'It signs in here no more' } },
        errors: [409],
      }),
    )
}

async function startLink(
  { identities, signIn, browser, origins }: IdentityServices,
  context: RequestContext,
  set: { headers: Record<string, string | number> },
): Promise<Static<typeof LinkView>> {
  const { request, actor } = context
  const { headers } = request
  const userId = signedInAccount(actor)
  identities.requireLinkable(userId)
  const { provider } = await readJson(context, LinkBody, MAX_LINK_BYTES)
  const origin = origins.publicOf(headers.get('host'))
  if (origin === undefined && origins.main !== undefined)
    throw new AppError('conflict', `Open this page at ${origins.main}: the provider knows no other`)
  const link = { userId, session: sha256(browser.token(headers) ?? '') }
  const back = '/app/me?connected=1'
  const { url, binding } = await signIn.begin(provider, (origin ?? '') + CALLBACK, back, { link })
  set.headers['set-cookie'] = ATTEMPT_COOKIE.set(origins, request, binding, ATTEMPT_SECONDS)
  return { url: url.href }
}

/** @throws {AppError} `forbidden` for a custom key, with which nobody signs in */
export function accountFor(actor: Actor): string {
  const id = accountOf(actor)
  if (id === undefined) throw new AppError('forbidden', 'A key has no account: sign in instead')
  return id
}

/** The account of a signed-in browser. @throws {AppError} `forbidden` for a key, also the primary one */
export function signedInAccount(actor: Actor): string {
  if (actor.kind === 'user') return actor.id
  throw new AppError('forbidden', 'This is done in a signed-in browser, not with a key')
}

function identityView({
  id,
  issuer,
  email,
  createdAt,
}: IdentityRecord): Static<typeof IdentityView> {
  return { id, issuer, email, created_at: timeView(createdAt) }
}
