import type { HttpContext } from '../server/connection.ts'
import { helpPath } from './error-body.ts'
import { type Html, html, htmlPage, seeOther } from './html.ts'

interface Failure {
  code: string
  status: number
  detail: string
  /** Whether the path is a page for users; other paths are for programs. */
  isPage: boolean
}

const TITLES: Readonly<Record<string, string>> = {
  account_refused: 'Account closed',
  pending_approval: 'Waiting for approval',
  sign_in_failed: 'Sign-in failed',
  provider_failed: 'Sign-in failed',
  not_found: 'Not found',
  method_not_allowed: 'Not a page',
  rate_limited: 'Too many attempts',
  busy: 'Busy',
  forbidden: 'Not allowed',
  capability_denied: 'Not allowed',
  stopping: 'Not available right now',
  storage_full: 'The disk is full',
  internal: 'Something went wrong',
}
const LOGIN = '/login'
/** Paths that take the credentials of approved devices, and no session. */
const DEVICE_PATH = /^\/api\/(?:code|canvas)\//

/**
 * An error as a page. On a page for users, who has not signed in is redirected to sign in and back;
 * elsewhere the answer keeps its status, because another credential may be needed.
 */
export function errorPage(context: HttpContext, failure: Failure): Response {
  const { request } = context
  const { code, status, isPage } = failure
  const isRead = isReading(request)
  // No redirect of a form to the provider: browsers apply `form-action` to its redirects too.
  if (isPage && code === 'unauthorized' && isRead) return seeOther(signInPath(context))
  if (isPage && code === 'pending_approval') return seeOther('/waiting')
  const { title, text } = words(request, failure)
  return htmlPage({
    title,
    status,
    body: html`<p role="alert">${text}</p>
<ul class="choices">${nextStep(context, failure)}</ul>
<p class="note"><a href="${helpPath(code)}">Help with this error</a></p>`,
  })
}

/**
 * The page for a request that names another server, before anything else of it is looked at.
 *
 * @param ownUrl An address of this service that the browser can open, where one is known
 */
export function refusedHeadPage(status: number, detail: string, ownUrl?: string): Response {
  const step = ownUrl === undefined ? undefined : link(ownUrl, `Open ${ownUrl}`)
  return htmlPage({
    title: 'Unknown address',
    status,
    standalone: true,
    body: html`<p role="alert">${detail}.</p><ul class="choices">${step}</ul>`,
  })
}

function words(request: Request, { code, detail }: Failure): { title: string; text: string } {
  if (code !== 'unauthorized')
    return { title: TITLES[code] ?? 'This did not work', text: `${detail}.` }
  if (!isReading(request)) return { title: 'Signed out', text: 'You are no longer signed in here.' }
  return isForDevices(request)
    ? { title: 'Not a page', text: 'This address is for devices that somebody has approved.' }
    : { title: 'Sign in first', text: 'This address needs a signed-in browser or an API key.' }
}

/** The link that helps most. */
function nextStep(context: HttpContext, { code, status }: Failure): Html {
  const { request } = context
  const isRead = isReading(request)
  switch (code) {
    case 'sign_in_failed':
    case 'provider_failed':
      return retryLinks(request.url)
    case 'unauthorized':
      if (isForDevices(request)) return link('/docs', 'How to call it')
      return link(isRead ? signInPath(context) : LOGIN, 'Sign in')
    case 'pending_approval':
      return link('/waiting', 'See whether it is approved')
    case 'account_refused':
      return link(`${LOGIN}?signed_out=1`, 'Use another account')
    case 'method_not_allowed':
      return link('/docs', 'How to call it')
  }
  // An empty link opens the same address again, and repeats nothing of it here.
  if (isRead && (status === 429 || status >= 500)) return link('', 'Try again')
  return link('/', 'Start page')
}

function link(path: string, label: string): Html {
  return html`<li><a class="button" href="${path}">${label}</a></li>`
}

function isReading({ method }: Request): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isForDevices(request: Request): boolean {
  return DEVICE_PATH.test(pathOf(request))
}

function pathOf({ url }: Request): string {
  return URL.parse(url)?.pathname ?? '/'
}

/** Signs in and comes back. */
function signInPath({ request, connection }: HttpContext): string {
  const path = connection.pagePath ?? pathOf(request)
  return `${LOGIN}?return_to=${encodeURIComponent(path)}`
}

/**
 * Starts the sign-in again, with the same target where it is known. A provider that is down or
 * wrongly set up must not keep the owner out, who has the Primary Key.
 */
function retryLinks(url: string): Html {
  const { pathname, search } = new URL(url)
  if (pathname !== LOGIN || search === '') return link(LOGIN, 'Try again')
  return html`${link(LOGIN + search, 'Try again')}${link(LOGIN, 'Sign in another way')}`
}
