import type { Core } from '../../create-core.ts'
import { fileLink } from '../files/file-record.ts'
import type { Files } from '../files/files.ts'
import { saveText } from '../files/tools.ts'
import { Calls } from './calls.ts'
import { Mcp } from './mcp.ts'
import { mcpRoutes } from './routes.ts'
import { toolListRoutes } from './tool-list-routes.ts'

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
  return {
    name: 'mcp',
    stop: () => calls.stop(),
    routes: () => [mcpRoutes(core, mcp), toolListRoutes(core.guards, tools)],
    /** The calls that are being made. */
    mcpCalls: calls,
  }
}
