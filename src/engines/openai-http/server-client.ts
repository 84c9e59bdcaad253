import { boundedText } from '../../platform/bounded-text.ts'
import { tryParseJson } from '../../platform/try-parse-json.ts'

/** Longest reply of a server about its models. See Limits. */
export const MAX_MODEL_REPLY_BYTES = 4 * 1024 * 1024

/**
 * For `fetch`: a Unix socket in place of the address. Each request has a connection of its own there: it
 * takes microseconds, and one that llama-server has just closed would be reset under the next request.
 */
export interface ServerSocket {
  unix?: string
  keepalive?: false
}

/** Reads what a model server tells of itself beside OpenAI's paths. */
export class ServerClient {
  readonly #root: string
  readonly #headers: Record<string, string>
  readonly #socket: ServerSocket

  /** @param baseUrl Address of OpenAI's paths; the server's own are beside a trailing `/v1` */
  constructor(baseUrl: string, headers: Record<string, string>, socket: ServerSocket = {}) {
    this.#socket = socket
    this.#root = baseUrl.replace(/\/v1$/, '')
    this.#headers = headers
  }

  /**
   * @param path From the root of the server
   * @param body Sent as JSON by POST; without it the request is a GET
   * @returns The JSON value of a successful reply, else undefined
   * @throws Only when the signal aborts
   */
  async json(path: string, signal: AbortSignal, body?: object): Promise<unknown> {
    try {
      const response = await fetch(`${this.#root}${path}`, {
        ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
        ...this.#socket,
        headers: this.#headers,
        signal,
        // A redirect could lead to a public address.
        redirect: 'manual',
      })
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
