import type { Fault, Part } from '../platform/settings.ts'
import { isHttpUrl, isLoopbackHost } from '../platform/urls.ts'
import type { Settings } from './schema.ts'

/** The settings of one identity provider: all or none. */
const GROUPS = [
  ['oidc_issuer', 'oidc_client_id', 'oidc_client_secret'],
  ['google_client_id', 'google_client_secret'],
  ['github_client_id', 'github_client_secret'],
] as const

/** Faults of the sign-in settings. */
export function signInFaults(settings: Part<Settings>): Fault[] {
  const faults: Fault[] = []
  for (const group of GROUPS) {
    const [given] = group.filter((name) => settings[name] !== undefined)
    for (const name of group)
      if (given !== undefined && settings[name] === undefined)
        faults.push({
          path: [name],
          says: `expected beside ${given.toUpperCase()}; a provider has all of ${group.map((one) => one.toUpperCase()).join(', ')} or none`,
        })
  }
  const on = GROUPS.some(([first]) => settings[first] !== undefined)
  if (!on) return faults
  if (settings.base_url === undefined)
    faults.push({
      path: ['base_url'],
      says: 'needed to sign in, since the identity provider sends browsers back to it',
    })
  for (const name of ['base_url', 'alt_base_url'] as const) {
    const url = settings[name]
    if (url === undefined || !isHttpUrl(url)) continue
    // Session cookies are sent over TLS or to this machine only.
    if (!isSafe(new URL(url)))
      faults.push({ path: [name], says: 'sign-in needs https, unless it is a loopback address' })
    else if (new URL(url).pathname !== '/')
      faults.push({ path: [name], says: 'sign-in needs an address without a path' })
  }
  const { oidc_issuer: issuer } = settings
  // The issuer receives the client secret and decides who a user is.
  if (issuer !== undefined && isHttpUrl(issuer) && !isSafe(new URL(issuer)))
    faults.push({ path: ['oidc_issuer'], says: 'expected https, unless it is a loopback address' })
  return faults
}

function isSafe(url: URL): boolean {
  return url.protocol === 'https:' || isLoopbackHost(url)
}
