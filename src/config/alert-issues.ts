import type { Issue, Part } from '../platform/settings.ts'
import { HTTP_URL, isHttpUrl } from '../platform/urls.ts'
import type { AlertSettings } from './schema.ts'

const ADDRESS = /^[^@\s<>,;]+@[^@\s<>,;]+$/
const NAMED_ADDRESS = /^[^@<>,;\r\n]{1,100} <([^<>]+)>$/

/** Issues of the `[alerts]` block that its schema does not find. */
export function alertIssues(alerts: Part<AlertSettings>): Issue[] {
  const issues: Issue[] = []
  const add = (name: string, message: string) => issues.push({ path: ['alerts', name], message })
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
    issues.push({
      path: ['alerts', 'smtp', 'url'],
      message: 'expected smtp:// or smtps://, then user:password@ or neither, and a host',
    })
  const addresses = [
    { key: ['from'], address: from },
    ...to.map((address, index) => ({ key: ['to', index], address })),
  ]
  for (const { key, address } of addresses)
    if (address !== undefined && !isAddress(address))
      issues.push({
        path: ['alerts', 'smtp', ...key],
        message: 'expected a mail address such as owner@home.example',
      })
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
