import type { Decision, WaitingDevice } from '../../core/identity/devices/device-flow.ts'
import type { User } from '../../core/identity/users.ts'
import { html, htmlPage } from '../../http/reply/html.ts'
import { timeView } from '../kit/time-view.ts'
import { displayName } from './pages.ts'

/** The texts that differ between the surfaces. */
export interface PageTexts {
  /** Title of the page. */
  title: string
  /** What shows the code and waits, as in "Go back to …". */
  device: string
  /** What an approved device may do, as in "It may then …". */
  permission: string
}

/** The form for a user code. @param fault Why the last code was not accepted */
export function codePage(path: string, texts: PageTexts, fault: string | undefined): Response {
  const alert =
    fault === undefined
      ? undefined
      : html`<p class="error" role="alert" id="fault">${fault}. Check it, or start again on the device: a code lives ten minutes.</p>`
  const described =
    fault === undefined ? undefined : html` aria-invalid="true" aria-describedby="fault"`
  return htmlPage({
    title: texts.title,
    status: fault === undefined ? 200 : 404,
    body: html`${alert}<form method="post" action="${path}">
<label for="user_code">Type the code that ${texts.device} shows</label>
<input id="user_code" name="user_code" class="code" required maxlength="40" autocomplete="off" autocapitalize="characters" spellcheck="false" autofocus${described}>
<button>Continue</button>
</form>`,
  })
}

/** Shows the waiting device with the buttons to approve or deny it. */
export function decisionPage(
  path: string,
  texts: PageTexts,
  user: User,
  { userCode, clientName, address, requestedAt }: WaitingDevice,
): Response {
  return htmlPage({
    title: texts.title,
    body: html`<p>Something that calls itself <strong>${clientName}</strong> asks to be let in as <strong>${displayName(user)}</strong>. It may then ${texts.permission}.</p>
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
  { device }: PageTexts,
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
    body: html`<p role="status"><strong>${clientName}</strong> is let in. Go back to ${device}; you can close this page.</p>${another}`,
  })
}
