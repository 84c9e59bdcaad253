import { type Static, Type } from '@sinclair/typebox'
import { closedObject } from '../../platform/schemas.ts'
import { type Issue, issue, type Part } from '../../platform/settings.ts'
import { isLoopbackHost, parseUrl } from '../../platform/urls.ts'

/** Clients of `/mcp`. */
export const McpSettings = closedObject(
  {
    /** Whether apps may sign in by OAuth, beside keys. */
    oauth: Type.Boolean({ default: false }),
  },
  { default: {} },
)

/** The issue of OAuth without an address that clients accept. */
export function mcpIssues(
  { oauth }: Part<Static<typeof McpSettings>>,
  baseUrl: string | undefined,
): Issue[] {
  const url = parseUrl(baseUrl ?? '')
  const isSafe = url !== undefined && (url.protocol === 'https:' || isLoopbackHost(url))
  if (oauth !== true || isSafe) return []
  const message =
    'needs BASE_URL with https://, because clients accept no other address of a server that they sign in to'
  return [issue(['mcp', 'oauth'], message)]
}
