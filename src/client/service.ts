import { lookup } from 'node:dns/promises'
import type { Static, TSchema } from '@sinclair/typebox'
import { matches } from '../platform/check.ts'
import { tryParseJson } from '../platform/json.ts'
import { bareHost, isPrivateAddress, normalizeAddress } from '../platform/networks.ts'
import { isHttpUrl, isPrivateUrl, parseUrl } from '../platform/urls.ts'
import { type AnswerEvent, readAnswer, type Turn } from './answer.ts'
import { ClientFailure, Interrupted, SignedOut, TemporaryFailure, UsageFailure } from './failure.ts'
import {
  DeviceAuthorization,
  ErrorBody,
  type Model,
  Models,
  TokenError,
  TokenResponse,
  Whoami,
} from './schema.ts'

/** Host names that public DNS does not resolve. RFC 6761, 6762, 8375; ICANN 2024 (.internal). */
const LOCAL_NAME = /\.(?:local|localhost|internal|home\.arpa)\.?$/i

/**
 * Normalizes the service's address: no trailing slash, query or fragment. Without a scheme it gets
 * `http` for a host on a private network, else `https`.
 *
 * @throws {UsageFailure} when the text is not an address
 */
export function serviceUrl(text: string): string {
  const url = parseUrl(text.includes('://') ? text : withScheme(text))
  if (url === undefined || !isHttpUrl(url.href))
    throw new UsageFailure(`${text} is not an http or https address without credentials`)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

/**
 * Refuses plain http to a public host, which would send the credential unencrypted over the
 * internet.
 *
 * @throws {ClientFailure} when the address is plain http and its host is public
 */
export async function requireSecureUrl(address: string): Promise<void> {
  const url = new URL(address)
  if (url.protocol === 'https:' || isPrivateUrl(url) || LOCAL_NAME.test(url.hostname)) return
  const host = bareHost(url.hostname)
  if ((await addressesOf(host)).every(isPrivateAddress)) return
  throw new ClientFailure(
    `${host} is not on a private network, and plain http would show your sign-in to everyone on the way: use https://${url.host}, or --insecure if you accept that`,
  )
}

/**
 * Excludes a plain http service from HTTP_PROXY, because a proxy could read the requests. A proxy
 * of https cannot.
 */
function bypassProxy(url: string): void {
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'http:') return
  const given = process.env['NO_PROXY'] ?? process.env['no_proxy'] ?? ''
  process.env['NO_PROXY'] = [given, bareHost(hostname)].filter(Boolean).join(',')
}

function withScheme(text: string): string {
  const url = parseUrl(`http://${text}`)
  const isLocal = url !== undefined && (isPrivateUrl(url) || LOCAL_NAME.test(url.hostname))
  return `${isLocal ? 'http' : 'https'}://${text}`
}

async function addressesOf(host: string): Promise<string[]> {
  if (normalizeAddress(host) !== undefined) return [host]
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address)
  } catch (cause) {
    throw new TemporaryFailure(`Cannot find the host ${host}`, { cause })
  }
}

/** Time limit of a request without a streamed answer. */
const TIMEOUT_MS = 30_000

export interface ServiceOptions {
  /** As normalized by {@link serviceUrl}. */
  url: string
  token?: string
  /** Aborts when the user pressed Ctrl-C. */
  signal: AbortSignal
}

/** Result of one poll. */
export type PollAnswer =
  | { state: 'granted'; access_token: string; expires_in: number }
  | { state: 'error'; error: string; detail: string; interval?: number }

interface RequestOptions {
  body?: object
  signal?: AbortSignal
  /** Whether the request has no time limit. */
  noTimeLimit?: boolean
}

/** Client of the code surface of one Hearth. */
export class Service {
  readonly url: string
  readonly #token: string | undefined
  readonly #signal: AbortSignal

  constructor({ url, token, signal }: ServiceOptions) {
    bypassProxy(url)
    this.url = url
    this.#token = token
    this.#signal = signal
  }

  start(clientName: string, codeChallenge: string): Promise<DeviceAuthorization> {
    const body = { client_name: clientName, code_challenge: codeChallenge }
    return this.#read(DeviceAuthorization, 'POST', '/api/code/devices/start', { body })
  }

  /** @throws {ClientFailure} for an answer outside RFC 8628 */
  async poll(deviceCode: string, codeVerifier: string): Promise<PollAnswer> {
    const body = { device_code: deviceCode, code_verifier: codeVerifier }
    const response = await this.#request('POST', '/api/code/devices/poll', { body })
    if (response.status === 400) {
      const value = await readJson(response)
      if (!matches(TokenError, value)) throw this.#unexpectedAnswer()
      const { error, detail = error, interval } = value
      return { state: 'error', error, detail, ...(interval === undefined ? {} : { interval }) }
    }
    const { access_token, expires_in } = await this.#checked(TokenResponse, response)
    return { state: 'granted', access_token, expires_in }
  }

  whoami(): Promise<Whoami> {
    return this.#read(Whoami, 'GET', '/api/code/whoami')
  }

  /** Ends the sign-in at the service. */
  async logout(): Promise<void> {
    const response = await this.#request('POST', '/api/code/logout')
    if (!response.ok) throw await responseError(response, this.url)
    await response.body?.cancel()
  }

  async models(): Promise<Model[]> {
    return (await this.#read(Models, 'GET', '/api/code/v1/models')).data
  }

  /** Version of the client that the service hands out; undefined when it does not tell. */
  async clientVersion(signal: AbortSignal): Promise<string | undefined> {
    const response = await this.#request('HEAD', '/client', { signal })
    return /^\d{1,9}(?:\.\d{1,9}){2}$/.exec(response.headers.get('x-hearth-version') ?? '')?.[0]
  }

  /**
   * Requests the next turn of a conversation.
   *
   * @param signal Stops the answer
   * @returns What happens while the answer is written
   * @throws {ClientFailure} before the first text, or when the answer breaks off
   */
  async *chat(
    question: { model: string; messages: readonly Turn[] },
    signal: AbortSignal,
  ): AsyncGenerator<AnswerEvent> {
    const response = await this.#request('POST', '/api/code/v1/chat/completions', {
      body: { ...question, stream: true },
      signal,
      noTimeLimit: true,
    })
    if (!response.ok) throw await responseError(response, this.url)
    if (response.body === null) throw this.#unexpectedAnswer()
    try {
      yield* readAnswer(response.body)
    } catch (cause) {
      // An aborted answer looks like a broken connection to the reader.
      if (this.#signal.aborted || signal.aborted) throw new Interrupted('Stopped', { cause })
      throw cause
    }
  }

  async #read<schema extends TSchema>(
    schema: schema,
    method: string,
    path: string,
    ask?: RequestOptions,
  ): Promise<Static<schema>> {
    return this.#checked(schema, await this.#request(method, path, ask))
  }

  async #checked<schema extends TSchema>(
    schema: schema,
    response: Response,
  ): Promise<Static<schema>> {
    if (!response.ok) throw await responseError(response, this.url)
    const value = await readJson(response)
    if (!matches(schema, value)) throw this.#unexpectedAnswer()
    return value
  }

  async #request(method: string, path: string, ask: RequestOptions = {}): Promise<Response> {
    const { body, signal, noTimeLimit = false } = ask
    const signals = [this.#signal, ...(signal === undefined ? [] : [signal])]
    try {
      return await fetch(this.url + path, {
        method,
        // The credential must not be sent to another address.
        redirect: 'manual',
        signal: AbortSignal.any(
          noTimeLimit ? signals : [...signals, AbortSignal.timeout(TIMEOUT_MS)],
        ),
        headers: {
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token}` }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
    } catch (cause) {
      if (signals.some(({ aborted }) => aborted)) throw new Interrupted('Stopped', { cause })
      throw new TemporaryFailure(`Cannot reach ${this.url}: ${reasonOf(cause)}`, { cause })
    }
  }

  #unexpectedAnswer(): ClientFailure {
    return new ClientFailure(`${this.url} does not answer like a Hearth`)
  }
}

function reasonOf(error: unknown): string {
  // Node says only `fetch failed`, and keeps the reason in the cause.
  const cause = Reflect.get(Object(error), 'cause')
  if (cause instanceof Error) return reasonOf(cause)
  switch (Reflect.get(Object(error), 'code')) {
    case 'ECONNREFUSED':
    case 'ConnectionRefused':
      return 'nothing listens there'
    case 'ENOTFOUND':
      return 'no host of that name'
    case 'ECONNRESET':
      return 'the connection broke'
    default:
      return error instanceof Error ? error.message : String(error)
  }
}

/** The error for a response without success, with a message for the user. */
export async function responseError(response: Response, url: string): Promise<ClientFailure> {
  const { status, headers } = response
  if (status >= 300 && status < 400) {
    await response.body?.cancel()
    return new ClientFailure(
      `${url} sends to ${headers.get('location')}: sign in with the address that you are meant to use`,
    )
  }
  const value = await readJson(response)
  const { detail, code } = matches(ErrorBody, value) ? value : { detail: '', code: undefined }
  const wait = /^\d{1,5}$/.exec(headers.get('retry-after') ?? '')?.[0]
  const again = wait === undefined ? {} : { afterSeconds: Number(wait) }
  const later = wait === undefined ? 'try again later' : `try again in ${wait} s`
  if (status === 401)
    return new SignedOut(`Not signed in at ${url} any more: sign in again with hearth login`)
  if (code === 'pending_approval')
    return new ClientFailure('The owner has not approved your account yet')
  if (status === 429) return new TemporaryFailure(`Too many requests at once: ${later}`, again)
  // Without a time to ask again, only the owner can help.
  if (code === 'not_installed' || (code === 'no_engine' && wait === undefined))
    return new ClientFailure(detail)
  if (code === 'no_engine')
    return new TemporaryFailure(detail.replace('try again later', later), again)
  if (status >= 500) return new TemporaryFailure(detail || `${url} is not up (${status})`, again)
  return new ClientFailure(detail || `${url} does not answer like a Hearth (${status})`)
}

/**
 * Parses a body as JSON; undefined when it is not JSON.
 *
 * @throws {TemporaryFailure} when the body is incomplete
 */
async function readJson(response: Response): Promise<unknown> {
  const text = await response.text().catch((cause: unknown) => {
    throw new TemporaryFailure('The connection broke', { cause })
  })
  return tryParseJson(text).value
}
