import type { Offer } from '../../../core/identity/sign-in/sign-in.ts'
import type { User } from '../../../core/identity/users.ts'
import type { KeyTransport } from '../../../guards/sign-in-methods.ts'
import { type Html, html, htmlPage } from '../../../http/reply/html.ts'
import type { Origins } from '../../../http/server/origins.ts'

/** How often the waiting page reloads. */
export const REFRESH_SECONDS = 10

export function signedOutPage(): Response {
  return htmlPage({
    title: 'Signed out',
    body: html`<p>You are signed out of Hearth in this browser.</p><p><a class="button" href="/login">Sign in again</a></p>`,
  })
}

/** For a user who waits for the owner's approval. */
export function waitingPage(user: User, refreshSeconds: number): Response {
  return htmlPage({
    title: 'Waiting for approval',
    refreshSeconds,
    body: html`<p>You are signed in as <strong>${displayName(user)}</strong>. An admin has to approve your account before you can continue.</p>
<p>Updates every ${refreshSeconds} s. <a href="/waiting">Refresh now</a></p>
${signOutForm()}`,
  })
}

/** The name of a user on a page. */
export function displayName({ name, email, id }: User): string {
  return email ?? name ?? id
}

function signOutForm(): Html {
  return html`<form method="post" action="/logout"><button class="quiet">Sign out</button></form>`
}

export const KEY_PATH = '/login/key'

/** How passkeys are offered. */
export interface PasskeyPart {
  /** Where they belong, for browsers that do not know that both addresses are one service. */
  mainUrl: string | undefined
}

interface SignInPage {
  origins: Origins
  request: Request
  offers: readonly Offer[]
  /** Undefined where the Primary Key is not accepted. */
  keyTransport: KeyTransport | undefined
  /** Undefined where nobody has a passkey; then the page has no script. */
  passkey?: PasskeyPart | undefined
  returnTo?: string | undefined
  /** Whether the form for the key is shown without a click. */
  isOpen?: boolean
  /** Why the last key was not accepted. */
  error?: string
}

/** The ways to sign in: the identity providers first, and the form for the Primary Key. */
export function signInPage(options: SignInPage): Response {
  const { offers, keyTransport, passkey, returnTo, isOpen = false, error } = options
  const links = offers.map(
    ({ id, label }) =>
      html`<li><a class="button" href="${loginPath(id, returnTo)}">Continue with ${label}</a></li>`,
  )
  const choice =
    offers.length === 0
      ? undefined
      : html`<p>Choose an account that you have already.</p><ul class="choices">${links}</ul>`
  return htmlPage({
    title: 'Sign in',
    status: error === undefined ? 200 : 401,
    ...(passkey === undefined ? {} : { script: '/passkey.js' }),
    body: html`${passkey && passkeyButton(passkey, returnTo)}${choice}${keyTransport === undefined ? undefined : html`${OTHER_DEVICE}${keyPart(options, keyTransport, isOpen)}`}`,
  })
}

/** Hidden until the script has found that the browser has passkeys. */
function passkeyButton({ mainUrl }: PasskeyPart, returnTo: string | undefined): Html {
  const main = mainUrl === undefined ? undefined : html` data-main="${mainUrl}"`
  return html`<div id="passkey" hidden data-return-to="${returnTo ?? ''}"${main}><p><button type="button">Sign in with a passkey</button></p><p class="error" role="alert" id="passkey-message"></p></div>`
}

const OTHER_DEVICE = html`<p><a href="/login/code">Sign in with a device where you are signed in already</a></p>`

/** Behind a click where there are providers, because the key is for the owner alone. */
function keyPart(options: SignInPage, keyTransport: KeyTransport, isOpen: boolean): Html {
  const form = keyForm(options, keyTransport)
  if (options.offers.length === 0) {
    return html`<p>Hearth printed the Primary Key at its first start, unless <code>PRIMARY_KEY</code> sets it. <code>npm run reset-key</code> makes a new one.</p>${form}`
  }
  const open = isOpen ? html` open` : undefined
  return html`<details${open}><summary>I have the Primary Key</summary>${form}</details>`
}

/** With a user name for password managers, which keep passwords by it. */
function keyForm(
  { origins, request, offers, passkey, returnTo, error }: SignInPage,
  keyTransport: KeyTransport,
): Html {
  const alert =
    error === undefined ? undefined : html`<p class="error" role="alert" id="fault">${error}.</p>`
  const described =
    error === undefined ? undefined : html` aria-invalid="true" aria-describedby="fault"`
  const target =
    returnTo === undefined
      ? undefined
      : html`<input type="hidden" name="return_to" value="${returnTo}">`
  const focus = offers.length === 0 || error !== undefined ? html` autofocus` : undefined
  // With the scheme, so that a page that a proxy has served without TLS does not send the key so.
  const action = (origins.publicOf(request.headers.get('host')) ?? '') + KEY_PATH
  return html`${alert}<form method="post" action="${action}">
${target}<input type="text" name="username" value="Primary Key" autocomplete="username" readonly hidden>
<label for="key">Primary Key</label>
<input id="key" name="key" type="password" required autocomplete="current-password${passkey === undefined ? '' : ' webauthn'}" autocapitalize="none" spellcheck="false"${focus}${described}>
<button>Sign in</button>
</form>
<p class="note">${NOTES[keyTransport]}</p>`
}

const LIFETIME = 'This browser stays signed in for 12 hours, or until the key is replaced.'
const NOTES: Readonly<Record<KeyTransport, string>> = {
  encrypted: LIFETIME,
  machine: LIFETIME,
  network: `The connection to this page is not encrypted: anyone who can read along in this network can read the key. Sign in here only in a network that you trust. ${LIFETIME}`,
}

function loginPath(provider: string, returnTo: string | undefined): string {
  const query = new URLSearchParams({ provider })
  if (returnTo !== undefined) query.set('return_to', returnTo)
  return `/login?${query}`
}
