import { isHttpUrl } from '../platform/urls.ts'
import type { AlertSettings } from './schema.ts'

const ADDRESS = /^[^@\s<>,;]+@[^@\s<>,;]+$/
const NAMED_ADDRESS = /^[^@<>,;\r\n]{1,100} <([^<>]+)>$/

/** Faults of the `[alerts]` block that its schema does not find; no message contains a value. */
export function alertFaults(alerts: AlertSettings): string[] {
  const faults: string[] = []
  for (const name of ['webhook', 'ntfy'] as const) {
    const url = alerts[name]
    if (url !== undefined && !isHttpUrl(url))
      faults.push(`alerts.${name}: expected an http or https URL without credentials`)
  }
  if (alerts.ntfy !== undefined && isHttpUrl(alerts.ntfy) && new URL(alerts.ntfy).pathname === '/')
    faults.push('alerts.ntfy: expected the address of a topic such as https://ntfy.sh/topic')
  if (alerts.webhook_secret !== undefined && alerts.webhook === undefined)
    faults.push('alerts.webhook_secret: of no use without alerts.webhook')
  if (alerts.ntfy_token !== undefined && alerts.ntfy === undefined)
    faults.push('alerts.ntfy_token: of no use without alerts.ntfy')
  return alerts.smtp === undefined ? faults : [...faults, ...smtpFaults(alerts.smtp)]
}

function smtpFaults({ url, from, to }: NonNullable<AlertSettings['smtp']>): string[] {
  const faults: string[] = []
  if (!isSmtpUrl(url))
    faults.push(
      'alerts.smtp.url: expected smtp:// or smtps://, user:password@ or neither, and a host',
    )
  for (const [name, address] of [['from', from], ...to.map((one, i) => [`to[${i}]`, one])] as const)
    if (!isAddress(String(address)))
      faults.push(`alerts.smtp.${name}: expected a mail address such as owner@home.example`)
  return faults
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
