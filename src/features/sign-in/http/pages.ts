import type { Offer } from '../../../core/identity/sign-in/sign-in.ts'
import type { User } from '../../../core/identity/users.ts'
import type { KeyTransport } from '../../../guards/sign-in-methods.ts'
import { type Html, html, htmlPage } from '../../../http/reply/html.ts'
import { type PageMessages, pageMessages } from '../../../http/reply/page-messages.ts'
import type { Origins } from '../../../http/server/origins.ts'

/** How often the waiting page reloads. */
export const REFRESH_SECONDS = 10

export function signedOutPage(request: Request): Response {
  const { language, signedIn: m } = pageMessages(request)
  return htmlPage({
    language,
    title: m.out,
    body: html`<p>${m.outText}</p><p><a class="button" href="/login">${m.again}</a></p>`,
  })
}

/** For a user who waits for the owner's approval. */
export function waitingPage(request: Request, user: User, refreshSeconds: number): Response {
  const { language, signedIn: m } = pageMessages(request, user.language)
  return htmlPage({
    language,
    title: m.waiting,
    refreshSeconds,
    body: html`<p>${m.waitingText(bold(displayName(user)))}</p>
<p>${m.updates(refreshSeconds)} <a href="/waiting">${m.refresh}</a></p>
<form method="post" action="/logout"><button class="quiet">${m.signOut}</button></form>`,
  })
}

/** A name in a sentence. */
export function bold(name: string): Html {
  return html`<strong>${name}</strong>`
}

/** The name of a user on a page. */
export function displayName({ name, email, id }: User): string {
  return email ?? name ?? id
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
  const { request, offers, keyTransport, passkey, returnTo, isOpen = false, error } = options
  const all = pageMessages(request)
  const { login: m } = all
  const links = offers.map(
    ({ id, label }) =>
      html`<li><a class="button" href="${loginPath(id, returnTo)}">${all.continueWith(label)}</a></li>`,
  )
  const choice =
    offers.length === 0 ? undefined : html`<p>${m.choose}</p><ul class="choices">${links}</ul>`
  return htmlPage({
    language: all.language,
    title: all.signIn,
    status: error === undefined ? 200 : 401,
    ...(passkey === undefined ? {} : { script: '/passkey.js' }),
    body: html`${passkey && passkeyButton(passkey, returnTo, m)}${choice}${keyTransport === undefined ? undefined : html`<p><a href="/login/code">${m.otherDevice}</a></p>${keyPart(options, keyTransport, isOpen, all)}`}`,
  })
}

/** Hidden until the script has found that the browser has passkeys. */
function passkeyButton(
  { mainUrl }: PasskeyPart,
  returnTo: string | undefined,
  m: PageMessages['login'],
): Html {
  const main = mainUrl === undefined ? undefined : html` data-main="${mainUrl}"`
  return html`<div id="passkey" hidden data-return-to="${returnTo ?? ''}" data-there="${m.passkeyThere}" data-failed="${m.passkeyFailed}"${main}><p><button type="button">${m.passkey}</button></p><p class="error" role="alert" id="passkey-message"></p></div>`
}

/** Behind a click where there are providers, because the key is for the owner alone. */
function keyPart(
  options: SignInPage,
  keyTransport: KeyTransport,
  isOpen: boolean,
  all: PageMessages,
): Html {
  const { login: m } = all
  const form = keyForm(options, keyTransport, all)
  if (options.offers.length === 0) {
    const [setting, command] = [
      html`<code>PRIMARY_KEY</code>`,
      html`<code>npm run reset-key</code>`,
    ] as const
    return html`<p>${m.whereIsKey(setting, command)}</p>${form}`
  }
  const open = isOpen ? html` open` : undefined
  return html`<details${open}><summary>${m.haveKey}</summary>${form}</details>`
}

/** With a user name for password managers, which keep passwords by it. */
function keyForm(
  { origins, request, offers, passkey, returnTo, error }: SignInPage,
  keyTransport: KeyTransport,
  { signIn, login: m }: PageMessages,
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
<button>${signIn}</button>
</form>
<p class="note">${keyTransport === 'network' ? m.openNetwork : m.lifetime}</p>`
}

function loginPath(provider: string, returnTo: string | undefined): string {
  const query = new URLSearchParams({ provider })
  if (returnTo !== undefined) query.set('return_to', returnTo)
  return `/login?${query}`
}
