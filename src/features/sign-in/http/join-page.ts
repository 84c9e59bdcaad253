import type { Offer } from '../../../core/identity/sign-in/sign-in.ts'
import { MAX_LOCAL_NAME_CHARACTERS, type User } from '../../../core/identity/users.ts'
import type { KeyTransport } from '../../../guards/sign-in-methods.ts'
import { statusOf } from '../../../http/reply/error-body.ts'
import { type Html, html, htmlPage } from '../../../http/reply/html.ts'
import { type PageMessages, pageMessages } from '../../../http/reply/page-messages.ts'
import type { AppError } from '../../../platform/errors.ts'
import { bold, displayName } from './pages.ts'

interface JoinPage {
  request: Request
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
  const { request, user, error, cookie, keyTransport } = options
  const all = pageMessages(request, user?.language)
  const { join: m } = all
  const note = keyTransport === 'network' ? html`<p class="note">${m.openNetwork}</p>` : undefined
  return htmlPage({
    language: all.language,
    title: user === undefined ? m.invited : all.signIn,
    status: error === undefined ? 200 : statusOf(error.code),
    body: html`${user === undefined ? invitation(options, all) : signInLink(options, user, m)}${note}`,
    cookies: [cookie],
  })
}

function invitation(
  { path, binding, error, offers, providerBase, visitor }: JoinPage,
  { continueWith, join: m }: PageMessages,
): Html {
  const alert =
    error === undefined
      ? undefined
      : html`<p class="error" role="alert" id="fault">${m.faults[error.code] ?? error.message}.</p>`
  const described =
    error === undefined ? undefined : html` aria-invalid="true" aria-describedby="fault"`
  const links = offers.map(
    ({ id, label }) =>
      html`<li><a class="button" href="${providerBase}${path}?provider=${encodeURIComponent(id)}">${continueWith(label)}</a></li>`,
  )
  const others =
    offers.length === 0 ? undefined : html`<p>${m.orUse}</p><ul class="choices">${links}</ul>`
  const intro =
    visitor === undefined
      ? html`<p>${m.chooseName}</p>`
      : html`<p>${signedInAs(visitor, m)}${m.orAnother(displayName(visitor))}</p>`
  return html`${intro}${alert}<form method="post" action="${path}">
<input type="hidden" name="binding" value="${binding}">
<label for="name">${m.yourName}</label>
<input id="name" name="name" required maxlength="${MAX_LOCAL_NAME_CHARACTERS}" autocomplete="given-name" autofocus${described}>
<button>${m.join}</button>
</form>${others}`
}

function signInLink(
  { path, binding, visitor }: JoinPage,
  user: User,
  m: PageMessages['join'],
): Html {
  const name = displayName(user)
  const intro =
    visitor === undefined
      ? html`<p>${m.linkSignsIn(bold(name))}</p>`
      : html`<p>${signedInAs(visitor, m)}${m.orLink(bold(name))}</p>`
  return html`${intro}<form method="post" action="${path}">
<input type="hidden" name="binding" value="${binding}">
<button>${m.signInAs(name)}</button>
</form>`
}

/** Who uses this browser already, with the way on. */
function signedInAs(visitor: User, m: PageMessages['join']): Html {
  const name = displayName(visitor)
  return html`${m.signedInAs(bold(name))} <a href="/app/">${m.goOnAs(name)}</a>`
}
