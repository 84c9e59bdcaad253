import type { Offer } from '../../../core/identity/sign-in/sign-in.ts'
import { MAX_LOCAL_NAME_CHARACTERS, type User } from '../../../core/identity/users.ts'
import type { KeyTransport } from '../../../guards/sign-in-methods.ts'
import { statusOf } from '../../../http/reply/error-body.ts'
import { type Html, html, htmlPage } from '../../../http/reply/html.ts'
import type { AppError } from '../../../platform/errors.ts'
import { displayName } from './pages.ts'

interface JoinPage {
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
export function joinPage(options: JoinPage): Response {
  const { user, error, cookie, keyTransport } = options
  return htmlPage({
    title: user === undefined ? 'You are invited' : 'Sign in',
    status: error === undefined ? 200 : statusOf(error.code),
    body: html`${user === undefined ? invitation(options) : signInLink(options, user)}${
      keyTransport === 'network' ? NETWORK_NOTE : undefined
    }`,
    cookies: [cookie],
  })
}

function invitation({ path, binding, error, offers, providerBase, visitor }: JoinPage): Html {
  const alert =
    error === undefined
      ? undefined
      : html`<p class="error" role="alert" id="fault">${error.message}.</p>`
  const described =
    error === undefined ? undefined : html` aria-invalid="true" aria-describedby="fault"`
  const links = offers.map(
    ({ id, label }) =>
      html`<li><a class="button" href="${providerBase}${path}?provider=${encodeURIComponent(id)}">Continue with ${label}</a></li>`,
  )
  const others =
    offers.length === 0
      ? undefined
      : html`<p>Or use an account that you have already:</p><ul class="choices">${links}</ul>`
  const intro =
    visitor === undefined
      ? html`<p>Choose the name by which the others here know you.</p>`
      : html`<p>You are signed in as <strong>${displayName(visitor)}</strong>. <a href="/app/">Go on as ${displayName(visitor)}</a>, or make another account here, which signs ${displayName(visitor)} out in this browser.</p>`
  return html`${intro}${alert}<form method="post" action="${path}">
<input type="hidden" name="binding" value="${binding}">
<label for="name">Your name</label>
<input id="name" name="name" required maxlength="${MAX_LOCAL_NAME_CHARACTERS}" autocomplete="given-name" autofocus${described}>
<button>Join</button>
</form>${others}`
}

function signInLink({ path, binding, visitor }: JoinPage, user: User): Html {
  const name = displayName(user)
  const intro =
    visitor === undefined
      ? html`<p>This link signs this browser in as <strong>${name}</strong>.</p>`
      : html`<p>You are signed in as <strong>${displayName(visitor)}</strong>. <a href="/app/">Go on as ${displayName(visitor)}</a>, or use the link, which signs this browser in as <strong>${name}</strong> instead.</p>`
  return html`${intro}<form method="post" action="${path}">
<input type="hidden" name="binding" value="${binding}">
<button>Sign in as ${name}</button>
</form>`
}

const NETWORK_NOTE = html`<p class="note">The connection to this page is not encrypted: anyone who can read along in this network, and every other service of this machine, can take over what you are signed in to. Go on only in a network that you trust.</p>`
