import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

const CLIENT_ID = 'hearth'
/** With characters that form encoding changes. RFC 6749, 2.3.1 */
export const CLIENT_SECRET = 'p+q%20r:s/t=u&v w~x-0123456789abcdef'
export const OWNER_EMAIL = 'owner@example.test'

/** Claims by login; any other login has no e-mail address. */
const USER_CLAIMS: Record<string, { email: string; email_verified: boolean; name: string }> = {
  alice: { email: 'alice@example.test', email_verified: true, name: 'Alice' },
  bob: { email: 'bob@example.test', email_verified: false, name: 'Bob' },
  owner: { email: OWNER_EMAIL, email_verified: true, name: 'The owner' },
  // Has the owner's address, unverified.
  evil: { email: OWNER_EMAIL, email_verified: false, name: 'Evil' },
  // Has the owner's address, verified, as another subject.
  heir: { email: OWNER_EMAIL, email_verified: true, name: 'Heir' },
}

/** Lifetime of an authorization code. */
export const CODE_SECONDS = 60
const TTL = { AccessToken: 60, Grant: 600, IdToken: 300, Interaction: 600, Session: 600 }

/**
 * A real identity provider on loopback: panva's certified `oidc-provider`.
 *
 * @param redirectUris The allowed redirect URIs
 */
export async function startIdentityProvider(redirectUris: readonly string[]) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on a port')
  const issuer = `http://127.0.0.1:${address.port}`
  const client = {
    ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: redirectUris },
    ...{ grant_types: ['authorization_code'], response_types: ['code'] },
    token_endpoint_auth_method: 'client_secret_basic',
  }
  const provider = withoutWarnings(
    () =>
      new Provider(issuer, {
        clients: [client],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        pkce: { required: () => true },
        cookies: { keys: ['of the tests'] },
        features: { devInteractions: { enabled: true } },
        ttl: { ...TTL, AuthorizationCode: CODE_SECONDS },
        findAccount: async (_: unknown, sub: string) => ({
          accountId: sub,
          claims: async () => ({ sub, ...USER_CLAIMS[sub] }),
        }),
      }),
  )
  server.on('request', provider.callback())
  return {
    issuer,
    /** Settings of a service that uses this provider. */
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT_ID,
      OIDC_CLIENT_SECRET: CLIENT_SECRET,
      OWNER_EMAIL,
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Silences the provider's warnings about settings that are unfit for production. */
function withoutWarnings<value>(work: () => value): value {
  const { info, warn } = console
  console.info = () => {}
  console.warn = () => {}
  try {
    return work()
  } finally {
    Object.assign(console, { info, warn })
  }
}
