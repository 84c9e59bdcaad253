import { Elysia } from 'elysia'
import type { Audit } from '../../core/audit/audit.ts'
import { type DeviceFlow, LIFETIME_MS } from '../../core/identity/devices/device-flow.ts'
import type { Sessions } from '../../core/identity/sessions.ts'
import { pageAfterSignIn } from '../../core/identity/sign-in/sign-in.ts'
import { nameOf, type Users } from '../../core/identity/users.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { AnswerHeaders, Browser } from '../../guards/browser.ts'
import type { guards } from '../../guards/index.ts'
import type { SignInMethods } from '../../guards/sign-in-methods.ts'
import { setRateHeaders } from '../../http/reply/error-body.ts'
import { type Html, html, htmlPage, seeOther } from '../../http/reply/html.ts'
import { type PageMessages, pageMessages } from '../../http/reply/page-messages.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { HostCookie } from '../../http/server/cookies.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { route } from '../shared/openapi.ts'
import { browserOf } from '../shared/sign-in-attempt.ts'
import { bold, displayName } from './http/pages.ts'
import { BROWSER_CODE_LIMIT, SIGN_IN_LIMIT } from './schema.ts'

const PATH = '/login/code'
/** The device code, which proves that this browser has asked, and the user code that it shows. */
const CODE_COOKIE = new HostCookie('hearth-code')
const COOKIE_VALUE = /^([A-Za-z0-9_-]{43})\.([A-Z]{4}-[A-Z]{4})$/
const REFRESH_SECONDS = 5

interface BrowserCodeServices {
  guards: ReturnType<typeof guards>
  deviceFlow: DeviceFlow
  signInMethods: SignInMethods
  users: Users
  sessions: Sessions
  audit: Audit
  rateLimits: RateLimits
  browser: Browser
  origins: Origins
}

/** /login/code: a browser shows a code, and is signed in once a signed-in one has approved it. */
export function browserCodeRoutes(services: BrowserCodeServices) {
  return new Elysia({ name: 'features/sign-in/browser-code', tags: ['Signing in'] })
    .use(services.guards)
    .guard({ sensitive: true })
    .get(PATH, ({ context }) => codePage(services, context), {
      errorShape: 'page',
      open: true,
      limited: SIGN_IN_LIMIT,
      detail: { hide: true },
    })
    .post(
      PATH,
      ({ context, set }) => startOrFinish(services, context, set),
      route({
        errorShape: 'page',
        open: true,
        limited: SIGN_IN_LIMIT,
        summary: 'Show a code in this browser; once it is approved, sign in',
        description:
          'From a page of this service. The code is approved at /login/approve in a signed-in browser, within ten minutes.',
        responses: { 303: { description: 'Redirects to the page with the code, or signed in' } },
        errors: [403],
      }),
    )
}

/** Changes nothing: what the page shows follows from the cookie. */
function codePage(services: BrowserCodeServices, context: HttpContext): Response {
  requireTransport(services, context)
  const shown = shownCode(services, context)
  const all = pageMessages(context.request)
  const { language, browserCode: m } = all
  if (shown === undefined) return startPage(all, undefined)
  switch (shown.status) {
    case 'pending':
      return htmlPage({
        language,
        title: m.enter,
        refreshSeconds: REFRESH_SECONDS,
        body: html`<p class="code">${shown.userCode}</p>
<p>${m.how(bold(m.me), bold(m.addDevice))}</p>
<p>${m.looksAgain(REFRESH_SECONDS, html`<a href="${PATH}">${m.now}</a>`)}</p>`,
      })
    case 'approved':
      return htmlPage({
        language,
        title: all.approve.approved,
        body: html`<p>${m.goOnAs(bold(nameFor(services, shown.userId)))}</p>${button(all.signIn)}`,
      })
    case 'denied':
      return startPage(all, m.wasDenied)
    case 'expired':
      return startPage(all, m.expired)
  }
}

function startPage(
  { language, browserCode: m }: PageMessages,
  error: string | undefined,
): Response {
  const alert = error === undefined ? undefined : html`<p class="error" role="alert">${error}.</p>`
  return htmlPage({
    language,
    title: m.title,
    body: html`${alert}<p>${m.intro}</p>${button(m.show)}`,
  })
}

function button(label: string): Html {
  return html`<form method="post" action="${PATH}"><button>${label}</button></form>`
}

function startOrFinish(
  services: BrowserCodeServices,
  context: HttpContext,
  set: AnswerHeaders,
): Response {
  const { request, connection } = context
  const { browser, deviceFlow, origins, rateLimits } = services
  requireTransport(services, context)
  browser.requireSameOrigin(request, true)
  if (shownCode(services, context)?.status === 'approved') return finish(services, context)
  const { client } = connection
  rateLimits.consumeForAddress(BROWSER_CODE_LIMIT, client, (state) =>
    setRateHeaders(set.headers, state),
  )
  const { deviceCode, userCode } = deviceFlow.start({
    surface: 'browser',
    name: request.headers.get('user-agent') ?? undefined,
    codeChallenge: undefined,
    address: client,
  })
  const value = `${deviceCode}.${userCode}`
  return seeOther(PATH, [CODE_COOKIE.set(origins, request, value, LIFETIME_MS / 1000)])
}

function finish(services: BrowserCodeServices, context: HttpContext): Response {
  const { request } = context
  const { browser, deviceFlow, users, sessions, audit, origins } = services
  const shown = shownCode(services, context)
  if (shown === undefined) throw new AppError('not_found', 'The code is not valid any more')
  const client = browserOf(context)
  const poll = pollOf(shown.deviceCode, context)
  const { token, user } = deviceFlow.poll(poll, ({ userId }) => {
    const user = users.signedInLocally(userId)
    const auditActor = { actor: nameOf(user), address: client.address, requestId: client.requestId }
    audit.record(auditActor, { action: 'session.start', subject: userId })
    return { user, token: sessions.start(userId, client) }
  })
  return seeOther(pageAfterSignIn(user), [
    browser.replaceSession(request.headers, token),
    CODE_COOKIE.set(origins, request, '', 0),
  ])
}

/** The code that a browser shows, and how far it is. */
function shownCode({ deviceFlow, origins }: BrowserCodeServices, context: HttpContext) {
  const cookie = CODE_COOKIE.read(origins, context.request) ?? ''
  const [, deviceCode = '', userCode = ''] = COOKIE_VALUE.exec(cookie) ?? []
  const state = deviceFlow.stateOf(pollOf(deviceCode, context))
  return state && { ...state, deviceCode, userCode }
}

function pollOf(deviceCode: string, { connection }: HttpContext) {
  const { client: address } = connection
  return { surface: 'browser' as const, deviceCode, verifier: undefined, address }
}

function nameFor({ users }: BrowserCodeServices, userId: string | null): string {
  return userId === null ? '' : displayName(users.get(userId))
}

/** @throws {AppError} `forbidden` where the session could be read on the way */
function requireTransport({ signInMethods }: BrowserCodeServices, context: HttpContext): void {
  if (signInMethods.keyTransport(context) !== undefined) return
  throw new AppError(
    'forbidden',
    'A code is shown over https, or without it on this machine and in private networks: on the way here the sign-in could be read',
  )
}
