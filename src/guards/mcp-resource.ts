import type { Origins } from '../http/server/origins.ts'

/** Addresses of OAuth for `/mcp`. */
export interface McpAccess {
  /** Of the authorization server, which is this service. RFC 8414 */
  issuer: string
  /** Whom the tokens are for. RFC 8707 */
  resource: string
  /** RFC 9728 */
  metadataUrl: string
}

/** @returns undefined without a public address */
export function mcpResource({ main }: Origins): McpAccess | undefined {
  if (main === undefined) return undefined
  return {
    issuer: main,
    resource: `${main}/mcp`,
    metadataUrl: `${main}/.well-known/oauth-protected-resource/mcp`,
  }
}
