import { Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Tools } from '../../core/tools/tools.ts'
import type { Core } from '../../create-core.ts'
import type { guards } from '../../guards/index.ts'
import type { RequestContext } from '../../guards/request-context.ts'
import { readText } from '../../http/body/stream.ts'
import type { Origins } from '../../http/server/origins.ts'
import { AppError } from '../../platform/errors.ts'
import { MAX_JSON_DEPTH, tryParseJson } from '../../platform/json.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { fileLink } from '../files/file-record.ts'
import type { Files } from '../files/files.ts'
import { saveText } from '../files/tools.ts'
import { route } from '../shared/openapi.ts'
import { Calls } from './calls.ts'
import { Mcp } from './mcp.ts'
import { OAuth } from './oauth.ts'
import { type OAuthParts, oauthRoutes } from './oauth-routes.ts'

const ToolView = component('Tool', {
  name: Type.String(),
  description: Type.String({ description: 'As models are told' }),
  effects: oneOf(['reads', 'costs', 'changes'], {
    description:
      '`reads` looks something up, `costs` makes an engine work, `changes` stores something',
  }),
  server: Type.Union([Type.String(), Type.Null()], {
    description: 'The server of another that runs it; not offered to clients of `/mcp`',
  }),
})

const ToolList = component('Tools', { items: Type.Array(ToolView) })

/** GET /api/tools: what the models of a caller's chats may call, by name. */
function toolListRoutes(guardPlugin: ReturnType<typeof guards>, tools: Tools) {
  return new Elysia({ name: 'features/mcp/tools', tags: ['MCP'] }).use(guardPlugin).get(
    '/api/tools',
    async ({ context: { caller } }) => {
      await tools.ready()
      return {
        items: tools.listFor(caller).map(({ name, description, effects, server }) => ({
          name,
          description,
          effects,
          server: server ?? null,
        })),
      }
    },
    route({
      requireApiKey: true,
      summary: 'The tools that the caller may call',
      responses: { 200: { description: 'Tools by name', schema: ToolList } },
    }),
  )
}

/** Of a request, with all its messages. @limit mcp-body MiB */
export const MAX_MCP_BODY_BYTES = 1024 * 1024
/** @limit mcp-values count */
export const MAX_MCP_VALUES = 100_000

interface McpServices {
  guards: ReturnType<typeof guards>
  origins: Origins
  config: { cors_origins: readonly string[] }
}

/** POST /mcp: the Model Context Protocol, for clients that bring a model of their own. */
function mcpRoutes({ guards, origins, config }: McpServices, mcp: Mcp) {
  async function answer(context: RequestContext): Promise<Response> {
    const { request, connection, caller } = context
    requireOwnOrigin(request, origins, config.cors_origins)
    const text = await readText(context, MAX_MCP_BODY_BYTES)
    const bounds = { maxDepth: MAX_JSON_DEPTH, maxValues: MAX_MCP_VALUES }
    const writeLogLine = connection.delayLogLine?.()
    const response = await mcp.answer({
      request,
      body: tryParseJson(text, bounds).value,
      caller,
      origin: origins.main ?? origins.own(request.headers.get('host')),
      reauthorize: () => connection.reauthorize?.(),
    })
    return whenSent(response, () => writeLogLine?.())
  }

  return new Elysia({ name: 'features/mcp', tags: ['MCP'] }).use(guards).post(
    '/mcp',
    ({ context }) => answer(context),
    route({
      requireMcp: true,
      summary: 'Call tools by the Model Context Protocol',
      description:
        'Streamable HTTP without state, of 2026-07-28 and of 2024-11-05 to 2025-11-25: for Claude Code, Cursor and any other client. `tools/list` gives the tools that the key may call, `tools/call` calls one, at its usual price. What it asks for is cancelled by `notifications/cancelled` and when the client leaves. A page of another origin is refused.',
      body: Messages,
      bodyExamples: EXAMPLES,
      headers: { 'mcp-session-id': Type.String(), 'mcp-protocol-version': Type.String() },
      responses: {
        200: {
          description: 'The answers, as JSON or as events',
          schema: Messages,
          events: Type.Unknown(),
          headers: { 'Mcp-Session-Id': 'To `initialize`: a name, to cancel calls by' },
        },
        202: { description: 'Taken; there is nothing to answer' },
        400: { description: 'What is wrong, as an error of JSON-RPC', schema: RpcErrors },
        404: { description: 'There is no such method', schema: RpcErrors },
        415: { description: 'The body is not JSON', schema: RpcErrors },
      },
      errors: [403, 429],
    }),
  )
}

const Messages = Type.Unknown({ description: 'A message of JSON-RPC 2.0, or at most 8 of them' })

const RpcErrors = Type.Union([
  Type.Object({
    jsonrpc: Type.Literal('2.0'),
    id: Type.Optional(Type.Unknown()),
    error: Type.Object({
      code: Type.Integer(),
      message: Type.String(),
      data: Type.Optional(Type.Unknown()),
    }),
  }),
  Type.Object({ detail: Type.String(), code: Type.String() }),
])

const EXAMPLES = {
  list: {
    summary: 'The tools',
    value: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  },
}

/**
 * Browsers say where a page is from; other clients say nothing.
 *
 * @throws {AppError} `forbidden`
 */
function requireOwnOrigin(
  { headers }: Request,
  origins: Origins,
  allowed: readonly string[],
): void {
  const origin = headers.get('origin')
  const own = [...origins.all, origins.own(headers.get('host')), ...allowed]
  if (origin === null || own.includes(origin)) return
  throw new AppError(
    'forbidden',
    'Pages of other origins may not call tools: the owner can name one in CORS_ORIGINS',
  )
}

/** Calls back when the last byte of an answer has been handed over, or its client has left. */
function whenSent(response: Response, callback: () => void): Response {
  if (response.body === null) {
    callback()
    return response
  }
  const reader = response.body.getReader()
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        controller.close()
      } catch (error) {
        controller.error(error)
      }
      callback()
    },
    async cancel(reason) {
      callback()
      await reader.cancel(reason)
    },
  })
  const { status, headers } = response
  return new Response(body, { status, headers })
}

/** The tools of the registry for clients of the Model Context Protocol. */
export function createMcp(core: Core, { files }: { files: Files }) {
  const { tools, limits, log } = core
  const calls = new Calls()
  const mcp = new Mcp({
    tools,
    calls,
    storeText: async ({ owner }, origin, name, text) =>
      fileLink(await saveText(files, owner, name, text), origin),
    progressMs: limits.mcpProgressMs,
    log,
  })
  const oauth = oauthOf(core)
  return {
    name: 'mcp',
    stop: () => calls.stop(),
    sweeps: oauth === undefined ? [] : [oauth.oauth],
    routes: () => [
      mcpRoutes(core, mcp),
      toolListRoutes(core.guards, tools),
      oauthRoutes(core, oauth),
    ],
    /** The calls that are being made. */
    mcpCalls: calls,
  }
}

/** @returns undefined where it is off */
function oauthOf({ mcpAccess, mcpTokens, ...core }: Core): OAuthParts | undefined {
  if (mcpAccess === undefined || mcpTokens === undefined) return undefined
  const { stores, devices, mcpRefreshTokens: refreshTokens, now } = core
  const { issuer, resource } = mcpAccess
  const oauth = new OAuth({
    issuer,
    resource,
    settings: stores.settings,
    refreshTokens,
    devices,
    now,
  })
  return { access: mcpAccess, oauth, tokens: mcpTokens }
}
