import { html, htmlPage, seeOther } from './html.ts'

interface Failure {
  code: string
  status: number
  detail: string
}

const TITLES: Readonly<Record<string, string>> = {
  pending_approval: 'Waiting for approval',
  account_refused: 'Account closed',
  sign_in_failed: 'Sign-in failed',
  provider_failed: 'Sign-in failed',
  not_found: 'Not found',
  rate_limited: 'Too many tries',
  forbidden: 'Not allowed',
}

/** A failure as a page; whoever has not signed in is sent to do so, and back. */
export function errorPage({ method, url }: Request, { code, status, detail }: Failure): Response {
  if (code === 'unauthorized') {
    const path = method === 'GET' ? (URL.parse(url)?.pathname ?? '/') : '/app/'
    return seeOther(`/login?return_to=${encodeURIComponent(path)}`)
  }
  if (code === 'pending_approval') return seeOther('/waiting')
  return htmlPage({
    title: TITLES[code] ?? 'This did not work',
    status,
    body: html`<p role="alert">${detail}.</p><p><a href="/login">Sign in</a> · <a href="/app/">Start page</a></p>`,
  })
}
