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
  rate_limited: 'Too many tries',
  forbidden: 'Not allowed',
}
const LOGIN = '/login'

/** A failure as a page; whoever has not signed in is sent to do so, and back. */
export function errorPage(request: Request, { code, status, detail }: Failure): Response {
  // A form must not be sent on to the provider: browsers hold its redirects to `form-action` as well.
  if (code === 'unauthorized' && request.method !== 'POST') {
    const path = URL.parse(request.url)?.pathname ?? '/'
    return seeOther(`${LOGIN}?return_to=${encodeURIComponent(path)}`)
  }
  if (code === 'pending_approval') return seeOther('/waiting')
  return htmlPage({
    title: TITLES[code] ?? 'This did not work',
    status,
    body: html`<p role="alert">${sentence(code, detail)}</p>
<ul class="choices">${wayOn(request, code)}</ul>`,
  })
}

function sentence(code: string, detail: string): string {
  return code === 'unauthorized' ? 'You are no longer signed in here.' : `${detail}.`
}

/** Where to go from here. */
function wayOn({ url }: Request, code: string): Html {
  switch (code) {
    case 'sign_in_failed':
    case 'provider_failed':
      return link(retryOf(url), 'Try again')
    case 'unauthorized':
      return link(LOGIN, 'Sign in')
    case 'account_refused':
      return link(`${LOGIN}?signed_out=1`, 'Use another account')
    default:
      return link('/', 'Start page')
  }
}

function link(path: string, words: string): Html {
  return html`<li><a class="button" href="${path}">${words}</a></li>`
}

/** Setting out anew, for where the person wanted to go as far as it is known. */
function retryOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname === LOGIN ? LOGIN + search : LOGIN
}
