import { type Static, Type } from '@sinclair/typebox'
import { closedObject } from '../../platform/schemas.ts'
import { type Issue, issue, type Part, patternString } from '../../platform/settings.ts'
import { HTTP_URL, isHttpUrl } from '../../platform/urls.ts'

const VisibleAscii = patternString('^[!-~]+$', 'letters, digits and signs without spaces')

/** Channels for the owner's alerts, besides the list in the admin area; all optional. */
export const AlertSettings = closedObject(
  {
    webhook: Type.Optional(Type.String({ minLength: 1 })),
    /** Signs the webhook's body with HMAC-SHA256. */
    webhook_secret: Type.Optional(Type.String({ minLength: 1 })),
    ntfy: Type.Optional(Type.String({ minLength: 1 })),
    ntfy_token: Type.Optional(VisibleAscii),
    smtp: Type.Optional(
      closedObject({
        url: Type.String({ minLength: 1 }),
        from: Type.String({ minLength: 1 }),
        to: Type.Array(Type.String({ minLength: 1 }), {
          minItems: 1,
          maxItems: 20,
          'x-expected': 'a list of 1 to 20 mail addresses',
        }),
      }),
    ),
  },
  { default: {} },
)
export type AlertSettings = Static<typeof AlertSettings>

const ADDRESS = /^[^@\s<>,;]+@[^@\s<>,;]+$/
const NAMED_ADDRESS = /^[^@<>,;\r\n]{1,100} <([^<>]+)>$/

/** Issues of the `[alerts]` block that its schema does not find. */
export function alertIssues(alerts: Part<AlertSettings>): Issue[] {
  const issues: Issue[] = []
  const add = (name: string, message: string) => issues.push(issue(['alerts', name], message))
  for (const name of ['webhook', 'ntfy'] as const) {
    const url = alerts[name]
    if (url !== undefined && !isHttpUrl(url)) add(name, HTTP_URL)
  }
  if (alerts.ntfy !== undefined && isHttpUrl(alerts.ntfy) && new URL(alerts.ntfy).pathname === '/')
    add('ntfy', 'expected the address of a topic such as https://ntfy.sh/topic')
  if (alerts.webhook_secret !== undefined && alerts.webhook === undefined)
    add('webhook_secret', 'of no use without webhook')
  if (alerts.ntfy_token !== undefined && alerts.ntfy === undefined)
    add('ntfy_token', 'of no use without ntfy')
  return [...issues, ...smtpIssues(alerts.smtp ?? {})]
}

function smtpIssues({ url, from, to = [] }: Part<NonNullable<AlertSettings['smtp']>>): Issue[] {
  const issues: Issue[] = []
  if (url !== undefined && !isSmtpUrl(url))
    issues.push(
      issue(
        ['alerts', 'smtp', 'url'],
        'expected smtp:// or smtps://, then user:password@ or neither, and a host',
      ),
    )
  const addresses = [
    { key: ['from'], address: from },
    ...to.map((address, index) => ({ key: ['to', index], address })),
  ]
  for (const { key, address } of addresses)
    if (address !== undefined && !isAddress(address))
      issues.push(
        issue(['alerts', 'smtp', ...key], 'expected a mail address such as owner@home.example'),
      )
  return issues
}

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    (url.protocol === 'smtp:' || url.protocol === 'smtps:') &&
    url.hostname !== '' &&
    (url.username === '') === (url.password === '') &&
    isDecodable(url.username + url.password) &&
    (url.pathname === '' || url.pathname === '/') &&
    url.search === '' &&
    url.hash === ''
  )
}

/** A bare `%` in the password makes the URL undecodable. */
function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function isAddress(text: string): boolean {
  return ADDRESS.test(NAMED_ADDRESS.exec(text)?.[1] ?? text)
}
