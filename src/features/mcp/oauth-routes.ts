import { type Static, Type } from '@sinclair/typebox'
import { Elysia } from 'elysia'
import type { Audit } from '../../core/audit/audit.ts'
import type { Devices } from '../../core/identity/devices/devices.ts'
import type { Pairing } from '../../core/identity/devices/refresh-tokens.ts'
import { MCP_ACCESS_SECONDS } from '../../core/identity/devices/signing-keys.ts'
import { nameOf } from '../../core/identity/users.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { AccessTokens } from '../../guards/access-tokens.ts'
import { auditActorOf, type guards } from '../../guards/index.ts'
import type { McpAccess } from '../../guards/mcp-resource.ts'
import type { PageContext } from '../../guards/request-context.ts'
import { readFormOrJson, readGrantBody } from '../../http/body/form.ts'
import { html, htmlPage, seeOther, wantsPage } from '../../http/reply/html.ts'
import type { HttpContext } from '../../http/server/connection.ts'
import { AppError } from '../../platform/errors.ts'
import { networkOf } from '../../platform/networks.ts'
import { oneOf } from '../../platform/schemas.ts'
import { FORM_OR_JSON } from '../shared/device-routes.ts'
import { documented, route } from '../shared/openapi.ts'
import { type AuthorizationRequest, MAX_REDIRECTS, type OAuth } from './oauth.ts'

/** New clients of one network address in an hour. @limit oauth-register count */
export const MAX_REGISTRATIONS = 20
/** @limit oauth-authorize a-minute */
export const AUTHORIZE_LIMIT = { name: 'oauth-authorize', perMinute: 30 }
/** @limit oauth-token a-minute */
export const TOKEN_LIMIT = { name: 'oauth-token', perMinute: 120 }
const REGISTRATIONS = 'oauth-register'
const HOUR_SECONDS = 3_600
const MAX_DECISION_BYTES = 1024
const TAGS = ['MCP']

/** OAuth where it is on. */
export interface OAuthParts {
  access: McpAccess
  oauth: OAuth
  tokens: AccessTokens
}

interface OAuthServices {
  guards: ReturnType<typeof guards>
  devices: Devices
  rateLimits: RateLimits
  audit: Audit
}

/** The authorization of clients of `/mcp` that take no key. Without the setting each path is 404. */
export function oauthRoutes(services: OAuthServices, parts: OAuthParts | undefined) {
  const on = () => {
    if (parts !== undefined) return parts
    throw new AppError('not_found', 'OAuth is off here: connect with an API key')
  }
  return new Elysia({ name: 'features/mcp/oauth' })
    .use(services.guards)
    .get('/.well-known/oauth-protected-resource', () => resourceView(on()), {
      open: true,
      detail: metadata('Whom tokens for /mcp are from', ResourceView),
    })
    .get('/.well-known/oauth-protected-resource/mcp', () => resourceView(on()), {
      open: true,
      detail: metadata('The same, at the address of RFC 9728', ResourceView),
    })
    .get('/.well-known/oauth-authorization-server', () => serverView(on()), {
      open: true,
      detail: metadata('How clients of /mcp get tokens', ServerView),
    })
    .post(
      '/oauth/register',
      ({ context, set }) => register(services, on(), context, set),
      route({
        sensitive: true,
        open: true,
        summary: 'Register a client of /mcp',
        description: 'RFC 7591, for public clients. Nothing that it says of itself is verified.',
        tags: TAGS,
        body: ClientBody,
        bodyExamples: {
          client: {
            summary: 'An app of this computer',
            value: { client_name: 'Editor', redirect_uris: ['http://127.0.0.1/callback'] },
          },
        },
        grant: true,
        responses: { 201: { description: 'The client', schema: ClientView } },
        errors: [404, 429],
      }),
    )
    .get(
      '/oauth/authorize',
      ({ query }) => authorize(on(), query),
      route({
        errorShape: 'page',
        sensitive: true,
        open: true,
        limited: AUTHORIZE_LIMIT,
        query: AuthorizeQuery,
        summary: 'Ask a person for approval',
        description: 'The authorization code grant with PKCE (S256), in the person’s browser.',
        tags: TAGS,
        grant: true,
        responses: { 303: { description: 'To the page that asks' } },
        errors: [404],
      }),
    )
    .get('/oauth/approve/:id', ({ params, user }) => askPage(on().oauth.waiting(params.id), user), {
      sensitive: true,
      requireSession: true,
      params: RequestParams,
      detail: { hide: true },
    })
    .post(
      '/oauth/approve/:id',
      ({ context, params }) => decide(services, on(), context, params.id),
      route({
        sensitive: true,
        requireSession: true,
        params: RequestParams,
        summary: 'Approve or deny what an app asks for',
        description: 'From a signed-in browser.',
        tags: TAGS,
        body: DecisionBody,
        bodyTypes: FORM_OR_JSON,
        responses: {
          200: { description: 'Where to go', schema: DecidedView, alternatives: ['text/html'] },
        },
      }),
    )
    .post(
      '/oauth/token',
      ({ context }) => token(on(), context),
      route({
        sensitive: true,
        open: true,
        limited: TOKEN_LIMIT,
        summary: 'Exchange a code or a refresh token',
        description:
          'Each refresh token is good for one exchange: one that is shown twice signs the app out.',
        tags: TAGS,
        body: TokenBody,
        bodyExamples: {
          refresh: {
            summary: 'Refresh',
            value: { grant_type: 'refresh_token', refresh_token: 'hcr_…', client_id: 'hmc_…' },
          },
        },
        bodyTypes: FORM_OR_JSON,
        grant: true,
        responses: { 200: { description: 'The tokens', schema: TokensView } },
        errors: [404],
      }),
    )
    .post(
      '/oauth/revoke',
      ({ context }) => revoke(services, on(), context),
      route({
        sensitive: true,
        open: true,
        limited: TOKEN_LIMIT,
        summary: 'Sign an app out',
        description: 'RFC 7009. Unknown tokens are no error.',
        tags: TAGS,
        body: RevokeBody,
        bodyTypes: FORM_OR_JSON,
        grant: true,
        responses: { 200: { description: 'The token works no more', schema: RevokedView } },
        errors: [404],
      }),
    )
}

function metadata(summary: string, schema: typeof ResourceView | typeof ServerView) {
  return documented({
    summary,
    tags: TAGS,
    responses: { 200: { description: 'The metadata', schema } },
    errors: [404],
  })
}

const Urls = Type.Array(Type.String())

/** RFC 9728 */
const ResourceView = Type.Object({
  resource: Type.String(),
  resource_name: Type.String(),
  authorization_servers: Urls,
  bearer_methods_supported: Urls,
})

/** RFC 8414 */
const ServerView = Type.Object({
  issuer: Type.String(),
  authorization_endpoint: Type.String(),
  token_endpoint: Type.String(),
  registration_endpoint: Type.String(),
  revocation_endpoint: Type.String(),
  response_types_supported: Urls,
  response_modes_supported: Urls,
  grant_types_supported: Urls,
  code_challenge_methods_supported: Urls,
  token_endpoint_auth_methods_supported: Urls,
  revocation_endpoint_auth_methods_supported: Urls,
  authorization_response_iss_parameter_supported: Type.Boolean(),
})

/** Other fields of RFC 7591 are ignored. */
const ClientBody = Type.Object({
  client_name: Type.Optional(Type.String({ maxLength: 1_000 })),
  redirect_uris: Type.Array(Type.String(), { maxItems: MAX_REDIRECTS }),
})

const ClientView = Type.Object({
  client_id: Type.String(),
  client_id_issued_at: Type.Integer({ description: 'Unix seconds' }),
  client_name: Type.String(),
  redirect_uris: Urls,
  grant_types: Urls,
  response_types: Urls,
  token_endpoint_auth_method: Type.Literal('none'),
})

const Parameter = (maxLength: number) => Type.Optional(Type.String({ maxLength }))

const AuthorizeQuery = Type.Object({
  response_type: Parameter(40),
  client_id: Parameter(4_096),
  redirect_uri: Parameter(600),
  code_challenge: Parameter(128),
  code_challenge_method: Parameter(16),
  state: Parameter(2_000),
  resource: Parameter(600),
  scope: Parameter(600),
})

const RequestParams = Type.Object({ id: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }) })

const DecisionBody = Type.Object({
  decision: oneOf(['approve', 'deny']),
})

const DecidedView = Type.Object({ redirect_to: Type.String() })

const TokenBody = Type.Object({
  grant_type: Type.String({ description: '`authorization_code` or `refresh_token`' }),
  client_id: Type.String(),
  code: Type.Optional(Type.String()),
  redirect_uri: Type.Optional(Type.String()),
  code_verifier: Type.Optional(Type.String()),
  refresh_token: Type.Optional(Type.String()),
  resource: Type.Optional(Type.String()),
})
type TokenBody = Static<typeof TokenBody>

const TokensView = Type.Object({
  access_token: Type.String(),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer({ description: 'Seconds' }),
  refresh_token: Type.String({ description: 'For one exchange' }),
})

const RevokedView = Type.Object({ ok: Type.Literal(true) })

const RevokeBody = Type.Object({ token: Type.String(), client_id: Type.Optional(Type.String()) })

function resourceView({ access }: OAuthParts): Static<typeof ResourceView> {
  return {
    resource: access.resource,
    resource_name: 'Hearth',
    authorization_servers: [access.issuer],
    bearer_methods_supported: ['header'],
  }
}

function serverView({ access: { issuer } }: OAuthParts): Static<typeof ServerView> {
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    registration_endpoint: `${issuer}/oauth/register`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** @throws {AppError} `rate_limited`, `invalid_redirect_uri`, `invalid_request` */
async function register(
  { rateLimits }: OAuthServices,
  { oauth }: OAuthParts,
  context: HttpContext,
  set: { status?: number | string },
): Promise<Static<typeof ClientView>> {
  const count = rateLimits.countInHour(REGISTRATIONS, networkOf(context.connection.client))
  if (count > MAX_REGISTRATIONS)
    throw new AppError(
      'rate_limited',
      `At most ${MAX_REGISTRATIONS} clients can register in an hour: try again later`,
      { retryAfterSeconds: HOUR_SECONDS },
    )
  const body = await readGrantBody(context, ClientBody)
  const client = oauth.register(body.client_name, body.redirect_uris)
  set.status = 201
  return {
    client_id: client.id,
    client_id_issued_at: Math.floor(Date.now() / 1000),
    client_name: client.name,
    redirect_uris: [...client.redirectUris],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  }
}

function authorize({ oauth }: OAuthParts, query: Static<typeof AuthorizeQuery>): Response {
  return seeOther(`/oauth/approve/${oauth.request(query)}`)
}

/** What the app says of itself, where it leads, and what it may do then. */
function askPage(
  { id, client, redirectUri }: AuthorizationRequest,
  user: Parameters<typeof nameOf>[0],
): Response {
  const where = html`<strong>${placeOf(redirectUri)}</strong>`
  const back = redirectUri.startsWith('https:')
    ? where
    : html`a program on the computer that you use now (${where})`
  return htmlPage({
    title: 'Connect an app',
    body: html`<p>An app that calls itself <strong>${client.name}</strong> wants to connect as <strong>${nameOf(user)}</strong>. Nobody has verified this name.</p>
<p>It may then call the tools of this server in your name: read web pages, search the web, transcribe, run tasks, and list, read and store your files. It sees no conversation, and cannot change your account.</p>
<dl>
<dt>You are sent back to</dt><dd>${back}</dd>
</dl>
<p><strong>Only continue if you started this in that app, and know this address.</strong></p>
<form method="post" action="/oauth/approve/${id}" class="actions">
<button name="decision" value="approve">Connect</button>
<button name="decision" value="deny" class="danger">Deny</button>
</form>
<p class="note">You can end the connection on the page Me at any time.</p>`,
  })
}

/** Where a redirect leads: a host, or the scheme of an app with what it opens. */
function placeOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri)
  if (/^https?:$/.test(protocol)) return host
  return host === '' ? protocol : `${protocol}//${host}`
}

/** @throws {AppError} `not_found`, and the errors of reading the body */
async function decide(
  { audit }: OAuthServices,
  { oauth }: OAuthParts,
  context: PageContext,
  id: string,
): Promise<Response | Static<typeof DecidedView>> {
  const { user, request, connection } = context
  const { decision } = await readFormOrJson(context, DecisionBody, MAX_DECISION_BYTES)
  const { client, redirectUri } = oauth.waiting(id)
  const address = connection.client
  audit.record(auditActorOf(context), {
    action: `device.${decision}`,
    subject: user.id,
    after: { surface: 'mcp', name: client.name, address, redirect: placeOf(redirectUri) },
  })
  const approver = decision === 'approve' ? { userId: user.id, address } : undefined
  const redirectTo = oauth.decide(id, approver)
  if (!wantsPage(request)) return { redirect_to: redirectTo }
  // No redirect of the form itself: browsers apply `form-action` to it too.
  return htmlPage({
    title: decision === 'approve' ? 'Connected' : 'Denied',
    refreshTo: redirectTo,
    body: html`<p role="status">${decision === 'approve' ? 'The app is connected' : 'The app was not connected'}. You are sent back to it now; otherwise <a href="${redirectTo}">go back</a>.</p>`,
  })
}

/**
 * RFC 6749, 4.1.3 and 6.
 *
 * @throws {AppError} In OAuth's form
 */
async function token(parts: OAuthParts, context: HttpContext): Promise<Static<typeof TokensView>> {
  const body = await readGrantBody(context, TokenBody)
  parts.oauth.requireOwn(body.resource)
  // The signing key first, so that nothing is used up when it cannot be stored.
  const issue = parts.tokens.issuer()
  const pairing = paired(parts, body, context.connection.client)
  return {
    access_token: await issue(pairing),
    token_type: 'Bearer',
    expires_in: MCP_ACCESS_SECONDS,
    refresh_token: pairing.refreshToken,
  }
}

function paired({ oauth }: OAuthParts, body: TokenBody, address: string): Pairing {
  const { grant_type, client_id: clientId, code, redirect_uri, code_verifier, refresh_token } = body
  try {
    if (grant_type === 'refresh_token')
      return oauth.refresh(required(refresh_token, 'refresh_token'), clientId, address)
    if (grant_type !== 'authorization_code')
      throw new AppError('unsupported_grant_type', 'Expected authorization_code or refresh_token')
    return oauth.exchange({
      code: required(code, 'code'),
      clientId,
      redirectUri: required(redirect_uri, 'redirect_uri'),
      verifier: required(code_verifier, 'code_verifier'),
    })
  } catch (error) {
    const code = error instanceof AppError ? error.code : undefined
    if (code !== 'account_refused' && code !== 'pending_approval') throw error
    throw new AppError('invalid_grant', 'The account may not be used', { cause: error })
  }
}

function required(value: string | undefined, name: string): string {
  if (value !== undefined) return value
  throw new AppError('invalid_request', `The field ${name} is missing`)
}

/** RFC 7009, of either token. */
async function revoke(
  { devices }: OAuthServices,
  { oauth, tokens }: OAuthParts,
  context: HttpContext,
): Promise<Static<typeof RevokedView>> {
  const { token: given, client_id: clientId } = await readGrantBody(context, RevokeBody)
  const device = await tokens.identify(given).catch(() => undefined)
  if (device !== undefined) devices.end(device.id)
  else if (clientId !== undefined) oauth.revoke(given, clientId)
  return { ok: true }
}
