import { type Static, Type } from '@sinclair/typebox'
import { otherUrls } from '../../http/server/addresses.ts'
import type { Origins } from '../../http/server/origins.ts'
import { isLoopbackHost } from '../../platform/urls.ts'
import { Time } from './fields.ts'

/** A link that is shown once, to be opened on another device. */
export const ShareLink = Type.Object({
  path: Type.String({
    description: 'Below the address of this service; it holds the secret',
    examples: ['/join/pZ8nq0cGm1yJtq5vVb3kR2sXw7LdTf4H'],
  }),
  urls: Type.Array(Type.String(), {
    description:
      'The whole link, by each address at which another device may reach this service, the best first; empty where it listens on this machine alone',
  }),
})

/** The same, of a link that signs in to an account. */
export const SignInLink = Type.Composite([ShareLink, Type.Object({ expires_at: Time })], {
  $id: 'SignInLink',
})

export interface ShareOptions {
  origins: Origins
  config: { host: string; port: number }
}

export function shareLink(
  options: ShareOptions,
  request: Request,
  path: string,
): Static<typeof ShareLink> {
  return { path, urls: shareOrigins(options, request).map((origin) => origin + path) }
}

/**
 * The addresses at which another device can reach this service, the best first; never one that means
 * the device itself.
 */
function shareOrigins({ origins, config }: ShareOptions, { headers }: Request): string[] {
  const host = headers.get('host')
  const asked = host === null ? null : URL.parse(origins.own(host))
  const port = config.port === 0 ? Number(asked?.port || 80) : config.port
  const own = asked === null ? [] : [asked.origin]
  const all = [...origins.all, ...own, ...otherUrls(config.host, port)]
  const reachable = all.filter((origin) => {
    const url = URL.parse(origin)
    return url !== null && !isLoopbackHost(url)
  })
  return [...new Set(reachable)]
}
