import type { Core } from '../../create-core.ts'
import { fileLink } from '../files/file-record.ts'
import type { Files } from '../files/files.ts'
import { saveText } from '../files/tools.ts'
import { Calls } from './calls.ts'
import { Mcp } from './mcp.ts'
import { OAuth } from './oauth.ts'
import { type OAuthParts, oauthRoutes } from './oauth-routes.ts'
import { mcpRoutes, toolListRoutes } from './routes.ts'

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
