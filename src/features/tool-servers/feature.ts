import type { Core } from '../../create-core.ts'
import { adminToolServerRoutes } from './admin-routes.ts'
import { ToolServers } from './tool-servers.ts'

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
