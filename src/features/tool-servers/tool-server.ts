import type { Client, jsonSchemaValidator, Tool as ListedTool } from '@modelcontextprotocol/client'
import { ToolError, type ToolOutcome } from '../../core/tools/tool.ts'
import { abortable, deadline } from '../../platform/deadline.ts'
import { knownFetchReason } from '../../platform/fetch-reason.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import { VERSION } from '../../platform/version.ts'
import { type ForeignTool, foreignTool, oneLine, resultText } from './foreign-tool.ts'
import type { ToolServerSettings } from './settings.ts'

/** An answer of a server, after decompression. @limit tool-server-answer MiB */
export const MAX_SERVER_ANSWER_BYTES = 1024 * 1024
/** Objects of JSON in an answer: each is checked by the library, which takes its time. */
const MAX_ANSWER_OBJECTS = 10_000
const OPEN_OBJECT = 0x7b

/** What is wrong with a server or its answer, in words that tell nothing of its address. */
class ToolServerError extends Error {
  override readonly name = 'ToolServerError'
}

interface BoundedFetchOptions {
  url: string
  headers: Readonly<Record<string, string>>
  timeoutMs: number
  /** Called with why a request has failed, which the library puts into words of its own. */
  onFailure: (reason: string) => void
  /** Called when an answer exceeds its bounds: the library goes on waiting for the rest of a stream. */
  onExcess: () => void
}

type Fetch = (target: string | URL, init?: RequestInit) => Promise<Response>

/**
 * The fetch of a client: to the one origin, for a bounded time, with bounded answers. The stream that a
 * server may open by itself is declined, as nothing that it could say is heard.
 */
function boundedFetch({
  url,
  headers,
  timeoutMs,
  onFailure,
  onExcess,
}: BoundedFetchOptions): Fetch {
  const { origin } = new URL(url)
  const failed = (reason: string) => {
    onFailure(reason)
    return new ToolServerError(reason)
  }
  const exceeded = (reason: string) => {
    queueMicrotask(onExcess)
    return failed(reason)
  }
  return async (target, { method = 'GET', headers: given, body, signal } = {}) => {
    if (method === 'GET') return new Response(null, { status: 405 })
    if (new URL(target).origin !== origin) throw failed(REDIRECT)
    const late = AbortSignal.timeout(timeoutMs)
    const all = new Headers(given)
    for (const [name, value] of Object.entries(headers)) all.set(name, value)
    try {
      const response = await fetch(target, {
        method,
        headers: all,
        ...(body === undefined ? {} : { body }),
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, late]) : late,
      })
      if (isElsewhere(response, target, origin)) {
        await response.body?.cancel()
        throw failed(REDIRECT)
      }
      const { status, body: answer } = response
      if (status === 401 || status === 403) onFailure(refused(status))
      else if (status >= 400) onFailure(`it answers with the status ${status}`)
      const counted = answer?.pipeThrough(counter(exceeded)) ?? null
      return new Response(counted, { status, headers: response.headers })
    } catch (error) {
      if (error instanceof ToolServerError) throw error
      if (late.aborted) throw failed(`no answer within ${timeoutMs / 1000} seconds`)
      const reason = knownFetchReason(error)
      throw reason === undefined ? error : failed(reason)
    }
  }
}

const REDIRECT =
  'it redirects to another address, which is not followed: put the address itself into url'

function refused(status: number): string {
  return `it refuses the request (status ${status}): see that headers has the credential that it wants`
}

/** The library follows redirects within the origin by itself. */
function isElsewhere({ status, headers }: Response, target: string | URL, origin: string): boolean {
  const location = headers.get('location')
  if (status < 300 || status >= 400 || location === null) return false
  return URL.parse(location, String(target))?.origin !== origin
}

function counter(exceeded: (reason: string) => Error): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0
  let objects = 0
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength
      for (let at = chunk.indexOf(OPEN_OBJECT); at !== -1; at = chunk.indexOf(OPEN_OBJECT, at + 1))
        objects += 1
      if (bytes > MAX_SERVER_ANSWER_BYTES) controller.error(exceeded('its answer is too long'))
      else if (objects > MAX_ANSWER_OBJECTS)
        controller.error(exceeded('its answer has too many parts'))
      else controller.enqueue(chunk)
    },
  })
}

/** After this time the list of a server's tools is asked for again. @limit tool-server-list minutes */
export const LIST_MS = 10 * 60_000
/** A server that has failed is asked again after this time, when somebody wants its tools. */
const RETRY_MS = 60_000
/** Nobody waits longer for the first list: an answer goes on without these tools. */
const READY_MS = 5_000
/** Calls of one server at a time. @limit tool-server-calls count */
export const MAX_SERVER_CALLS = 8
/** A list of more pages is refused. */
const MAX_PAGES = 8
/** Names of tools that are not offered, for the owner to choose from. */
const MAX_OTHERS = 200
const MAX_ERROR_CHARACTERS = 300
/** Shorter values of headers are no secrets, and would be found in any text. */
const MIN_SECRET_CHARACTERS = 8
const NOT_THE_PROTOCOL = 'its answer is not that of the Model Context Protocol'

/** What is known of a server. */
export interface ToolServerState {
  id: string
  /** Of its address. */
  host: string
  state: 'connecting' | 'online' | 'failed'
  /** Why it has failed the last time. */
  error: string | undefined
  /** UTC milliseconds; undefined before the first answer or failure. */
  checkedAt: number | undefined
  tools: readonly ForeignTool[]
  /** Those of the settings that cannot be offered, with the reason. */
  missing: readonly { tool: string; reason: string }[]
  /** Further tools that the server has, by its names for them. */
  others: readonly string[]
}

interface ToolServerOptions {
  settings: ToolServerSettings
  log: Log
  /** UTC milliseconds. */
  now: () => number
}

/**
 * A server of another, with one connection for everybody here: it gets the owner's headers and the
 * arguments of calls. Its instructions are not read, and what it says is never a log line.
 */
export class ToolServer {
  readonly #options: ToolServerOptions
  #connection: Promise<Client> | undefined
  #refreshing: Promise<void> | undefined
  #running = 0
  #state: ToolServerState
  /** Why a request has failed, where the library has other words for it. */
  #failure: string | undefined
  #isClosed = false

  constructor(options: ToolServerOptions) {
    this.#options = options
    const { id, url } = options.settings
    this.#state = {
      id,
      host: new URL(url).host,
      state: 'connecting',
      tools: [],
      missing: [],
      others: [],
      error: undefined,
      checkedAt: undefined,
    }
  }

  get state(): ToolServerState {
    return this.#state
  }

  /**
   * Asks for the list where it is old. Who waits gets at least the last one: only before the first
   * answer there is something to wait for.
   */
  async ready(): Promise<void> {
    const { checkedAt, state } = this.#state
    const age = checkedAt === undefined ? Infinity : this.#options.now() - checkedAt
    if (age < (state === 'failed' ? RETRY_MS : LIST_MS)) return
    const refreshed = this.refresh()
    if (checkedAt === undefined) await deadline(refreshed, READY_MS, { onTimeout: () => undefined })
  }

  /** Asks for the list now. Never rejects: a failure is the state. */
  refresh(): Promise<void> {
    this.#refreshing ??= this.#list().finally(() => {
      this.#refreshing = undefined
    })
    return this.#refreshing
  }

  /** Ends the connection, and makes no other. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#disconnect()
  }

  async #list(): Promise<void> {
    const { settings, log, now } = this.#options
    const { id } = settings
    const known = this.#state
    this.#failure = undefined
    try {
      const { tools } = await this.#withClient((client) =>
        client.listTools(undefined, { ...this.#bounds(), cacheMode: 'bypass' }),
      )
      this.#state = { ...known, ...this.#offered(tools), state: 'online', error: undefined }
    } catch (error) {
      await this.#disconnect()
      const reason = this.#reasonOf(error)
      if (known.error !== reason) log.warn({ server: id, reason }, 'A tool server cannot be used')
      this.#state = { ...known, state: 'failed', error: reason }
    }
    this.#state.checkedAt = now()
  }

  #offered(listed: readonly ListedTool[]): Pick<ToolServerState, 'tools' | 'missing' | 'others'> {
    const { settings } = this.#options
    const tools: ForeignTool[] = []
    const missing: { tool: string; reason: string }[] = []
    for (const tool of settings.tools) {
      const found = listed.find(({ name }) => name === tool)
      const offered =
        found === undefined
          ? 'the server has no such tool'
          : foreignTool(settings, found, (values, { signal }) => this.#call(found, values, signal))
      if (typeof offered === 'string') missing.push({ tool, reason: offered })
      else tools.push(offered)
    }
    const others = listed
      .map(({ name }) => oneLine(name, 100))
      .filter((name) => !settings.tools.includes(name))
      .slice(0, MAX_OTHERS)
    return { tools, missing, others }
  }

  async #call(
    { name, inputSchema }: ListedTool,
    values: Record<string, unknown>,
    signal: AbortSignal,
  ): Promise<ToolOutcome> {
    const { id } = this.#options.settings
    if (this.#running >= MAX_SERVER_CALLS)
      throw new ToolError(`The server ${id} has ${MAX_SERVER_CALLS} calls already: call later`)
    this.#running += 1
    this.#failure = undefined
    try {
      const result = await abortable(
        this.#withClient((client) =>
          client.callTool(
            { name, arguments: values },
            { ...this.#bounds(), signal, toolDefinition: { name, inputSchema } },
          ),
        ),
        signal,
      )
      const hasFailed = result.isError === true
      return { result: this.#withoutSecrets(resultText(result)), hasFailed }
    } catch (error) {
      signal.throwIfAborted()
      throw new ToolError(
        `The call of ${name} at the server ${id} failed: ${this.#reasonOf(error)}`,
      )
    } finally {
      this.#running -= 1
    }
  }

  /** A server that has forgotten the session, after a restart, answers 404: then once with another. */
  async #withClient<value>(use: (client: Client) => Promise<value>): Promise<value> {
    const connection = this.#connect()
    try {
      return await use(await connection)
    } catch (error) {
      if (Reflect.get(Object(error), 'status') !== 404) throw error
      if (this.#connection === connection) await this.#disconnect()
      return await use(await this.#connect())
    }
  }

  #connect(): Promise<Client> {
    if (this.#isClosed) throw new ToolServerError('the service is stopping')
    if (this.#connection !== undefined) return this.#connection
    const connection = this.#connected()
    this.#connection = connection
    connection.catch(() => {
      if (this.#connection === connection) this.#connection = undefined
    })
    return connection
  }

  async #connected(): Promise<Client> {
    const { settings, log } = this.#options
    const { id, url, headers } = settings
    const { Client, StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const client = new Client(
      { name: 'hearth', version: VERSION },
      {
        versionNegotiation: { mode: 'auto' },
        jsonSchemaValidator: UNCHECKED,
        listMaxPages: MAX_PAGES,
        inputRequired: { autoFulfill: false },
      },
    )
    client.onerror = (err) => log.debug({ server: id, reason: redact(err.name) }, 'A tool server')
    const transport = new StreamableHTTPClientTransport(new URL(url), {
      fetch: boundedFetch({
        url,
        headers,
        timeoutMs: this.#timeoutMs,
        onFailure: (reason) => {
          this.#failure = reason
        },
        onExcess: () => {
          this.#connection = undefined
          void client.close()
        },
      }),
    })
    try {
      await client.connect(transport, this.#bounds())
      return client
    } catch (error) {
      await client.close()
      throw error
    }
  }

  async #disconnect(): Promise<void> {
    const connection = this.#connection
    this.#connection = undefined
    const client = await connection?.catch(() => undefined)
    await client?.close()
  }

  get #timeoutMs(): number {
    return this.#options.settings.timeout_seconds * 1000
  }

  #bounds() {
    return { timeout: this.#timeoutMs, maxTotalTimeout: this.#timeoutMs }
  }

  #reasonOf(error: unknown): string {
    if (error instanceof ToolServerError) return error.message
    if (this.#failure !== undefined) return this.#failure
    const { name, code, message } = Object(error)
    // The library's own, or that of a body which is still arriving.
    if (code === 'REQUEST_TIMEOUT' || name === 'TimeoutError')
      return `no answer within ${this.#timeoutMs / 1000} seconds`
    // A number is that of an error of JSON-RPC, whose message is the server's.
    if (typeof code !== 'number' || error instanceof DOMException) return NOT_THE_PROTOCOL
    return `it says: ${redact(this.#withoutSecrets(oneLine(String(message), MAX_ERROR_CHARACTERS)))}`
  }

  /** A server may repeat what it was sent. */
  #withoutSecrets(text: string): string {
    const { headers } = this.#options.settings
    return Object.values(headers)
      .flatMap((value) => [value, ...value.split(' ')])
      .filter((value) => value.length >= MIN_SECRET_CHARACTERS)
      .reduce((clean, value) => clean.replaceAll(value, '[redacted]'), text)
  }
}

/** Patterns of a schema can block the thread, and a wrong result is only text for a model. */
const UNCHECKED: jsonSchemaValidator = {
  getValidator: () => (data) => ({
    valid: true,
    data: data as never,
    errorMessage: undefined,
  }),
}
