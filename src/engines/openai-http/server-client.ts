import { lookup } from 'node:dns/promises'
import { boundedText } from '../../platform/bounded-text.ts'
import { tryParseJson } from '../../platform/json.ts'
import { bareHost, isPrivateAddress, normalizeAddress } from '../../platform/networks.ts'
import { EngineFailure } from '../contract/failure.ts'
import { codeOf, connectionFailure } from './server-failure.ts'

/** Longest reply of a server about its models. @limit engine-model-reply MiB */
export const MAX_MODEL_REPLY_BYTES = 4 * 1024 * 1024
const RECHECK_MS = 30_000

interface ServerSettings {
  base_url: string
  api_key?: string | undefined
}

type ServerRequest = Pick<BunFetchRequestInit, 'method' | 'body'> & { signal: AbortSignal }

/**
 * The way to a server of the owner's that speaks OpenAI's forms, on this machine or a private network:
 * what answers with text, speech or transcripts is asked here.
 */
export class ServerClient {
  /** Of OpenAI's paths, without a slash at its end. May have credentials. */
  readonly baseUrl: string
  /** Of each request, and of those with JSON. */
  readonly #headers: Readonly<Record<string, string>>
  readonly #jsonHeaders: Readonly<Record<string, string>>
  readonly #address: LocalAddress
  readonly #socket: Pick<BunFetchRequestInit, 'unix' | 'keepalive'>
  readonly #isLocal: boolean

  /**
   * @param unix Path of the server's Unix socket, where it has no address; the host of `base_url` is
   * then a placeholder
   */
  constructor({ base_url, api_key: key }: ServerSettings, unix?: string) {
    this.baseUrl = base_url.replace(/\/+$/, '')
    this.#address = new LocalAddress(new URL(base_url))
    this.#headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
    this.#jsonHeaders = { ...this.#headers, 'content-type': 'application/json' }
    // A connection for each request takes microseconds there, and one that llama-server has just closed
    // would be reset under the next request.
    this.#socket = unix === undefined ? {} : { unix, keepalive: false }
    this.#isLocal = unix !== undefined
  }

  /** Of the server's own paths, which are beside a trailing `/v1`. */
  get root(): string {
    return this.baseUrl.replace(/\/v1$/, '')
  }

  /**
   * Sends a request. Redirects are not followed, as one could lead to a public address, and a slow
   * model does not run into a time limit of `fetch`.
   *
   * @param target A path below the address, or a whole URL of the same server
   * @throws {EngineFailure} without a connection, or when the signal's time is over
   * @throws The signal's reason
   */
  async request(
    target: string,
    { method = 'GET', body, signal }: ServerRequest,
  ): Promise<Response> {
    const isPath = target.startsWith('/')
    if (!isPath && !URL.canParse(target))
      throw new EngineFailure('unknown', 'The address of the engine cannot be used')
    if (!this.#isLocal) {
      const checked = this.#address.check()
      if (checked !== undefined) await checked
    }
    const request: BunFetchRequestInit = {
      method,
      headers: typeof body === 'string' ? this.#jsonHeaders : this.#headers,
      signal,
      redirect: 'manual',
      timeout: false,
    }
    if (body !== undefined) request.body = body
    if (this.#isLocal) Object.assign(request, this.#socket)
    try {
      return await fetch(isPath ? this.baseUrl + target : target, request)
    } catch (cause) {
      // A server that is too busy to answer is not gone.
      if (codeOf(cause) === 'TimeoutError')
        throw new EngineFailure('timeout', 'The engine did not answer in time', { cause })
      if (signal.aborted) throw cause
      throw connectionFailure(cause)
    }
  }

  /**
   * Reads what a server tells of itself beside OpenAI's paths.
   *
   * @param path From {@link root}
   * @param body Sent as JSON by POST; without it the request is a GET
   * @returns The JSON value of a successful reply, else undefined
   * @throws Only when the signal aborts
   */
  async json(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    const sent = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
    try {
      const response = await this.request(`${this.root}${path}`, { ...sent, signal })
      if (response.ok) return await jsonOf(response)
      await response.body?.cancel()
      return undefined
    } catch {
      signal.throwIfAborted()
      return undefined
    }
  }
}

/** The JSON value of a reply; undefined when it is not JSON, or longer than 4 MiB. */
export async function jsonOf(response: Response): Promise<unknown> {
  const text = await boundedText(response, MAX_MODEL_REPLY_BYTES)
  const json = text === undefined ? undefined : tryParseJson(text)
  return json?.ok ? json.value : undefined
}

/**
 * Checks that a server's name resolves to loopback or private addresses only, because no engine may
 * be a pay-per-use API. A name is resolved again after 30 s.
 */
class LocalAddress {
  readonly #host: string
  readonly #isLiteral: boolean
  #checkedAt = Number.NEGATIVE_INFINITY

  constructor(url: URL) {
    this.#host = bareHost(url.hostname)
    this.#isLiteral = normalizeAddress(this.#host) !== undefined
  }

  /**
   * @returns undefined where nothing has to be waited for
   * @throws {EngineFailure} `transient` when the name cannot be resolved, `unknown` when it
   * resolves to a public address
   */
  check(): Promise<void> | undefined {
    if (performance.now() - this.#checkedAt < RECHECK_MS) return undefined
    if (!this.#isLiteral) return this.#lookUp()
    this.#refusePublic([this.#host])
    this.#checkedAt = Number.POSITIVE_INFINITY
    return undefined
  }

  async #lookUp(): Promise<void> {
    let addresses: { address: string }[]
    try {
      addresses = await lookup(this.#host, { all: true })
    } catch (cause) {
      throw new EngineFailure('unreachable', `Cannot look up the name ${this.#host}`, {
        cause,
      })
    }
    this.#refusePublic(addresses.map(({ address }) => address))
    this.#checkedAt = performance.now()
  }

  #refusePublic(addresses: readonly string[]): void {
    const publicAddress = addresses.find((address) => !isPrivateAddress(address))
    if (publicAddress === undefined && addresses.length > 0) return
    throw new EngineFailure(
      'unknown',
      `Refused: ${this.#host} is not a loopback or private address`,
    )
  }
}
