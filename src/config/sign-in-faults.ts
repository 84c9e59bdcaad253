import { isHttpUrl, isLoopbackHost } from '../platform/urls.ts'
import type { Settings } from './schema.ts'

/** A client of an identity provider: all of its settings or none. */
const GROUPS = [
  ['oidc_issuer', 'oidc_client_id', 'oidc_client_secret'],
  ['google_client_id', 'google_client_secret'],
  ['github_client_id', 'github_client_secret'],
] as const

/** What is wrong with the settings of signing in, a line for each fault. */
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
    // A session's cookie is only for TLS, or for this machine.
    if (url === undefined || !isHttpUrl(url)) continue
    if (!isSafe(new URL(url))) {
      faults.push(`${name.toUpperCase()}: needs https to sign in, unless it is a loopback address`)
    }
    if (new URL(url).pathname !== '/') {
      faults.push(`${name.toUpperCase()}: sign-in needs an address without a path`)
    }
  }
  const { oidc_issuer: issuer } = settings
  // The client's secret goes there, and who somebody is comes from there.
  if (issuer !== undefined && isHttpUrl(issuer) && !isSafe(new URL(issuer))) {
    faults.push('OIDC_ISSUER: needs https, unless it is a loopback address')
  }
  return faults
}

function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || isLoopbackHost(url)
}
