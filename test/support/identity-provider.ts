import { createServer } from 'node:http'
import { Provider } from 'oidc-provider'

export const CLIENT_ID = 'hearth'
/** With every sign that a form encodes. RFC 6749 §2.3.1 */
export const CLIENT_SECRET = 'p+q%20r:s/t=u&v w~x-0123456789abcdef'
export const OWNER_EMAIL = 'owner@example.test'

/** Whoever else signs in has no address at all. */
const PEOPLE: Record<string, { email: string; email_verified: boolean; name: string }> = {
  alice: { email: 'alice@example.test', email_verified: true, name: 'Alice' },
  bob: { email: 'bob@example.test', email_verified: false, name: 'Bob' },
  owner: { email: OWNER_EMAIL, email_verified: true, name: 'The owner' },
  // Says the owner's address without having shown that it is theirs.
  evil: { email: OWNER_EMAIL, email_verified: false, name: 'Evil' },
  // Has shown it, and is somebody else all the same.
  heir: { email: OWNER_EMAIL, email_verified: true, name: 'Heir' },
}

/** For how long a code is good. */
export const CODE_SECONDS = 60

/**
 * A real identity provider on loopback: panva's certified one.
 *
 * @param redirectUris Where it may send browsers back to
 */
export async function startIdentityProvider(redirectUris: readonly string[]) {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('It listens on a port')
  const issuer = `http://127.0.0.1:${address.port}`
  const provider = quietly(
    () =>
      new Provider(issuer, {
        clients: [
          {
            client_id: CLIENT_ID,
            client_secret: CLIENT_SECRET,
            redirect_uris: redirectUris,
            grant_types: ['authorization_code'],
            response_types: ['code'],
            token_endpoint_auth_method: 'client_secret_basic',
          },
        ],
        claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
        pkce: { required: () => true },
        cookies: { keys: ['of the tests'] },
        features: { devInteractions: { enabled: true } },
        ttl: {
          AccessToken: 60,
          AuthorizationCode: CODE_SECONDS,
          Grant: 600,
          IdToken: 300,
          Interaction: 600,
          Session: 600,
        },
        findAccount: async (_: unknown, sub: string) => ({
          accountId: sub,
          claims: async () => ({ sub, ...PEOPLE[sub] }),
        }),
      }),
  )
  server.on('request', provider.callback())
  return {
    issuer,
    /** Settings of a service that signs people in here. */
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

/** It warns of everything that makes it unfit for others than tests. */
function quietly<value>(work: () => value): value {
  const { info, warn } = console
  console.info = () => {}
  console.warn = () => {}
  try {
    return work()
  } finally {
    Object.assign(console, { info, warn })
  }
}
