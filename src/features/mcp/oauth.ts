import { timingSafeEqual } from 'node:crypto'
import { clientName } from '../../core/identity/devices/device-flow.ts'
import type { Devices, NewDevice } from '../../core/identity/devices/devices.ts'
import type { Pairing, RefreshTokens } from '../../core/identity/devices/refresh-tokens.ts'
import type { SettingStore } from '../../db/setting-store.ts'
import { AppError } from '../../platform/errors.ts'
import { keyedHash, randomText, sha256, sha256Bytes } from '../../platform/ids.ts'
import { tryParseJson } from '../../platform/json.ts'
import { isLoopbackHost, parseUrl } from '../../platform/urls.ts'

/** Between the redirect back to the client and its request for tokens. @limit oauth-code seconds */
export const CODE_MS = 60_000
/** In which a person decides. @limit oauth-request minutes */
export const REQUEST_MS = 600_000
/** Of one client. @limit oauth-redirects count */
export const MAX_REDIRECTS = 10
/** Requests and codes that wait; the oldest are forgotten. */
const MAX_WAITING = 1_000
const MAX_REDIRECT_CHARACTERS = 500
/**
 * An app's exchange of a code, of the 4 KiB that are read: the rest is for a port and fields of its own.
 * @limit oauth-exchange bytes
 */
export const MAX_EXCHANGE_BYTES = 3_840
const CODE_CHARACTERS = 43
const MAX_VERIFIER_CHARACTERS = 128
const PEPPER = 'mcp_client_pepper'
const PREFIX = 'hmc_'
/** SHA-256 in base64url; the verifier as RFC 7636, 4.1 has it. */
const CHALLENGE = /^[A-Za-z0-9_-]{43}$/
const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/

/** A client as it has described itself: nothing of it is verified. */
interface Client {
  id: string
  name: string
  redirectUris: readonly string[]
}

/** What a client asks a person for. RFC 6749, 4.1.1; RFC 7636, 4.3; RFC 8707, 2 */
export interface AuthorizationQuery {
  response_type?: string | undefined
  client_id?: string | undefined
  redirect_uri?: string | undefined
  code_challenge?: string | undefined
  code_challenge_method?: string | undefined
  state?: string | undefined
  resource?: string | undefined
}

/** A request that a person decides on. */
export interface AuthorizationRequest {
  id: string
  client: Client
  redirectUri: string
  challenge: string
  state: string | undefined
  expiresAt: number
}

interface Code extends Omit<AuthorizationRequest, 'id' | 'state'> {
  device: NewDevice
  /** Of the device that it was exchanged for. */
  deviceId: string | undefined
}

/** What a client shows for tokens. */
export interface CodeExchange {
  code: string
  clientId: string
  redirectUri: string
  verifier: string
}

interface OAuthOptions {
  issuer: string
  /** Whom tokens are for. */
  resource: string
  settings: SettingStore
  refreshTokens: RefreshTokens
  devices: Devices
  now: () => number
}

/**
 * OAuth 2.1 for clients of `/mcp`: public clients that register themselves, and a person who approves
 * each. A client's id holds its description, signed, so that nobody can fill the database with
 * registrations; requests and codes are in memory, as they live for minutes.
 */
export class OAuth {
  readonly #options: OAuthOptions
  readonly #requests = new Map<string, AuthorizationRequest>()
  /** By hash. Used ones stay until they expire: one that comes again was copied. */
  readonly #codes = new Map<string, Code>()
  #pepper: string | undefined

  constructor(options: OAuthOptions) {
    this.#options = options
  }

  /**
   * Registers a client with those of its redirect addresses that are safe: editors name one for each
   * way in which they run, and use the one that fits. RFC 7591, 3.2.1
   *
   * @throws {AppError} `invalid_redirect_uri` where none is, and where they are too long for the client's
   * own requests
   */
  register(name: string | undefined, given: readonly string[]): Client {
    const redirectUris = given.filter(isRedirectUri)
    if (redirectUris.length === 0)
      throw new AppError(
        'invalid_redirect_uri',
        'A redirect address must be https://, http:// of this computer (127.0.0.1, [::1] or localhost), or of a scheme of an app, as com.example.app:/callback',
      )
    const described = { n: clientName(name), r: redirectUris }
    const payload = Buffer.from(JSON.stringify(described)).toString('base64url')
    const id = `${PREFIX}${payload}.${this.#signatureOf(payload)}`
    if (this.#longestExchange(id, redirectUris) > MAX_EXCHANGE_BYTES)
      throw new AppError(
        'invalid_redirect_uri',
        'The redirect addresses are too long: register fewer or shorter ones',
      )
    return { id, name: described.n, redirectUris }
  }

  /**
   * Takes a request for approval. What is wrong with it is told to the person, and never by a redirect:
   * anybody may register an address and have a link to this service lead there. RFC 9700, 4.11.2
   *
   * @returns Its id, of the page that asks
   * @throws {AppError} `invalid_client`, `invalid_redirect_uri`, `invalid_request`, `invalid_target`
   */
  request(query: AuthorizationQuery): string {
    const client = this.#client(query.client_id ?? '')
    const redirectUri = query.redirect_uri ?? ''
    if (!client.redirectUris.some((uri) => isSameRedirect(uri, redirectUri)))
      throw new AppError(
        'invalid_redirect_uri',
        'The redirect address is none of those that the app has registered',
      )
    const { state, code_challenge: challenge = '' } = query
    const request = { client, redirectUri, challenge, state }
    if (query.response_type !== 'code')
      throw new AppError(
        'invalid_request',
        'The app asks in a wrong way: response_type must be code',
      )
    if (query.code_challenge_method !== 'S256' || !CHALLENGE.test(challenge))
      throw new AppError(
        'invalid_request',
        'The app asks in a wrong way: a code_challenge by S256 is required',
      )
    this.requireOwn(query.resource)
    const id = randomText(16)
    const expiresAt = this.#options.now() + REQUEST_MS
    this.#requests.set(id, { ...request, id, expiresAt })
    this.#forget(this.#requests)
    return id
  }

  /** @throws {AppError} `not_found` for one that has expired or was decided on */
  waiting(id: string): AuthorizationRequest {
    const request = this.#requests.get(id)
    if (request !== undefined && request.expiresAt > this.#options.now()) return request
    throw new AppError('not_found', 'This request has expired: start again in the app')
  }

  /**
   * Decides, once and for good.
   *
   * @returns Where the browser goes
   * @throws {AppError} `not_found`
   */
  decide(id: string, approver: Omit<NewDevice, 'name'> | undefined): string {
    const request = this.waiting(id)
    this.#requests.delete(id)
    if (approver === undefined) return this.#back(request, { error: 'access_denied' })
    const code = randomText(32)
    const { client, redirectUri, challenge } = request
    this.#codes.set(sha256(code), {
      client,
      redirectUri,
      challenge,
      deviceId: undefined,
      device: { ...approver, name: client.name },
      expiresAt: this.#options.now() + CODE_MS,
    })
    this.#forget(this.#codes)
    return this.#back(request, { code })
  }

  /**
   * Exchanges a code, once. One that comes again was copied, so what it was exchanged for ends. RFC
   * 6749, 4.1.2
   *
   * @throws {AppError} `invalid_grant`, `invalid_client`
   */
  exchange({ code, clientId, redirectUri, verifier }: CodeExchange): Pairing {
    const { id } = this.#client(clientId)
    const known = this.#codes.get(sha256(code))
    const isGood =
      known !== undefined &&
      known.client.id === id &&
      known.redirectUri === redirectUri &&
      known.expiresAt > this.#options.now() &&
      proves(known.challenge, verifier)
    if (!isGood) throw new AppError('invalid_grant', 'The code is not valid: connect again')
    const { refreshTokens, devices } = this.#options
    if (known.deviceId !== undefined) {
      devices.end(known.deviceId)
      throw new AppError('invalid_grant', 'The code was used before: connect again')
    }
    const pairing = refreshTokens.pair(known.device, id)
    known.deviceId = pairing.deviceId
    this.#requireAccount(pairing.deviceId)
    return pairing
  }

  /** @throws {AppError} `invalid_grant`, `invalid_client`; as {@link RefreshTokens.exchange} */
  refresh(token: string, clientId: string, address: string): Pairing {
    const { id } = this.#client(clientId)
    const pairing = this.#options.refreshTokens.exchange(token, address, id)
    if (pairing !== undefined) return pairing
    throw new AppError('invalid_grant', 'The refresh token is not valid: connect again')
  }

  /** Ends what a refresh token belongs to; any other text changes nothing. @throws {AppError} */
  revoke(token: string, clientId: string): void {
    this.#options.refreshTokens.revoke(token, this.#client(clientId).id)
  }

  /** @throws {AppError} `invalid_target` for tokens of another service */
  requireOwn(resource: string | undefined): void {
    if (this.#isOwn(resource)) return
    throw new AppError('invalid_target', `The resource must be ${this.#options.resource}`)
  }

  /** Forgets what has expired. Called periodically. */
  sweep(): void {
    for (const waiting of [this.#requests, this.#codes])
      for (const [id, { expiresAt }] of waiting)
        if (expiresAt <= this.#options.now()) waiting.delete(id)
  }

  /** The account may have been refused since it has approved. @throws {AppError} */
  #requireAccount(deviceId: string): void {
    const { devices } = this.#options
    try {
      devices.actor(deviceId, 'mcp')
    } catch (error) {
      devices.end(deviceId)
      throw error
    }
  }

  /** Bytes of the form by which a client exchanges a code: its id holds all its addresses. */
  #longestExchange(clientId: string, redirectUris: readonly string[]): number {
    const form = {
      grant_type: 'authorization_code',
      client_id: clientId,
      code: 'x'.repeat(CODE_CHARACTERS),
      code_verifier: 'x'.repeat(MAX_VERIFIER_CHARACTERS),
      resource: this.#options.resource,
    }
    const lengths = redirectUris.map(
      (uri) => new URLSearchParams({ ...form, redirect_uri: uri }).toString().length,
    )
    return Math.max(...lengths)
  }

  #isOwn(resource: string | undefined): boolean {
    const { resource: own, issuer } = this.#options
    return resource === undefined || [own, `${own}/`, issuer, `${issuer}/`].includes(resource)
  }

  #forget(waiting: Map<string, unknown>): void {
    for (const id of waiting.keys()) {
      if (waiting.size <= MAX_WAITING) return
      waiting.delete(id)
    }
  }

  /** The redirect address with an answer. RFC 6749, 4.1.2; RFC 9207, 2 */
  #back(
    { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
    answer: Readonly<Record<string, string>>,
  ): string {
    const url = new URL(redirectUri)
    for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value)
    if (state !== undefined) url.searchParams.set('state', state)
    url.searchParams.set('iss', this.#options.issuer)
    return url.href
  }

  /** @throws {AppError} `invalid_client` for an id that was not given here */
  #client(id: string): Client {
    const [payload = '', signature = ''] = id.slice(PREFIX.length).split('.', 2)
    const text = Buffer.from(payload, 'base64url').toString()
    const isOurs = id.startsWith(PREFIX) && isEqual(signature, this.#signatureOf(payload))
    if (!isOurs) throw new AppError('invalid_client', 'Unknown client: register it again')
    const { n: name, r: redirectUris } = Object(tryParseJson(text).value)
    return { id, name, redirectUris }
  }

  #signatureOf(payload: string): string {
    return keyedHash(this.#key(), payload).slice(0, 43)
  }

  /** Made at the first use; a backup that is put back knows the same clients. */
  #key(): string {
    const { settings } = this.#options
    this.#pepper ??= settings.get(PEPPER)
    if (this.#pepper === undefined) {
      this.#pepper = randomText(32)
      settings.set(PEPPER, this.#pepper)
    }
    return this.#pepper
  }
}

/** A domain name in reverse order: no scheme that a browser or a system runs itself has a dot. RFC 8252, 7.1 */
const APP_SCHEME = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:$/
/** Schemes of editors, which hand an address to the extension that it names: `cursor://publisher.extension/…`. */
const EDITOR_SCHEME = /^(?:cursor|vscode|vscode-insiders|vscodium|windsurf):$/
const EXTENSION = /^[a-z0-9-]+\.[a-z0-9-]+$/i

/** Whether an address leads to nobody but who has registered it, or to a program of the person's own. */
function isRedirectUri(text: string): boolean {
  const url = parseUrl(text)
  if (url === undefined || text.length > MAX_REDIRECT_CHARACTERS) return false
  if (url.hash !== '' || url.username !== '' || url.password !== '') return false
  if (url.protocol === 'https:') return true
  if (url.protocol === 'http:') return isLoopbackHost(url)
  return isAppScheme(url)
}

/**
 * With a query, such an address could say what the app is to do. Another program may take the scheme too:
 * it gets a code that is good for nothing without its verifier. RFC 8252, 8.1
 */
function isAppScheme({ protocol, hostname, search }: URL): boolean {
  if (search !== '') return false
  return APP_SCHEME.test(protocol) || (EDITOR_SCHEME.test(protocol) && EXTENSION.test(hostname))
}

/** An app of this computer may take any port. RFC 8252, 7.3 */
function isSameRedirect(registered: string, given: string): boolean {
  if (registered === given) return true
  const [one, other] = [parseUrl(registered), parseUrl(given)]
  if (one === undefined || other === undefined || !isRedirectUri(given)) return false
  if (one.protocol !== 'http:' || !isLoopbackHost(one)) return false
  one.port = other.port
  return one.href === other.href
}

function proves(challenge: string, verifier: string): boolean {
  return VERIFIER.test(verifier) && isEqual(sha256Bytes(verifier).toString('base64url'), challenge)
}

function isEqual(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
