import {
  type OAuthClientProvider,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client'
import { freePort } from './free-port.ts'
import { pick } from './pick.ts'
import { startService, type TestOptions } from './service.ts'

export const CALLBACK = 'http://127.0.0.1:3999/callback'
/** RFC 7636, appendix B. */
const VERIFIER = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
export const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

/** A service that takes OAuth at the address where it listens. */
export function startOAuthService(options: TestOptions = {}) {
  const port = freePort()
  return startService({
    ...options,
    env: { PORT: String(port), BASE_URL: `http://127.0.0.1:${port}`, ...options.env },
    file: '[mcp]\noauth = true',
  })
}

/** What the official client keeps of a connection. */
export function provider() {
  const kept: { verifier?: string; asked?: URL } = {}
  let client: Awaited<ReturnType<OAuthClientProvider['clientInformation']>>
  let discovery: Parameters<NonNullable<OAuthClientProvider['saveDiscoveryState']>>[0] | undefined
  let tokens: Awaited<ReturnType<OAuthClientProvider['tokens']>>
  const own: OAuthClientProvider = {
    redirectUrl: CALLBACK,
    clientMetadata: { client_name: 'Editor', redirect_uris: [CALLBACK] },
    clientInformation: () => client,
    saveClientInformation: (given) => {
      client = given
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given
    },
    redirectToAuthorization: (url) => {
      kept.asked = url
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier ?? '',
    discoveryState: () => discovery,
    saveDiscoveryState: (given) => {
      discovery = given
    },
  }
  return {
    own,
    get asked() {
      if (kept.asked === undefined) throw new Error('Nobody was asked')
      return kept.asked
    },
    get tokens() {
      return tokens
    },
    set tokens(given) {
      tokens = given
    },
  }
}

export const transportOf = ({ url }: { url: string }, authProvider: OAuthClientProvider) =>
  new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { authProvider })

/** Opens the address of a request as a person's browser does, and decides. @returns The redirect */
export async function decided(
  address: string | URL,
  headers: Record<string, string>,
  decision = 'approve',
): Promise<URL> {
  const asked = await fetch(address, { redirect: 'manual', headers })
  const page = new URL(asked.headers.get('location') ?? '', address)
  if (page.origin !== new URL(address).origin) return page
  const answer = await fetch(page, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({ decision }),
  })
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
  return new URL(String(pick(await answer.json(), 'redirect_to')))
}

/** A client without a library, for requests that none would make. */
export async function rawClient(
  { url }: { url: string },
  redirectUris = [CALLBACK],
  about: object = { client_name: 'Raw' },
) {
  const answer = await fetch(`${url}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...about, redirect_uris: redirectUris }),
  })
  const registered: unknown = await answer.json()
  const id = String(pick(registered, 'client_id'))
  const authorizeUrl = (over: Record<string, string> = {}) => {
    const query = {
      ...{ response_type: 'code', client_id: id, redirect_uri: CALLBACK, state: 'st' },
      ...{ code_challenge: CHALLENGE, code_challenge_method: 'S256', resource: `${url}/mcp` },
      ...over,
    }
    return `${url}/oauth/authorize?${new URLSearchParams(query)}`
  }
  return {
    id,
    registered,
    status: answer.status,
    authorizeUrl,
    /** The code that a person's approval gives. */
    async code(headers: Record<string, string>, over: Record<string, string> = {}) {
      return (await decided(authorizeUrl(over), headers)).searchParams.get('code') ?? ''
    },
    async token(fields: Record<string, string>) {
      const answer = await fetch(`${url}/oauth/token`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: id, ...fields }),
      })
      return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
    },
    exchange(code: string, over: Record<string, string> = {}) {
      const grant = { grant_type: 'authorization_code', code, redirect_uri: CALLBACK }
      return this.token({ ...grant, code_verifier: VERIFIER, ...over })
    },
    refresh(token: unknown) {
      return this.token({ grant_type: 'refresh_token', refresh_token: String(token) })
    },
  }
}

export { UnauthorizedError }
