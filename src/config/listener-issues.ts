import { parseNetwork } from '../platform/networks.ts'
import type { Issue, Part } from '../platform/settings.ts'
import { HTTP_URL, isHttpUrl, parseUrl, tryDecode } from '../platform/urls.ts'
import type { Settings } from './schema.ts'

/** Issues of the service's own addresses, of the issuer's, of the proxy's, and of origins. */
export function urlIssues(settings: Part<Settings>): Issue[] {
  const issues: Issue[] = []
  for (const name of ['base_url', 'alt_base_url', 'oidc_issuer'] as const) {
    const text = settings[name]
    if (text !== undefined && !isHttpUrl(text)) issues.push({ path: [name], message: HTTP_URL })
  }
  const { egress_proxy } = settings
  if (egress_proxy !== undefined && !isProxyUrl(egress_proxy))
    issues.push({
      path: ['egress_proxy'],
      message:
        'expected a proxy such as http://proxy.example:3128 or https://user:password@proxy.example',
    })
  settings.cors_origins?.forEach((origin, index) => {
    if (origin !== undefined && (!isHttpUrl(origin) || new URL(origin).origin !== origin))
      issues.push({
        path: ['cors_origins', index],
        message:
          'expected an origin such as https://canvas.example, without a path or a slash at the end',
      })
  })
  return issues
}

function isProxyUrl(text: string): boolean {
  const url = parseUrl(text)
  return (
    url !== undefined &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    tryDecode(url.username + url.password) !== undefined &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === ''
  )
}

/** Issues of networks and host names. */
export function listIssues(settings: Part<Settings>): Issue[] {
  const issues: Issue[] = []
  for (const name of ['trusted_networks', 'trusted_proxies'] as const)
    settings[name]?.forEach((network, index) => {
      if (network !== undefined && !isNetwork(network))
        issues.push({
          path: [name, index],
          message: 'expected an address, or a network such as 192.168.1.0/24',
        })
    })
  settings.local_hosts?.forEach((host, index) => {
    if (host !== undefined && !/^[A-Za-z0-9.-]{1,253}$/.test(host))
      issues.push({
        path: ['local_hosts', index],
        message: 'expected a host name such as hearth.lan, without http:// and port',
      })
  })
  return issues
}

export function portIssues({ host, port, edge_host, edge_port }: Part<Settings>): Issue[] {
  if (edge_port === undefined || edge_port === 0) return []
  if (edge_port !== port || edge_host !== host) return []
  return [{ path: ['edge_port'], message: 'expected another port than PORT' }]
}

function isNetwork(text: string): boolean {
  try {
    parseNetwork(text)
    return true
  } catch {
    return false
  }
}
