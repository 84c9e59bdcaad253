import type {
  CallToolRequest,
  CallToolResult,
  ContentBlock,
  ListToolsResult,
  Server,
  ServerContext,
} from '@modelcontextprotocol/server'
import { Type } from '@sinclair/typebox'
import type { Caller } from '../../core/caller.ts'
import { schemaOf, type Tool, type ToolMedia, type ToolRun } from '../../core/tools/tool.ts'
import type { CallResult, Tools } from '../../core/tools/tools.ts'
import { matches } from '../../platform/check.ts'
import { AppError, expectedError } from '../../platform/errors.ts'
import { randomId } from '../../platform/ids.ts'
import type { Log } from '../../platform/log.ts'
import { redact } from '../../platform/redact.ts'
import { VERSION } from '../../platform/version.ts'
import type { Calls } from './calls.ts'

/** Of the text of a result; longer ones become a file. @limit mcp-result characters */
export const MAX_RESULT_CHARACTERS = 60_000
/** Of all pictures and sounds of a result, before they are encoded. @limit mcp-media MiB */
export const MAX_MEDIA_BYTES = 4 * 1024 * 1024

/** Stores a text for the caller. @returns Its link. @throws {AppError} where there is no room */
type StoreText = (name: string, text: string) => Promise<string>

/**
 * The result of a call as the protocol has it, within its bounds.
 *
 * @param storeText Undefined for a caller who may have no files
 */
async function toolResult(
  name: string,
  answer: CallResult,
  storeText: StoreText | undefined,
): Promise<CallToolResult> {
  if (!answer.ok) return { content: [text(answer.text)], isError: true }
  const { outcome } = answer
  const whole = answer.text
  const shown =
    whole.length <= MAX_RESULT_CHARACTERS
      ? whole
      : await shortened(whole, (all) => storeText?.(`${name}.md`, all))
  return {
    content: [text(shown), ...mediaBlocks(outcome.media ?? [])],
    isError: outcome.hasFailed === true,
  }
}

function text(value: string): ContentBlock {
  return { type: 'text', text: value }
}

/** The beginning of a text, with where all of it is; both have room in a result. */
async function shortened(
  whole: string,
  store: (text: string) => Promise<string> | undefined,
): Promise<string> {
  const link = await storedLink(whole, store)
  const where = link === undefined ? 'Ask for less at a time' : `All of it: ${link}`
  const note = `\n\n[The result has ${whole.length} characters and is cut here. ${where}]`
  return whole.slice(0, MAX_RESULT_CHARACTERS - note.length).toWellFormed() + note
}

async function storedLink(
  whole: string,
  store: (text: string) => Promise<string> | undefined,
): Promise<string | undefined> {
  try {
    return await store(whole)
  } catch (error) {
    // The call itself has succeeded, and was charged.
    if (error instanceof AppError) return undefined
    throw error
  }
}

function mediaBlocks(media: readonly ToolMedia[]): ContentBlock[] {
  let room = MAX_MEDIA_BYTES
  return media.flatMap(({ mediaType, bytes }): ContentBlock[] => {
    if (bytes.byteLength > room)
      return [text(`[${mediaType} of ${bytes.byteLength} bytes was left out: it is too large]`)]
    room -= bytes.byteLength
    const data = Buffer.from(bytes).toString('base64')
    if (mediaType.startsWith('image/')) return [{ type: 'image', data, mimeType: mediaType }]
    if (mediaType.startsWith('audio/')) return [{ type: 'audio', data, mimeType: mediaType }]
    return []
  })
}

/** Messages of one request. @limit mcp-batch count */
export const MAX_BATCH = 8
/** Between two reports of a call's progress. @limit mcp-progress seconds */
export const PROGRESS_MS = 10_000
/** A silent stream says a comment as often. */
const KEEPALIVE_MS = 10_000
/** What a client is given when it connects, by which it cancels calls; there is nothing behind it. */
const SESSION_HEADER = 'mcp-session-id'
const SESSION = /^mcs_[\w-]{8,64}$/
const INSTRUCTIONS =
  'Tools of a Hearth server: read web pages, search the web, get the words of videos and recordings, translate, speak, run tasks, and the files of its user.'
/** JSON-RPC 2.0, 5.1 */
const CODES = { parse: -32_700, request: -32_600, params: -32_602, internal: -32_603 } as const
const INTERNAL = 'Internal error'

/** A request of a client whom a guard has let pass. */
export interface McpRequest {
  /** Its body is read already. */
  request: Request
  body: unknown
  caller: Caller
  /** Of links in results, without a trailing slash. */
  origin: string
  /** Whether the caller may still call. @throws {AppError} */
  reauthorize(): void | Promise<void>
}

interface McpOptions {
  tools: Tools
  calls: Calls
  /** Stores a long result as a file of its caller. @returns Its link */
  storeText: (caller: Caller, origin: string, name: string, text: string) => Promise<string>
  progressMs?: number
  log: Log
}

const Message = Type.Object({ method: Type.String() })
const Cancellation = Type.Object({
  method: Type.Literal('notifications/cancelled'),
  params: Type.Object({ requestId: Type.Union([Type.String(), Type.Number()]) }),
})

/**
 * The Model Context Protocol over the tools of the registry, without state: of 2026-07-28, and of
 * 2024-11-05 to 2025-11-25. Nothing of its library is loaded before the first request.
 */
export class Mcp {
  readonly #options: McpOptions

  constructor(options: McpOptions) {
    this.#options = options
  }

  /** Answers one request; what is wrong with it is said in the form of JSON-RPC. */
  async answer(asked: McpRequest): Promise<Response> {
    const { request, body } = asked
    const messages = Array.isArray(body) ? body : [body]
    if (body === undefined) return refusal(CODES.parse, 'The body is not JSON')
    if (messages.length > MAX_BATCH)
      return refusal(CODES.request, `At most ${MAX_BATCH} messages are taken at a time`)
    for (const message of messages)
      if (matches(Cancellation, message))
        this.#options.calls.cancel(nameOf(asked, message.params.requestId))
    const { createMcpHandler, Server } = await import('@modelcontextprotocol/server')
    const handler = createMcpHandler(() => this.#server(Server, asked), {
      // A stream from its start on, so that no proxy takes a silent call for a dead one.
      responseMode: 'sse',
      keepAliveMs: KEEPALIVE_MS,
      // The list of tools changes with the service or the key alone.
      maxSubscriptions: 0,
      onerror: (err) => this.#options.log.debug({ reason: redact(err.message) }, 'MCP'),
    })
    const response = await handler.fetch(acceptingBoth(request), { parsedBody: body })
    const isConnecting = messages.some(
      (message) => matches(Message, message) && message.method === 'initialize',
    )
    if (isConnecting && response.ok) response.headers.set(SESSION_HEADER, randomId('mcs_'))
    return response
  }

  #server(ServerClass: typeof Server, asked: McpRequest): Server {
    const server = new ServerClass(
      { name: 'hearth', title: 'Hearth', version: VERSION },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    )
    server.setRequestHandler('tools/list', () => this.#list(asked))
    server.setRequestHandler('tools/call', (call, context) => this.#called(asked, call, context))
    return server
  }

  #list({ caller }: McpRequest): ListToolsResult {
    const { tools } = this.#options
    return { tools: tools.listFor(caller).filter(isOwn).map(describedTool) }
  }

  /** Passes on no error but in words of our own: the library sends messages as they are. */
  async #called(
    asked: McpRequest,
    call: CallToolRequest,
    context: ServerContext,
  ): Promise<CallToolResult> {
    try {
      return await this.#call(asked, call, context)
    } catch (error) {
      if (error instanceof RpcError) throw error
      const expected = expectedError(error)
      if (expected !== undefined)
        return await toolResult('', { ok: false, text: redact(expected.message) }, undefined)
      // Nothing reaches a client that has gone.
      if (!isAbort(error)) this.#options.log.error({ err: error }, 'A call failed unexpectedly')
      throw new RpcError(CODES.internal, INTERNAL)
    }
  }

  async #call(
    asked: McpRequest,
    { params }: CallToolRequest,
    { mcpReq }: ServerContext,
  ): Promise<CallToolResult> {
    const { tools, calls, storeText } = this.#options
    const { caller, origin, request } = asked
    const { name, arguments: values = {} } = params
    const tool = tools.find(caller, name)
    if (tool === undefined || !isOwn(tool))
      throw new RpcError(
        CODES.params,
        `There is no tool ${JSON.stringify(name.slice(0, 60))} for you`,
      )
    using call = calls.open(nameOf(asked, mcpReq.id), [request.signal, mcpReq.signal])
    let run: ToolRun | undefined
    const token = mcpReq._meta?.progressToken
    using _ = this.#everyTick(async (ticks) => {
      try {
        await asked.reauthorize()
      } catch (error) {
        call.abort(expectedError(error) ?? new AppError('unauthorized', 'The key has ended'))
      }
      if (token === undefined || call.signal.aborted) return
      const message = progressText(run)
      await mcpReq.notify({
        method: 'notifications/progress',
        params: {
          progressToken: token,
          progress: ticks,
          ...(message === undefined ? {} : { message }),
        },
      })
    })
    const answer = await tools.call(
      { name, values },
      {
        caller,
        signal: call.signal,
        // Who has a key may ask for any page.
        addresses: undefined,
        origin,
        onRun: (started) => {
          run = started
        },
      },
    )
    const mayStore = caller.capabilities?.includes('media') !== false
    return await toolResult(
      name,
      answer,
      mayStore ? (file, text) => storeText(caller, origin, file, text) : undefined,
    )
  }

  /** Reports until it is disposed of. A report that cannot be sent ends nothing. */
  #everyTick(report: (ticks: number) => Promise<void>): Disposable {
    const { progressMs = PROGRESS_MS, log } = this.#options
    let ticks = 0
    const timer = setInterval(() => {
      ticks += 1
      report(ticks).catch((err) => log.debug({ err }, 'Cannot report the progress of a call'))
    }, progressMs)
    return { [Symbol.dispose]: () => clearInterval(timer) }
  }
}

/** What the library sends as an error of JSON-RPC, by its `code`. */
class RpcError extends Error {
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError'
}

function nameOf({ request, caller }: McpRequest, id: string | number) {
  const given = request.headers.get(SESSION_HEADER) ?? ''
  return {
    key: caller.keyId ?? caller.owner,
    session: SESSION.test(given) ? given : undefined,
    id,
  }
}

/** Tools of other servers are not passed on: their clients have them of those servers. */
function isOwn({ server }: Tool): boolean {
  return server === undefined
}

function describedTool(tool: Tool) {
  const { name, description, effects } = tool
  return {
    name,
    description,
    inputSchema: schemaOf(tool),
    annotations: { readOnlyHint: effects === 'reads', destructiveHint: false },
  }
}

/** Where a call is; undefined where nothing is known of it. */
function progressText(run: ToolRun | undefined): string | undefined {
  if (run?.position !== undefined) return `Waiting: ${run.position} in line`
  if (run?.progress === undefined) return undefined
  const { done, total, unit, note } = run.progress
  const count = total === undefined ? `${done} ${unit}` : `${done} of ${total} ${unit}`
  return note === undefined ? count : `${count}. ${note}`
}

/** A request without its body, which is read: of a client that takes what comes, as curl does. */
function acceptingBoth({ url, method, headers, signal }: Request): Request {
  const own = new Headers(headers)
  own.set('accept', 'application/json, text/event-stream')
  return new Request(url, { method, headers: own, signal })
}

function refusal(code: number, message: string): Response {
  return Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status: 400 })
}
