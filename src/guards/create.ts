import type { Devices } from '../core/identity/devices/devices.ts'
import { MCP_ACCESS_SECONDS, type SigningKeys } from '../core/identity/devices/signing-keys.ts'
import type { Keys } from '../core/identity/keys.ts'
import type { Sessions } from '../core/identity/sessions.ts'
import type { SignIn } from '../core/identity/sign-in/sign-in.ts'
import type { RateLimits } from '../core/rate-limits.ts'
import { type OriginSettings, Origins } from '../http/server/origins.ts'
import { AccessTokens, CANVAS_ACCESS } from './access-tokens.ts'
import { Browser } from './browser.ts'
import { guards } from './index.ts'
import { LocalTrust, type LocalTrustSettings, OwnNetwork } from './local-trust.ts'
import { mcpResource } from './mcp-resource.ts'
import { SignInMethods } from './sign-in-methods.ts'

interface GuardParts {
  config: OriginSettings & LocalTrustSettings & { mcp: { oauth: boolean } }
  keys: Keys
  sessions: Sessions
  devices: Devices
  signingKeys: SigningKeys
  mcpSigningKeys: SigningKeys
  rateLimits: RateLimits
  signIn: Pick<SignIn, 'offers'>
  now: () => number
}

/** Creates the guards and the objects that read credentials. */
export function createGuards({ config, keys, sessions, devices, ...parts }: GuardParts) {
  const { signingKeys, mcpSigningKeys, rateLimits, signIn, now } = parts
  const origins = new Origins(config)
  const browser = new Browser({ sessions, origins })
  const canvasTokens = new AccessTokens({ ...CANVAS_ACCESS, keys: signingKeys, devices, now })
  const mcpAccess = config.mcp.oauth ? mcpResource(origins) : undefined
  const mcpTokens =
    mcpAccess &&
    new AccessTokens({
      surface: 'mcp',
      audience: mcpAccess.resource,
      seconds: MCP_ACCESS_SECONDS,
      keys: mcpSigningKeys,
      devices,
      now,
    })
  const localTrust = new LocalTrust(config)
  const hasProvider = signIn.offers.length > 0
  return {
    origins,
    browser,
    canvasTokens,
    /** The addresses of OAuth for `/mcp`; undefined where it is off. */
    mcpAccess,
    mcpTokens,
    ownNetwork: new OwnNetwork(localTrust),
    signInMethods: new SignInMethods({ origins, localTrust, hasProvider }),
    guards: guards({
      keys,
      browser,
      localTrust,
      rateLimits,
      codeDevices: devices,
      canvasTokens,
      mcpTokens,
      mcpMetadataUrl: mcpAccess?.metadataUrl,
    }),
  }
}
