import { isHttpUrl, isLoopbackHost } from '../platform/urls.ts'
import type { Settings } from './schema.ts'

/** The settings of one identity provider: all or none. */
const GROUPS = [
  ['oidc_issuer', 'oidc_client_id', 'oidc_client_secret'],
  ['google_client_id', 'google_client_secret'],
  ['github_client_id', 'github_client_secret'],
] as const

/** Faults of the sign-in settings, one line each. */
export function signInFaults(settings: Settings): string[] {
  const faults: string[] = []
  for (const group of GROUPS) {
    const given = group.filter((name) => settings[name] !== undefined)
    if (given.length > 0 && given.length < group.length) {
      const names = group.map((name) => name.toUpperCase())
      faults.push(`${names.slice(0, -1).join(', ')} and ${names.at(-1)}: all of them or none`)
    }
  }
  const on = GROUPS.some(([first]) => settings[first] !== undefined)
  if (!on) return faults
  if (settings.base_url === undefined) {
    faults.push(
      'BASE_URL: needed to sign in, since the identity provider sends browsers back to it',
    )
  }
  for (const name of ['base_url', 'alt_base_url'] as const) {
    const url = settings[name]
    // Session cookies are sent over TLS or to this machine only.
    if (url === undefined || !isHttpUrl(url)) continue
    if (!isSafe(new URL(url))) {
      faults.push(`${name.toUpperCase()}: needs https to sign in, unless it is a loopback address`)
    }
    if (new URL(url).pathname !== '/') {
      faults.push(`${name.toUpperCase()}: sign-in needs an address without a path`)
    }
  }
  const { oidc_issuer: issuer } = settings
  // The issuer receives the client secret and decides who a user is.
  if (issuer !== undefined && isHttpUrl(issuer) && !isSafe(new URL(issuer))) {
    faults.push('OIDC_ISSUER: needs https, unless it is a loopback address')
  }
  return faults
}

function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || isLoopbackHost(url)
}
