import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Core } from '../../create-core.ts'
import type { guards } from '../../guards/index.ts'
import { nullable, Time, timeView } from '../shared/fields.ts'
import { documented } from '../shared/openapi.ts'
import type { ToolServerState } from './tool-server.ts'
import { ToolServers } from './tool-servers.ts'

const ToolServerView = Type.Object(
  {
    id: Type.String(),
    host: Type.String({ description: 'Of its address' }),
    state: Type.Union(
      [Type.Literal('connecting'), Type.Literal('online'), Type.Literal('failed')],
      { description: '`connecting`: it was not asked yet' },
    ),
    error: nullable(Type.String({ description: 'Why it cannot be used' })),
    checked_at: nullable(Time),
    tools: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As models call it' }),
        description: Type.String(),
        asks_first: Type.Boolean({
          description: 'Whether a chat asks before each call',
        }),
      }),
      { description: 'Those that are offered' },
    ),
    missing: Type.Array(Type.Object({ tool: Type.String(), reason: Type.String() }), {
      description: 'Those of the settings that cannot be offered',
    }),
    others: Type.Array(Type.String(), {
      description: 'Further tools of the server, which the settings do not name',
    }),
  },
  { $id: 'ToolServer' },
)

const ToolServerList = Type.Object({ items: Type.Array(ToolServerView) }, { $id: 'ToolServers' })
const TAGS = ['Admin']

/** /admin/tool-servers. */
function adminToolServerRoutes(guardPlugin: ReturnType<typeof guards>, toolServers: ToolServers) {
  return new Elysia({ name: 'features/tool-servers', prefix: '/admin' })
    .use(guardPlugin)
    .get('/tool-servers', () => ({ items: toolServers.states.map(viewOf) }), {
      requireAdmin: true,
      detail: documented({
        summary: 'Servers of others whose tools are offered',
        tags: TAGS,
        responses: {
          200: { description: 'The servers of the settings', schema: ToolServerList },
        },
      }),
    })
    .post(
      '/tool-servers/:id/refresh',
      async ({ params }) => viewOf(await toolServers.refresh(params.id)),
      {
        requireAdmin: true,
        params: Type.Object({ id: Type.String({ pattern: '^[a-z0-9]{1,20}$' }) }),
        detail: documented({
          summary: 'Ask a server for its tools now',
          tags: TAGS,
          responses: { 200: { description: 'What it has answered', schema: ToolServerView } },
          errors: [404],
        }),
      },
    )
}

function viewOf(server: ToolServerState): Static<typeof ToolServerView> {
  const { id, host, state, error, checkedAt, tools, missing, others } = server
  return {
    id,
    host,
    state,
    error: error ?? null,
    checked_at: checkedAt === undefined ? null : timeView(checkedAt),
    tools: tools.map(({ name, description, effects }) => ({
      name,
      description,
      asks_first: effects !== 'reads',
    })),
    missing: [...missing],
    others: [...others],
  }
}

/** Tools of servers of others, for the chats and workers of this one. */
export function createToolServers({ config, tools, guards, log, now }: Core) {
  const toolServers = new ToolServers({ settings: config.mcp_servers, log, now })
  tools.addSource(toolServers)
  return {
    name: 'tool-servers',
    checks: toolServers.checks,
    // So that the first chat has them.
    recovered: () => void toolServers.ready(),
    end: () => toolServers.close(),
    routes: () => [adminToolServerRoutes(guards, toolServers)],
    toolServers,
  }
}
