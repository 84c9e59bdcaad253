import type { HttpContext } from '../server/connection.ts'
import { helpPath } from './error-body.ts'
import { type Html, html, htmlPage, seeOther } from './html.ts'
import { type PageMessages, pageMessages } from './page-messages.ts'

interface Failure {
  code: string
  status: number
  detail: string
  /** Whether the path is a page for users; other paths are for programs. */
  isPage: boolean
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
  const m = pageMessages(request)
  const { title, text, reason } = words(request, failure, m)
  const given = reason === undefined ? undefined : html`<p class="note" lang="en">${reason}</p>`
  return htmlPage({
    language: m.language,
    title,
    status,
    body: html`<p role="alert">${text}</p>${given}
<ul class="choices">${nextStep(context, failure, m)}</ul>
<p class="note"><a href="${helpPath(code)}">${m.failure.help}</a></p>`,
  })
}

/**
 * The page for a request that names another server, before anything else of it is looked at.
 *
 * @param ownUrl An address of this service that the browser can open, where one is known
 */
export function refusedHeadPage(
  request: Request,
  status: number,
  detail: string,
  ownUrl?: string,
): Response {
  const { language, failure: m } = pageMessages(request)
  const step = ownUrl === undefined ? undefined : link(ownUrl, m.open(ownUrl))
  return htmlPage({
    language,
    title: m.unknownAddress,
    status,
    standalone: true,
    body: html`<p role="alert" lang="en">${detail}.</p><ul class="choices">${step}</ul>`,
  })
}

interface Words {
  title: string
  text: string
  /** What the service gives as the reason, where the text does not have it. */
  reason?: string
}

function words(request: Request, { code, detail }: Failure, { failure: m }: PageMessages): Words {
  const titles: Readonly<Record<string, string>> = m.titles
  if (code !== 'unauthorized') {
    const title = titles[code] ?? m.other
    const text = m.texts[code]
    return text === undefined
      ? { title, text: `${detail}.` }
      : { title, text, reason: `${detail}.` }
  }
  if (!isReading(request)) return { title: m.signedOut, text: m.signedOutText }
  return isForDevices(request)
    ? { title: m.notAPage, text: m.forDevices }
    : { title: m.signInFirst, text: m.needsSignIn }
}

/** The link that helps most. */
function nextStep(context: HttpContext, { code, status }: Failure, all: PageMessages): Html {
  const { request } = context
  const isRead = isReading(request)
  const m = all.failure
  switch (code) {
    case 'sign_in_failed':
    case 'provider_failed':
      return retryLinks(request.url, m)
    case 'unauthorized':
      if (isForDevices(request)) return link('/docs', m.howToCall)
      return link(isRead ? signInPath(context) : LOGIN, all.signIn)
    case 'pending_approval':
      return link('/waiting', m.seeApproval)
    case 'account_refused':
      return link(`${LOGIN}?signed_out=1`, m.otherAccount)
    case 'method_not_allowed':
      return link('/docs', m.howToCall)
  }
  // An empty link opens the same address again, and repeats nothing of it here.
  if (isRead && (status === 429 || status >= 500)) return link('', m.tryAgain)
  return link('/', m.startPage)
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
function retryLinks(url: string, m: PageMessages['failure']): Html {
  const { pathname, search } = new URL(url)
  if (pathname !== LOGIN || search === '') return link(LOGIN, m.tryAgain)
  return html`${link(LOGIN + search, m.tryAgain)}${link(LOGIN, m.otherWay)}`
}
