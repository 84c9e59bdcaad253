import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Core } from '../../create-core.ts'
import type { guards } from '../../guards/index.ts'
import { component, oneOf } from '../../platform/schemas.ts'
import { nullable, Time, timeView } from '../shared/fields.ts'
import { route } from '../shared/openapi.ts'
import type { ToolServerState } from './tool-server.ts'
import { ToolServers } from './tool-servers.ts'

const ToolServerView = component('ToolServer', {
  id: Type.String(),
  host: Type.String({ description: 'Of its address' }),
  state: oneOf(['connecting', 'online', 'failed'], {
    description: '`connecting`: it was not asked yet',
  }),
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
})

const ToolServerList = component('ToolServers', { items: Type.Array(ToolServerView) })

/** /admin/tool-servers. */
function adminToolServerRoutes(guardPlugin: ReturnType<typeof guards>, toolServers: ToolServers) {
  return new Elysia({ name: 'features/tool-servers', prefix: '/admin', tags: ['Admin'] })
    .use(guardPlugin)
    .get(
      '/tool-servers',
      () => ({ items: toolServers.states.map(viewOf) }),
      route({
        requireAdmin: true,
        summary: 'Servers of others whose tools are offered',
        responses: {
          200: { description: 'The servers of the settings', schema: ToolServerList },
        },
      }),
    )
    .post(
      '/tool-servers/:id/refresh',
      async ({ params }) => viewOf(await toolServers.refresh(params.id)),
      route({
        requireAdmin: true,
        params: Type.Object({ id: Type.String({ pattern: '^[a-z0-9]{1,20}$' }) }),
        summary: 'Ask a server for its tools now',
        responses: { 200: { description: 'What it has answered', schema: ToolServerView } },
        errors: [404],
      }),
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
