import {
  type CryptoKey,
  exportJWK,
  exportSPKI,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  SignJWT,
} from 'jose'

export const HOSTILE_CLIENT = { clientId: 'hearth', clientSecret: 'secret of the tests' }

type Answer = () => Response | Promise<Response>

export interface Forgery {
  claims?: Record<string, unknown>
  header?: Partial<JWTHeaderParameters>
  key?: CryptoKey | Uint8Array
}

/** An identity provider whose invalid answers are set by the test. */
export async function startHostileProvider() {
  let keys = await makeKeys('first')
  const answers = new Map<string, Answer>()
  const requestedPaths: string[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch(request) {
      const { pathname } = new URL(request.url)
      requestedPaths.push(pathname)
      const answer = answers.get(pathname)
      return answer === undefined ? new Response(null, { status: 404 }) : answer()
    },
  })
  const issuer = server.url.origin
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    userinfo_endpoint: `${issuer}/me`,
  }
  answers.set('/.well-known/openid-configuration', () => Response.json(metadata))
  answers.set('/keys', () => Response.json({ keys: [keys.jwk] }))

  /** An ID token that is valid except for the given changes. */
  async function idToken({ claims = {}, header = {}, key }: Forgery = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000)
    const all = {
      iss: issuer,
      aud: HOSTILE_CLIENT.clientId,
      sub: 'sub-1',
      iat: now,
      exp: now + 300,
      nonce: 'nonce',
      email: 'ann@example.test',
      email_verified: true,
      ...claims,
    }
    return new SignJWT(Object.fromEntries(Object.entries(all).filter(([, one]) => one !== null)))
      .setProtectedHeader({ alg: 'RS256', kid: keys.jwk.kid ?? '', ...header })
      .sign(key ?? keys.privateKey)
  }

  return {
    issuer,
    metadata,
    requestedPaths,
    idToken,
    /** Sets the answer of a path. */
    answer: (path: string, answer: Answer) => answers.set(path, answer),
    /** Sets the ID token that the token endpoint returns. */
    returnIdToken: (token: string) =>
      answers.set('/token', () =>
        Response.json({ access_token: 'access', token_type: 'Bearer', id_token: token }),
      ),
    publicKey: () => exportSPKI(keys.publicKey),
    rotate: async () => {
      keys = await makeKeys(crypto.randomUUID())
    },
    async [Symbol.asyncDispose]() {
      await server.stop(true)
    },
  }
}

/** An answer without an end. `cancelled` resolves when its reader has stopped. */
export function endlessAnswer() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const spaces = new Uint8Array(64 * 1024).fill(32)
  return {
    cancelled: promise,
    answer: () =>
      new Response(
        new ReadableStream({
          pull: (controller) => controller.enqueue(spaces),
          cancel: () => resolve(),
        }),
      ),
  }
}

async function makeKeys(kid: string) {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const jwk: JWK = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' }
  return { privateKey, publicKey, jwk }
}
