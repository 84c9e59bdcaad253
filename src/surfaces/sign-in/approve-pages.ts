import type { Decision, WaitingDevice } from '../../core/identity/devices/device-flow.ts'
import type { User } from '../../core/identity/users.ts'
import { html, htmlPage } from '../../http/reply/html.ts'
import { timeView } from '../kit/time-view.ts'
import { displayName } from './pages.ts'

/** The words of a surface's pages for its devices. */
export interface Words {
  /** Of the page. */
  title: string
  /** Where the code is shown, as in "Type the code that … shows". */
  shownBy: string
  /** What an approved device may do, as in "It may then …". */
  may: string
  /** Where to go on, as in "Go back to …". */
  backTo: string
}

/** Asks for the code. @param fault What was wrong with the last one */
export function codePage(path: string, words: Words, fault: string | undefined): Response {
  const alert =
    fault === undefined
      ? undefined
      : html`<p class="error" role="alert" id="fault">${fault}. Check it, or start again on the device: a code lives ten minutes.</p>`
  const described =
    fault === undefined ? undefined : html` aria-invalid="true" aria-describedby="fault"`
  return htmlPage({
    title: words.title,
    status: fault === undefined ? 200 : 404,
    body: html`${alert}<form method="post" action="${path}">
<label for="user_code">Type the code that ${words.shownBy} shows</label>
<input id="user_code" name="user_code" class="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" autofocus${described}>
<button>Continue</button>
</form>`,
  })
}

/** Shows the device that asks, and the two decisions. */
export function decisionPage(
  path: string,
  words: Words,
  user: User,
  { userCode, clientName, address, requestedAt }: WaitingDevice,
): Response {
  return htmlPage({
    title: words.title,
    body: html`<p>Something that calls itself <strong>${clientName}</strong> asks to be let in as <strong>${displayName(user)}</strong>. It may then ${words.may}.</p>
<dl>
<dt>Code</dt><dd class="code">${userCode}</dd>
<dt>Address</dt><dd>${address}</dd>
<dt>Asked at</dt><dd><time datetime="${timeView(requestedAt)}">${new Date(requestedAt).toUTCString()}</time></dd>
</dl>
<p><strong>Only continue if you started this on your own machine.</strong></p>
<form method="post" action="${path}" class="actions">
<input type="hidden" name="user_code" value="${userCode}">
<button name="decision" value="approve">Approve</button>
<button name="decision" value="deny" class="danger">Deny</button>
</form>`,
  })
}

export function decidedPage(
  path: string,
  { backTo }: Words,
  { clientName }: WaitingDevice,
  decision: Decision,
): Response {
  const another = html`<p><a href="${path}">Connect another</a></p>`
  if (decision === 'deny') {
    return htmlPage({
      title: 'Denied',
      body: html`<p role="status"><strong>${clientName}</strong> was not let in.</p>${another}`,
    })
  }
  return htmlPage({
    title: 'Approved',
    body: html`<p role="status"><strong>${clientName}</strong> is let in. Go back to ${backTo}; you can close this page.</p>${another}`,
  })
}
