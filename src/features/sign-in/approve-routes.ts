import { Elysia } from 'elysia'
import type {
  Decision,
  DeviceFlow,
  FlowSurface,
  WaitingDevice,
} from '../../core/identity/devices/device-flow.ts'
import type { UserCodeAttempts } from '../../core/identity/devices/user-code-attempts.ts'
import { PRIMARY_USER_ID } from '../../core/identity/user-store.ts'
import type { User } from '../../core/identity/users.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { Browser } from '../../guards/browser.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import type { PageContext } from '../../guards/request-context.ts'
import { readFormOrJson } from '../../http/body/form.ts'
import { setRateHeaders } from '../../http/reply/error-body.ts'
import { html, htmlPage, wantsPage } from '../../http/reply/html.ts'
import { type PageMessages, pageMessages } from '../../http/reply/page-messages.ts'
import { AppError } from '../../platform/errors.ts'
import { FORM_OR_JSON } from '../shared/device-routes.ts'
import { timeView } from '../shared/fields.ts'
import { documented } from '../shared/openapi.ts'
import { bold, displayName } from './http/pages.ts'
import { ApproveBody, MAX_APPROVE_BYTES, VERIFY_LIMITS, WaitingDeviceView } from './schema.ts'

const TAGS = ['Canvas']
const CANVAS: ApproveOptions = {
  surface: 'canvas',
  path: '/canvas/approve',
  tags: TAGS,
}

/** /canvas/approve, and the same for scripts: approves canvas apps. */
export function canvasApproveRoutes(services: ApproveServices) {
  return approveRoutes(services, CANVAS).post(
    '/api/canvas/device/verify',
    ({ context, set }) => approve(services, CANVAS, context, set),
    {
      sensitive: true,
      requireSession: true,
      limited: VERIFY_LIMITS.canvas.address,
      parse: 'none',
      detail: approveDetail(TAGS),
    },
  )
}

/** /code/approve: approves the machines of code assistants. */
export function codeApproveRoutes(services: ApproveServices) {
  return approveRoutes(services, {
    surface: 'code',
    path: '/code/approve',
    tags: ['Code assistants'],
  })
}

/** /login/approve: signs another browser in to the own account. */
export function browserApproveRoutes(services: ApproveServices) {
  return approveRoutes(services, {
    surface: 'browser',
    path: '/login/approve',
    tags: ['Signing in'],
  })
}

interface ApprovePage {
  path: string
  surface: FlowSurface
  all: PageMessages
}

/** The form for a user code. @param fault Why the last code was not accepted */
function codePage({ path, surface, all }: ApprovePage, fault?: string): Response {
  const { approve: m } = all
  const alert =
    fault === undefined
      ? undefined
      : html`<p class="error" role="alert" id="fault">${fault}. ${m.checkCode}</p>`
  const described =
    fault === undefined ? undefined : html` aria-invalid="true" aria-describedby="fault"`
  return htmlPage({
    language: all.language,
    title: m[surface].title,
    status: fault === undefined ? 200 : 404,
    body: html`${alert}<form method="post" action="${path}">
<label for="user_code">${m[surface].typeCode}</label>
<input id="user_code" name="user_code" class="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" autofocus${described}>
<button>${m.next}</button>
</form>`,
  })
}

/** Shows the waiting device with the buttons to approve or deny it. */
function decisionPage(
  { path, surface, all }: ApprovePage,
  user: User,
  { userCode, clientName, address, requestedAt }: WaitingDevice,
): Response {
  const { language, approve: m } = all
  const time = new Intl.DateTimeFormat(language, TIME_FORM).format(requestedAt)
  return htmlPage({
    language,
    title: m[surface].title,
    body: html`<p>${m.wants(bold(clientName), bold(displayName(user)))} ${m[surface].permission}</p>
<dl>
<dt>${m.codeLabel}</dt><dd class="code">${userCode}</dd>
<dt>${m.address}</dt><dd>${address}</dd>
<dt>${m.askedAt}</dt><dd><time datetime="${timeView(requestedAt)}">${time}</time></dd>
</dl>
<p><strong>${m.onlyIfYours}</strong></p>
<form method="post" action="${path}" class="actions">
<input type="hidden" name="user_code" value="${userCode}">
<button name="decision" value="approve">${m.approve}</button>
<button name="decision" value="deny" class="danger">${m.deny}</button>
</form>`,
  })
}

const TIME_FORM = { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' } as const

function decidedPage(
  { path, surface, all }: ApprovePage,
  { clientName }: WaitingDevice,
  decision: Decision,
): Response {
  const { language, approve: m } = all
  const name = bold(clientName)
  const isDenied = decision === 'deny'
  return htmlPage({
    language,
    title: isDenied ? m.denied : m.approved,
    body: html`<p role="status">${isDenied ? m.notConnected(name) : html`${m.connected(name)} ${m[surface].goBack}`}</p><p><a href="${path}">${m.another}</a></p>`,
  })
}

const STATUS = { approve: 'approved', deny: 'denied' } as const

/** @param decision The user's decision; undefined while the device waits */
function waitingDeviceView(
  device: WaitingDevice,
  decision: Decision | undefined,
): WaitingDeviceView {
  return {
    user_code: device.userCode,
    client_name: device.clientName,
    address: device.address,
    requested_at: timeView(device.requestedAt),
    expires_at: timeView(device.expiresAt),
    status: decision === undefined ? 'pending' : STATUS[decision],
  }
}

interface ApproveServices {
  guards: ReturnType<typeof guards>
  deviceFlow: DeviceFlow
  userCodeAttempts: UserCodeAttempts
  rateLimits: RateLimits
  browser: Browser
}

/** What differs between the surfaces that authorize devices. */
interface ApproveOptions {
  surface: FlowSurface
  path: '/code/approve' | '/canvas/approve' | '/login/approve'
  tags: string[]
}

/**
 * The pages on which a user enters a device's code, checks the device, and approves or denies it.
 */
function approveRoutes(services: ApproveServices, options: ApproveOptions) {
  const { path, surface } = options
  return new Elysia({ name: `features/sign-in/approve${path}` })
    .use(services.guards)
    .guard({ sensitive: true })
    .get(
      path,
      ({ request, user }) => codePage({ path, surface, all: pageMessages(request, user.language) }),
      {
        requireSession: true,
        detail: { hide: true },
      },
    )
    .post(path, ({ context, set }) => approve(services, options, context, set), {
      requireSession: true,
      limited: VERIFY_LIMITS[options.surface].address,
      parse: 'none',
      detail: approveDetail(options.tags),
    })
}

/** The description of a route that {@link approve} handles. */
function approveDetail(tags: string[]) {
  return documented({
    summary: 'Look up a waiting device by its code; with a decision, approve or deny it',
    description: 'From a signed-in browser. A browser that asks for a page gets a page.',
    tags,
    body: ApproveBody,
    bodyExamples: {
      look: { summary: 'Look a device up', value: { user_code: 'BCDF-GHJK' } },
      approve: {
        summary: 'Approve it',
        value: { user_code: 'BCDF-GHJK', decision: 'approve' },
      },
    },
    bodyTypes: FORM_OR_JSON,
    responses: {
      200: { description: 'The device', schema: WaitingDeviceView, alternatives: ['text/html'] },
    },
    errors: [404],
  })
}

/**
 * Looks a device up, or approves or denies it, for a page or a script.
 *
 * @throws {AppError} `rate_limited`, `not_found`, and the errors of reading the body
 */
async function approve(
  { deviceFlow, userCodeAttempts, rateLimits, browser }: ApproveServices,
  { surface, path }: ApproveOptions,
  context: PageContext,
  set: { headers: Record<string, string | number> },
): Promise<Response | object> {
  const { request, user } = context
  if (surface === 'browser') requireOwnAccount(user)
  const { account } = VERIFY_LIMITS[surface]
  rateLimits.consume(account, user.id, (state) => setRateHeaders(set.headers, state))
  const { user_code, decision } = await readFormOrJson(context, ApproveBody, MAX_APPROVE_BYTES)
  const auditActor = auditActorOf(context)
  const device =
    decision === undefined
      ? deviceFlow.lookup(user_code, surface, user.id)
      : deviceFlow.decide(user_code, surface, { userId: user.id, auditActor }, decision)
  const session = browser.token(request.headers)
  if (device === undefined && session !== undefined)
    userCodeAttempts.count(session, user.id, auditActor)
  if (wantsPage(request)) {
    const page = { path, surface, all: pageMessages(request, user.language) }
    if (device === undefined) return codePage(page, page.all.approve.noDevice)
    return decision === undefined
      ? decisionPage(page, user, device)
      : decidedPage(page, device, decision)
  }
  if (device === undefined) throw new AppError('not_found', 'No device waits with this code')
  return waitingDeviceView(device, decision)
}

/** @throws {AppError} `forbidden`: who has approved by mistake would have handed out the whole service */
function requireOwnAccount({ id }: User): void {
  if (id === PRIMARY_USER_ID)
    throw new AppError('forbidden', 'Sign in with the Primary Key on the other device instead')
}
