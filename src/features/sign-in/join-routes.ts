import { Elysia } from 'elysia'
import type { Invites, OpenedInvite } from '../../core/identity/invites.ts'
import {
  ATTEMPT_SECONDS,
  type Offer,
  pageAfterSignIn,
  type SignIn,
} from '../../core/identity/sign-in/sign-in.ts'
import { MAX_LOCAL_NAME_CHARACTERS, nameOf, type User } from '../../core/identity/users.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { AnswerHeaders, Browser } from '../../guards/browser.ts'
import type { guards } from '../../guards/index.ts'
import type { KeyTransport, SignInMethods } from '../../guards/sign-in-methods.ts'
import { readFormOrJson } from '../../http/body/form.ts'
import { setRateHeaders, statusOf } from '../../http/reply/error-body.ts'
import { type Html, html, htmlPage, seeOther, wantsPage } from '../../http/reply/html.ts'
import { type PageMessages, pageMessages } from '../../http/reply/page-messages.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { HostCookie } from '../../http/server/cookies.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { randomText, sha256 } from '../../platform/ids.ts'
import { FORM_OR_JSON } from '../shared/device-routes.ts'
import { route } from '../shared/openapi.ts'
import { ATTEMPT_COOKIE, browserOf, CALLBACK } from '../shared/sign-in-attempt.ts'
import { bold, displayName } from './http/pages.ts'
import {
  JOIN_LIMIT,
  JOIN_TOTAL_LIMIT,
  JoinBody,
  JoinParams,
  JoinQuery,
  MAX_JOIN_BYTES,
} from './schema.ts'

interface JoinPage {
  request: Request
  path: string
  /** Origin of the links to providers; empty for this one. */
  providerBase: string
  offers: readonly Offer[]
  /** Who is signed in to this browser. */
  visitor: User | undefined
  /** The account that a sign-in link opens; undefined for an invitation. */
  user: User | undefined
  binding: string
  cookie: string
  keyTransport: KeyTransport
  error: AppError | undefined
}

/** The page of an invitation or a sign-in link, without a script. */
function joinPage(options: JoinPage): Response {
  const { request, user, error, cookie, keyTransport } = options
  const all = pageMessages(request, user?.language)
  const { join: m } = all
  const note = keyTransport === 'network' ? html`<p class="note">${m.openNetwork}</p>` : undefined
  return htmlPage({
    language: all.language,
    title: user === undefined ? m.invited : all.signIn,
    status: error === undefined ? 200 : statusOf(error.code),
    body: html`${user === undefined ? invitation(options, all) : signInLink(options, user, m)}${note}`,
    cookies: [cookie],
  })
}

function invitation(
  { path, binding, error, offers, providerBase, visitor }: JoinPage,
  { continueWith, join: m }: PageMessages,
): Html {
  const alert =
    error === undefined
      ? undefined
      : html`<p class="error" role="alert" id="fault">${m.faults[error.code] ?? error.message}.</p>`
  const described =
    error === undefined ? undefined : html` aria-invalid="true" aria-describedby="fault"`
  const links = offers.map(
    ({ id, label }) =>
      html`<li><a class="button" href="${providerBase}${path}?provider=${encodeURIComponent(id)}">${continueWith(label)}</a></li>`,
  )
  const others =
    offers.length === 0 ? undefined : html`<p>${m.orUse}</p><ul class="choices">${links}</ul>`
  const intro =
    visitor === undefined
      ? html`<p>${m.chooseName}</p>`
      : html`<p>${signedInAs(visitor, m)}${m.orAnother(displayName(visitor))}</p>`
  return html`${intro}${alert}<form method="post" action="${path}">
<input type="hidden" name="binding" value="${binding}">
<label for="name">${m.yourName}</label>
<input id="name" name="name" required maxlength="${MAX_LOCAL_NAME_CHARACTERS}" autocomplete="given-name" autofocus${described}>
<button>${m.join}</button>
</form>${others}`
}

function signInLink(
  { path, binding, visitor }: JoinPage,
  user: User,
  m: PageMessages['join'],
): Html {
  const name = displayName(user)
  const intro =
    visitor === undefined
      ? html`<p>${m.linkSignsIn(bold(name))}</p>`
      : html`<p>${signedInAs(visitor, m)}${m.orLink(bold(name))}</p>`
  return html`${intro}<form method="post" action="${path}">
<input type="hidden" name="binding" value="${binding}">
<button>${m.signInAs(name)}</button>
</form>`
}

/** Who uses this browser already, with the way on. */
function signedInAs(visitor: User, m: PageMessages['join']): Html {
  const name = displayName(visitor)
  return html`${m.signedInAs(bold(name))} <a href="/app/">${m.goOnAs(name)}</a>`
}

const PATH = '/join/:token'
/** Binds the form to the browser that has opened the page. */
const JOIN_COOKIE = new HostCookie('hearth-join')
const JOIN_COOKIE_SECONDS = 60 * 60

interface JoinServices {
  guards: ReturnType<typeof guards>
  invites: Invites
  signIn: SignIn
  signInMethods: SignInMethods
  rateLimits: RateLimits
  browser: Browser
  origins: Origins
}

/** /join/{token}: what an invitation or a sign-in link opens. */
export function joinRoutes(services: JoinServices) {
  return new Elysia({ name: 'features/sign-in/join', tags: ['Signing in'] })
    .use(services.guards)
    .guard({ sensitive: true })
    .get(
      PATH,
      ({ context, params, query, set }) =>
        open(services, context, params.token, query.provider, set),
      {
        errorShape: 'page',
        open: true,
        limited: JOIN_LIMIT,
        params: JoinParams,
        query: JoinQuery,
        // Changes nothing: programs that preview links use nothing up.
        detail: { hide: true },
      },
    )
    .post(
      PATH,
      ({ context, params, set }) => join(services, context, params.token, set),
      route({
        errorShape: 'page',
        open: true,
        limited: JOIN_LIMIT,
        params: JoinParams,
        summary: 'Use an invitation or a sign-in link: signs this browser in',
        description:
          'From the page of the link, in the browser that has opened it: over https, or without it from this machine and its own network.',
        body: JoinBody,
        bodyTypes: FORM_OR_JSON,
        responses: {
          204: { description: 'Signed in; the session is in a cookie' },
          303: { description: 'The same, redirecting a browser' },
        },
        errors: [400, 403, 409],
      }),
    )
}

async function open(
  services: JoinServices,
  context: HttpContext,
  token: string,
  provider: string | undefined,
  set: AnswerHeaders,
): Promise<Response> {
  const { request } = context
  const { invites, signIn, origins } = services
  const { keyTransport, invite } = openedBy(services, context, token, set)
  if (provider === undefined) return page(services, request, { token, keyTransport, invite }, set)
  const hash = invites.hashOf(token)
  if (hash === undefined) throw new AppError('not_found', 'This link signs in without a provider')
  const callback = (origins.publicOf(request.headers.get('host')) ?? '') + CALLBACK
  const { url, binding } = await signIn.begin(provider, callback, undefined, { invite: hash })
  return seeOther(url.href, [ATTEMPT_COOKIE.set(origins, request, binding, ATTEMPT_SECONDS)])
}

interface Opened {
  token: string
  keyTransport: KeyTransport
  invite: OpenedInvite
  /** Why the form was not accepted. */
  error?: AppError
}

function page(
  { signIn, browser, origins }: JoinServices,
  request: Request,
  { token, keyTransport, invite, error }: Opened,
  set: AnswerHeaders,
): Response {
  const { headers } = request
  const secret = randomText(32)
  return joinPage({
    request,
    path: `/join/${token}`,
    // A provider accepts public addresses only.
    providerBase: origins.publicOf(headers.get('host')) === undefined ? (origins.main ?? '') : '',
    offers: signIn.offers,
    visitor: browser.session(request, set, true)?.user,
    user: invite.user,
    binding: bindingOf(secret, token),
    cookie: JOIN_COOKIE.set(origins, request, secret, JOIN_COOKIE_SECONDS),
    keyTransport,
    error,
  })
}

async function join(
  services: JoinServices,
  context: HttpContext,
  token: string,
  set: AnswerHeaders & { status?: number | string },
): Promise<Response | undefined> {
  const { request } = context
  const { invites, browser, origins } = services
  const opened = openedBy(services, context, token, set)
  const client = browserOf(context)
  if (!browser.isSameOrigin(request)) invites.refuse(token, 'another origin', client)
  browser.requireSameOrigin(request, true)
  const { name, binding } = await readFormOrJson(context, JoinBody, MAX_JOIN_BYTES)
  const secret = JOIN_COOKIE.read(origins, request)
  if (secret === undefined || bindingOf(secret, token) !== binding) {
    invites.refuse(token, 'another browser', client)
    throw new AppError('malformed', 'Open the link again in this browser, with cookies allowed')
  }
  const joined = tryJoin(() => invites.use(token, name, client))
  if (joined instanceof AppError) {
    if (!wantsPage(request)) throw joined
    return page(services, request, { token, ...opened, error: joined }, set)
  }
  context.connection.actor = nameOf(joined.user)
  const cookies = [
    browser.replaceSession(request.headers, joined.token),
    JOIN_COOKIE.set(origins, request, '', 0),
  ]
  if (wantsPage(request)) return seeOther(pageAfterSignIn(joined.user), cookies)
  set.status = 204
  set.headers['set-cookie'] = cookies[0] ?? ''
  return undefined
}

/**
 * What a token opens where it may be used.
 *
 * @throws {AppError} `forbidden` where it could be read on the way, `rate_limited`, `not_found`
 */
function openedBy(
  { invites, signInMethods, rateLimits }: JoinServices,
  context: HttpContext,
  token: string,
  set: AnswerHeaders,
): { keyTransport: KeyTransport; invite: OpenedInvite } {
  const keyTransport = signInMethods.keyTransport(context)
  const { request } = context
  if (keyTransport === undefined) {
    if (request.method === 'POST') invites.refuse(token, 'not encrypted', browserOf(context))
    throw new AppError(
      'forbidden',
      'This link is accepted over https, or without it from this machine and from private networks: on the way here it could be read',
    )
  }
  rateLimits.consume(JOIN_TOTAL_LIMIT, 'all', (state) => setRateHeaders(set.headers, state))
  const invite = invites.lookup(token)
  // The use of one that is not open any more is refused, and noted, by `use`.
  if (invite === undefined && request.method !== 'POST')
    throw new AppError('not_found', 'This link is not valid any more: ask for a new one')
  return { keyTransport, invite: invite ?? { user: undefined } }
}

/** @returns What a visitor can correct; everything else is thrown */
function tryJoin<value>(use: () => value): value | AppError {
  try {
    return use()
  } catch (error) {
    if (error instanceof AppError && error.param === 'name') return error
    throw error
  }
}

/** Of the form; the secret itself is in the cookie alone. */
function bindingOf(secret: string, token: string): string {
  return sha256(`${secret}\0${token}`)
}
