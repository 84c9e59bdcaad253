import { join } from 'node:path'
import { Elysia } from 'elysia'
import { PRIMARY_LABEL } from '../../core/identity/labels.ts'
import type { Passkeys } from '../../core/identity/passkeys.ts'
import { PRIMARY_SESSION_MS, type PrimaryAccount } from '../../core/identity/primary-account.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import { ATTEMPT_SECONDS, ownPath, type SignIn } from '../../core/identity/sign-in/sign-in.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { Browser } from '../../guards/browser.ts'
import type { guards } from '../../guards/index.ts'
import type { KeyTransport, SignInMethods } from '../../guards/sign-in-methods.ts'
import { readFormOrJson } from '../../http/body/form.ts'
import { setRateHeaders } from '../../http/reply/error-body.ts'
import { seeOther, wantsPage } from '../../http/reply/html.ts'
import { pageMessages } from '../../http/reply/page-messages.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { FORM_OR_JSON } from '../shared/device-routes.ts'
import { route } from '../shared/openapi.ts'
import { ATTEMPT_COOKIE, browserOf, CALLBACK } from '../shared/sign-in-attempt.ts'
import { KEY_PATH, type PasskeyPart, signedOutPage, signInPage, waitingPage } from './http/pages.ts'
import {
  KEY_LIMIT,
  KEY_TOTAL_LIMIT,
  KeyBody,
  LoginQuery,
  MAX_KEY_BYTES,
  ProviderList,
  SIGN_IN_LIMIT,
} from './schema.ts'

const PUBLIC = join(import.meta.dir, '../../../public')
const FILE_HEADERS = { 'x-content-type-options': 'nosniff', 'cache-control': 'public, max-age=300' }

/** For programs: clients of Ollama look for these words at `/` before they ask for anything. */
const RUNNING = 'Ollama is running, in the form of Hearth'

interface HomeServices {
  guards: ReturnType<typeof guards>
  signInMethods: SignInMethods
  limits: {
    /** How often the waiting page reloads. */
    refreshSeconds: number
  }
}

/** GET /, /waiting, and the style sheet and icon of the pages. */
export function homeRoutes({ guards, signInMethods, limits }: HomeServices) {
  const file = (name: string) => () =>
    new Response(Bun.file(join(PUBLIC, name)), { headers: FILE_HEADERS })
  return (
    new Elysia({ name: 'features/sign-in/home' })
      .use(guards)
      // Where nobody can sign in, the start page would only refuse.
      .get(
        '/',
        ({ request, context }) =>
          wantsPage(request)
            ? seeOther(signInMethods.canSignIn(context) ? '/app/' : '/docs')
            : new Response(RUNNING),
        { open: true, detail: { hide: true } },
      )
      .get(
        '/waiting',
        ({ request, user }) =>
          user.role === 'pending'
            ? waitingPage(request, user, limits.refreshSeconds)
            : seeOther('/app/'),
        { sensitive: true, requireSignIn: true, detail: { hide: true } },
      )
      .get('/style.css', file('style.css'), { open: true, detail: { hide: true } })
      .get('/passkey.js', file('passkey.js'), { open: true, detail: { hide: true } })
      .get('/icon.svg', file('icon.svg'), { open: true, detail: { hide: true } })
  )
}

/** GET /login, its callback, POST /login/key, and POST /logout. */
export function signInRoutes(services: SignInServices) {
  const { guards, browser, sessions } = services
  return new Elysia({ name: 'features/sign-in/login', tags: ['Signing in'] })
    .use(guards)
    .use(keyRoutes(services))
    .get(
      '/login',
      ({ context, query }) => login(services, context, query),
      route({
        errorShape: 'page',
        sensitive: true,
        open: true,
        limited: SIGN_IN_LIMIT,
        query: LoginQuery,
        summary: 'Sign in through an identity provider, or with the Primary Key',
        description:
          'Sends a browser that comes from a page to a single provider at once; otherwise lets it choose. Answers a script with the providers.',

        responses: {
          200: { description: 'The providers', schema: ProviderList, alternatives: ['text/html'] },
          303: { description: 'Redirects to the provider' },
        },
        errors: [403, 404, 502],
      }),
    )
    .get(
      CALLBACK,
      ({ context }) => finishSignIn(services, context),
      route({
        errorShape: 'page',
        sensitive: 'callback',
        open: true,
        limited: SIGN_IN_LIMIT,
        summary: 'The callback of the identity provider',

        responses: { 303: { description: 'Signed in; redirects to where the user wanted to go' } },
        errors: [403, 502],
      }),
    )
    .post(
      '/logout',
      ({ request, set }) => {
        const token = browser.token(request.headers)
        if (token !== undefined) sessions.end(token)
        const cookie = browser.expiredCookie(request.headers)
        if (wantsPage(request)) return seeOther('/login?signed_out=1', [cookie])
        set.status = 204
        set.headers['set-cookie'] = cookie
        return undefined
      },
      route({
        sensitive: true,
        requireSignIn: true,
        summary: 'End this browser’s session',

        responses: {
          204: { description: 'Signed out' },
          303: { description: 'The same, redirecting a browser' },
        },
      }),
    )
}

/**
 * Shows the ways to sign in. A browser that comes from a page goes to a single provider without a
 * choice; one that has opened this address has the choice, because the owner may have come for the
 * Primary Key.
 */
async function login(
  services: SignInServices,
  context: HttpContext,
  query: LoginQuery,
): Promise<Response> {
  const { request } = context
  const { signIn, signInMethods, origins } = services
  const { provider, return_to, signed_out } = query
  const { offers } = signIn
  const keyTransport = signInMethods.keyTransport(context)
  if (!wantsPage(request)) {
    return Response.json({ providers: offers, primary_key: keyTransport !== undefined })
  }
  if (signed_out !== undefined) return signedOutPage(request)
  const passkey = passkeyPart(services, request)
  const single = passkey === undefined && offers.length === 1 ? offers[0]?.id : undefined
  const chosen = provider ?? (return_to === undefined ? undefined : single)
  const hasWay = offers.length > 0 || keyTransport !== undefined || passkey !== undefined
  if (chosen === undefined && hasWay) {
    return signInPage({ origins, request, offers, keyTransport, passkey, returnTo: return_to })
  }
  const origin = origins.publicOf(request.headers.get('host'))
  if (origin === undefined && origins.main !== undefined) {
    // The provider accepts only public addresses, and the cookie must be of the same address.
    if (chosen !== undefined || origins.isSecure(origins.mainHost)) {
      return atPublicAddress(origins.main, query)
    }
  }
  if (chosen === undefined) throw keyError()
  const { url, binding } = await signIn.begin(chosen, (origin ?? '') + CALLBACK, return_to)
  return seeOther(url.href, [ATTEMPT_COOKIE.set(origins, request, binding, ATTEMPT_SECONDS)])
}

/** How the page offers passkeys; undefined where nobody has one. */
function passkeyPart(
  { passkeys, signInMethods, origins }: SignInServices,
  request: Request,
): PasskeyPart | undefined {
  const host = signInMethods.passkeyHost(request)
  if (host === undefined || !passkeys.areUsedAt(host.rpId)) return undefined
  const isMain = origins.mainHost === request.headers.get('host') || host.rpId === 'localhost'
  return { mainUrl: isMain ? undefined : `${origins.main}/login` }
}

/** The same request at the public address. @throws {AppError} `malformed` where it arrived there */
function atPublicAddress(main: string, { provider, return_to, moved }: LoginQuery): Response {
  if (moved !== undefined) {
    throw new AppError('malformed', 'The proxy in front of this service must keep the Host header')
  }
  const query = new URLSearchParams({ moved: '1' })
  if (provider !== undefined) query.set('provider', provider)
  if (return_to !== undefined) query.set('return_to', return_to)
  return seeOther(`${main}/login?${query}`)
}

async function finishSignIn(
  { signIn, browser, origins }: SignInServices,
  context: HttpContext,
): Promise<Response> {
  const { request, connection } = context
  const { headers } = request
  // A HEAD request must not use up the sign-in attempt.
  if (connection.isHead) throw new AppError('malformed', 'Expected GET')
  const old = browser.token(headers)
  const answer = new URL(request.url).searchParams
  const finished = await signIn.finish(
    answer,
    ATTEMPT_COOKIE.read(origins, request),
    browserOf(context),
    old,
  )
  const { token, returnTo } = finished
  const attempt = ATTEMPT_COOKIE.set(origins, request, '', 0)
  if (token === undefined) return seeOther(returnTo, [attempt])
  const session = browser.replaceSession(headers, token)
  return seeOther(returnTo, [session, attempt])
}

interface AnswerSettings {
  status?: number | string
  headers: Record<string, string | number>
}

/** GET and POST /login/key: signing in with the Primary Key. */
function keyRoutes(services: SignInServices) {
  const { guards, signIn, signInMethods, origins } = services
  return new Elysia({ name: 'features/sign-in/key' })
    .use(guards)
    .guard({ sensitive: true })
    .get(
      KEY_PATH,
      ({ request, context }) => {
        const keyTransport = requireKeyTransport(signInMethods.keyTransport(context))
        const passkey = passkeyPart(services, request)
        const { offers } = signIn
        return signInPage({ origins, request, offers, keyTransport, passkey, isOpen: true })
      },
      {
        errorShape: 'page',
        open: true,
        limited: SIGN_IN_LIMIT,
        detail: { hide: true },
      },
    )
    .post(
      KEY_PATH,
      ({ context, set }) => signInWithKey(services, context, set),
      route({
        errorShape: 'page',
        open: true,
        limited: KEY_LIMIT,
        summary: 'Sign in with the Primary Key, for 12 hours',
        description:
          'From a page of this service: over https, or without it from this machine and its own network.',
        tags: ['Signing in'],
        body: KeyBody,
        bodyTypes: FORM_OR_JSON,
        responses: {
          204: { description: 'Signed in; the session is in a cookie' },
          303: { description: 'The same, redirecting a browser' },
        },
        errors: [401, 403],
      }),
    )
}

/** Says where the key is accepted, where it could be read on the way. */
function keyError(): AppError {
  return new AppError(
    'forbidden',
    'The Primary Key is accepted over https, or without it from this machine and from private networks (TRUSTED_NETWORKS names others): on the way here it could be read',
  )
}

function requireKeyTransport(keyTransport: KeyTransport | undefined): KeyTransport {
  if (keyTransport === undefined) throw keyError()
  return keyTransport
}

async function signInWithKey(
  services: SignInServices,
  context: HttpContext,
  set: AnswerSettings,
): Promise<Response | undefined> {
  const { request, connection } = context
  const { browser, primaryAccount, rateLimits, signIn, signInMethods, origins } = services
  const keyTransport = requireKeyTransport(signInMethods.keyTransport(context))
  browser.requireSameOrigin(request, true)
  rateLimits.consume(KEY_TOTAL_LIMIT, keyTransport, (state) => setRateHeaders(set.headers, state))
  const { key, return_to } = await readFormOrJson(context, KeyBody, MAX_KEY_BYTES)
  const { client, requestId } = connection
  // No key contains white space, and a pasted one may bring some along.
  const userAgent = request.headers.get('user-agent') ?? ''
  const token = primaryAccount.signIn(key.trim(), { address: client, requestId }, userAgent)
  if (token === undefined) {
    if (!wantsPage(request)) throw new AppError('unauthorized', 'This is not the Primary Key')
    const { offers } = signIn
    const form = { origins, request, offers, keyTransport, returnTo: return_to }
    const { wrongKey } = pageMessages(request).login
    return signInPage({ ...form, isOpen: true, error: wrongKey })
  }
  connection.actor = PRIMARY_LABEL
  const cookie = browser.replaceSession(request.headers, token, PRIMARY_SESSION_MS / 1000)
  if (wantsPage(request)) return seeOther(ownPath(return_to), [cookie])
  set.status = 204
  set.headers['set-cookie'] = cookie
  return undefined
}

/** What signing in needs. */
interface SignInServices {
  guards: ReturnType<typeof guards>
  signIn: SignIn
  signInMethods: SignInMethods
  primaryAccount: PrimaryAccount
  passkeys: Passkeys
  sessions: Sessions
  rateLimits: RateLimits
  browser: Browser
  origins: Origins
}
