import type { PasskeyHost } from '../core/identity/passkeys.ts'
import type { HttpContext } from '../http/server/connection.ts'
import type { Origins } from '../http/server/origins.ts'
import {
  bareHost,
  isLoopbackAddress,
  isPrivateAddress,
  normalizeAddress,
} from '../platform/networks.ts'
import { isLoopbackHost } from '../platform/urls.ts'
import type { LocalTrust } from './local-trust.ts'

/**
 * How the Primary Key travels from a browser: encrypted, or in the clear within the own network or
 * this machine.
 */
export type KeyTransport = 'encrypted' | 'network' | 'machine'

interface SignInMethodsOptions {
  origins: Origins
  localTrust: LocalTrust
  /** Whether users can sign in through an identity provider. */
  hasProvider: boolean
}

/** Decides how a browser can sign in from where it is. */
export class SignInMethods {
  readonly #options: SignInMethodsOptions

  constructor(options: SignInMethodsOptions) {
    this.#options = options
  }

  /**
   * How the key of a form would travel.
   *
   * @returns undefined where it could be read on the way, so that no form is offered or accepted
   */
  keyTransport(context: HttpContext): KeyTransport | undefined {
    const { headers } = context.request
    const origin = this.#options.origins.own(headers.get('host'))
    if (isHttps(origin)) {
      // Only a proxy can see that a browser came without TLS. A forged header only leads to a refusal.
      const [scheme = ''] = (headers.get('x-forwarded-proto') ?? '').split(',')
      return scheme.trim().toLowerCase() === 'http' ? undefined : 'encrypted'
    }
    return this.#directTransport(context, origin)
  }

  /**
   * Where passkeys of a request's address belong: https with a host name, or `localhost`.
   *
   * @returns undefined where browsers have none
   */
  passkeyHost({ headers }: Request): PasskeyHost | undefined {
    const { origins } = this.#options
    const own = origins.own(headers.get('host'))
    if (URL.parse(own)?.hostname === 'localhost') return { rpId: 'localhost', origins: [own] }
    const secure = origins.all.filter(isHttps)
    const rpId = URL.parse(origins.main ?? '')?.hostname
    if (
      !secure.includes(own) ||
      rpId === undefined ||
      normalizeAddress(bareHost(rpId)) !== undefined
    )
      return undefined
    return { rpId, origins: secure }
  }

  /** Whether a browser can sign in here, by an identity provider or with the Primary Key. */
  canSignIn(context: HttpContext): boolean {
    return this.#options.hasProvider || this.keyTransport(context) !== undefined
  }

  /** Whether anybody can sign in on the page that approves devices, which has its own address. */
  canApprove(context: HttpContext): boolean {
    const { origins, hasProvider } = this.#options
    const origin = origins.forUsers(context.request.headers.get('host'))
    if (hasProvider || isHttps(origin)) return true
    return this.#directTransport(context, origin) !== undefined
  }

  /** Of a request without TLS: the peer must be near, with no proxy in between. */
  #directTransport(
    { request, connection }: HttpContext,
    origin: string,
  ): 'network' | 'machine' | undefined {
    const { localTrust } = this.#options
    const { address } = connection
    if (address === undefined || !localTrust.isDirect(request.headers, connection)) return undefined
    // A tunnel that adds no header ends at loopback too, but its browser names another host.
    const url = URL.parse(origin)
    if (isLoopbackAddress(address) && url !== null && isLoopbackHost(url)) return 'machine'
    return isPrivateAddress(address) || localTrust.covers(address) ? 'network' : undefined
  }
}

function isHttps(origin: string): boolean {
  return origin.startsWith('https:')
}
