import { type Html, html, htmlPage, seeOther } from './html.ts'

interface Failure {
  code: string
  status: number
  detail: string
}

const TITLES: Readonly<Record<string, string>> = {
  unauthorized: 'Signed out',
  account_refused: 'Account closed',
  sign_in_failed: 'Sign-in failed',
  provider_failed: 'Sign-in failed',
  not_found: 'Not found',
  rate_limited: 'Too many attempts',
  forbidden: 'Not allowed',
}
const LOGIN = '/login'

/** An error as a page; a user who has not signed in is redirected to sign in and back. */
export function errorPage(request: Request, { code, status, detail }: Failure): Response {
  // No redirect of a form to the provider: browsers apply `form-action` to its redirects too.
  if (code === 'unauthorized' && request.method !== 'POST') {
    const path = URL.parse(request.url)?.pathname ?? '/'
    return seeOther(`${LOGIN}?return_to=${encodeURIComponent(path)}`)
  }
  if (code === 'pending_approval') return seeOther('/waiting')
  return htmlPage({
    title: TITLES[code] ?? 'This did not work',
    status,
    body: html`<p role="alert">${sentence(code, detail)}</p>
<ul class="choices">${nextLink(request, code)}</ul>`,
  })
}

function sentence(code: string, detail: string): string {
  return code === 'unauthorized' ? 'You are no longer signed in here.' : `${detail}.`
}

/** The link that helps most. */
function nextLink({ url }: Request, code: string): Html {
  switch (code) {
    case 'sign_in_failed':
    case 'provider_failed':
      return link(retryPath(url), 'Try again')
    case 'unauthorized':
      return link(LOGIN, 'Sign in')
    case 'account_refused':
      return link(`${LOGIN}?signed_out=1`, 'Use another account')
    default:
      return link('/', 'Start page')
  }
}

function link(path: string, label: string): Html {
  return html`<li><a class="button" href="${path}">${label}</a></li>`
}

/** Starts the sign-in again, with the same target where it is known. */
function retryPath(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname === LOGIN ? LOGIN + search : LOGIN
}
