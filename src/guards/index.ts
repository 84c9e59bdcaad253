import { Elysia } from 'elysia'
import type { AuditActor } from '../core/audit/audit.ts'
import { type Actor, can, isAdmin, labelOf, ownerOf } from '../core/identity/actor.ts'
import type { DeviceActor } from '../core/identity/devices/devices.ts'
import type { Keys } from '../core/identity/keys.ts'
import type { Capability } from '../core/identity/profile.ts'
import { nameOf, requireActive, requireApproved, type User } from '../core/identity/users.ts'
import type { RateLimit, RateLimits } from '../core/rate-limits.ts'
import { setRateHeaders } from '../http/reply/error-body.ts'
import { type Connection, connectionOf, type HttpContext } from '../http/server/connection.ts'
import { type ErrorShape, factsDetail } from '../http/server/route-facts.ts'
import { AppError } from '../platform/errors.ts'
import type { AnswerHeaders, Browser } from './browser.ts'
import type { LocalTrust } from './local-trust.ts'
import { PageContext, RequestContext } from './request-context.ts'

/** Verifies the device credentials of one surface. */
export interface DeviceCredentials {
  /**
   * @returns undefined for a credential that is unknown, expired or revoked
   * @throws {AppError} `account_refused`, `pending_approval` when its user may not use it
   */
  identify(credential: string): Promise<DeviceActor | undefined>
}

export interface GuardServices {
  keys: Keys
  browser: Browser
  localTrust: LocalTrust
  rateLimits: RateLimits
  /** Credentials of the code surface. */
  codeDevices: DeviceCredentials
  /** Access tokens of the canvas surface. */
  canvasTokens: DeviceCredentials
  /** Access tokens of clients of `/mcp`; undefined where OAuth is off. */
  mcpTokens: DeviceCredentials | undefined
  /** Where such clients learn how to get one. */
  mcpMetadataUrl: string | undefined
}

interface GuardContext {
  request: Request
  route: string
  set: AnswerHeaders
}

/** A request whose key headers were read. */
interface KeyRequest extends HttpContext, Pick<GuardContext, 'set'> {
  keyHeaders: KeyHeaders
}

/** How a key is looked up: `identify` counts a use, `lookup` does not. */
type KeyLookup = 'identify' | 'lookup'
type FindActor = (keyRequest: KeyRequest, lookup: KeyLookup) => Actor | undefined

/**
 * Authentication and authorization. Each route names exactly one guard. Guards run before the body
 * is read.
 *
 * Each hook destructures its context. For a context that is used as a whole, Elysia prepares
 * headers, cookies, query and server at every request.
 */
export function guards(services: GuardServices) {
  const { keys, browser, localTrust, rateLimits, codeDevices, canvasTokens } = services
  const { mcpTokens, mcpMetadataUrl } = services

  /** A key has precedence. A session is used when the key is missing or invalid. */
  function fromKeyOrSession(keyRequest: KeyRequest, lookup: KeyLookup): Actor | undefined {
    const { keyHeaders } = keyRequest
    const actor = keyHeaders.kind === 'key' ? keys[lookup](keyHeaders.key) : undefined
    if (actor !== undefined) return actor
    const session = fromSession(keyRequest)
    if (session === undefined && keyHeaders.kind !== 'none') throw invalidKey()
    return session
  }

  function fromSession({ request, connection, set }: KeyRequest): Actor | undefined {
    const user = browser.session(request, set, false)?.user
    if (user === undefined) return undefined
    connection.actor = nameOf(user)
    connection.byPage = true
    requireApproved(user)
    const role = user.role === 'admin' ? 'admin' : 'user'
    return { kind: 'user', id: user.id, label: nameOf(user), role }
  }

  function byLocalTrust({ request, connection }: HttpContext): Actor | undefined {
    if (!localTrust.trusts(request.headers, connection)) return undefined
    return { kind: 'local', address: connection.client }
  }

  function fromAnywhere(keyRequest: KeyRequest, lookup: KeyLookup): Actor | undefined {
    return fromKeyOrSession(keyRequest, lookup) ?? byLocalTrust(keyRequest)
  }

  /** The connection of a request whose route is known. */
  function routed(request: Request, route: string): Connection {
    const connection = connectionOf(request)
    connection.route = route
    return connection
  }

  function setActor(request: Request, connection: Connection, actor: Actor): void {
    connection.actor = labelOf(actor)
    connection.guarded = new RequestContext(request, connection, actor)
  }

  /** Hands the context over to the handler. */
  function provideContext<actor extends Actor>(
    name: string,
    narrowed: (actor: Actor) => actor,
    capability: Capability | true = true,
  ) {
    return {
      resolve({ request }: { request: Request }) {
        const { guarded: context } = connectionOf(request)
        if (!(context instanceof RequestContext)) throw new Error(`The guard ${name} did not run`)
        return { actor: narrowed(context.actor), context }
      },
      detail: { security: [{ [name]: capability === true ? [] : [capability] }] },
    }
  }

  function guard(
    name: string,
    findActor: FindActor,
    authorize: (actor: Actor) => void,
    capability: Capability | true = true,
  ) {
    return {
      transform({ request, route, set }: GuardContext) {
        const connection = routed(request, route)
        const keyHeaders = readKey(request.headers)
        const keyRequest = { request, connection, set, keyHeaders }
        const actor = findActor(keyRequest, 'identify')
        if (actor === undefined) throw invalidKey()
        setActor(request, connection, actor)
        authorize(actor)
        connection.reauthorize = () => {
          const current = findActor(keyRequest, 'lookup')
          if (current === undefined) throw invalidKey()
          // When the key was revoked meanwhile, the session of another user must not replace it.
          if (current !== actor && ownerOf(current) !== ownerOf(actor)) throw invalidKey()
          authorize(current)
        }
      },
      ...provideContext(name, (actor) => actor, capability),
    }
  }

  /** Accepts the device credentials of one surface and nothing else. */
  function deviceGuard(
    name: string,
    credentials: DeviceCredentials,
    read: (headers: Headers) => KeyHeaders,
  ) {
    return {
      // Written with `async`, because Elysia detects by the source whether to await a hook.
      async transform({ request, route }: GuardContext) {
        const connection = routed(request, route)
        const keyHeaders = read(request.headers)
        const findActor = async () => {
          const actor =
            keyHeaders.kind === 'key' ? await credentials.identify(keyHeaders.key) : undefined
          if (actor !== undefined) return actor
          throw new AppError('unauthorized', 'Invalid or missing credential')
        }
        setActor(request, connection, await findActor())
        connection.reauthorize = async () => void (await findActor())
      },
      ...provideContext(name, deviceActor),
    }
  }

  /** A key or a session, or where OAuth is on a token of an app that a user has approved. */
  function mcpGuard() {
    return {
      // Written with `async`, because Elysia detects by the source whether to await a hook.
      async transform({ request, route, set }: GuardContext) {
        const connection = routed(request, route)
        const keyHeaders = readKey(request.headers)
        const findActor = async (lookup: KeyLookup) => {
          const device =
            keyHeaders.kind === 'key' ? await mcpTokens?.identify(keyHeaders.key) : undefined
          const keyRequest = { request, connection, set, keyHeaders }
          const actor = device ?? fromKeyOrSession(keyRequest, lookup)
          if (actor === undefined) throw invalidKey()
          return actor
        }
        const actor = await findActor('identify').catch((error: unknown) => {
          const isUnknown = error instanceof AppError && error.code === 'unauthorized'
          if (!isUnknown || mcpMetadataUrl === undefined) throw error
          const fault = keyHeaders.kind === 'none' ? '' : ', error="invalid_token"'
          const challenge = `Bearer resource_metadata="${mcpMetadataUrl}"${fault}`
          throw new AppError('unauthorized', error.message, { challenge })
        })
        setActor(request, connection, actor)
        connection.reauthorize = async () => {
          const current = await findActor('lookup')
          if (current !== actor && ownerOf(current) !== ownerOf(actor)) throw invalidKey()
        }
      },
      ...provideContext('require_mcp', (actor) => actor),
    }
  }

  /** A page for signed-in users; others are redirected to sign in. */
  function page(name: string, authorize: (user: User) => void) {
    return {
      transform({ request, route, set }: GuardContext) {
        const connection = routed(request, route)
        const findUser = () => {
          const user = browser.session(request, set, true)?.user
          if (user === undefined) throw new AppError('unauthorized', 'Sign in first')
          connection.actor = nameOf(user)
          authorize(user)
          return user
        }
        connection.guarded = new PageContext(request, connection, findUser())
        connection.reauthorize = () => void findUser()
      },
      resolve({ request }: { request: Request }) {
        const { guarded: context } = connectionOf(request)
        if (!(context instanceof PageContext)) throw new Error(`The guard ${name} did not run`)
        return { user: context.user, context }
      },
      detail: { security: [{ [name]: [] }], ...factsDetail({ errorShape: 'page' }) },
    }
  }

  return new Elysia({ name: 'guards' }).macro({
    /** No authentication, for a public path or one with an unguessable name. */
    open: (_: true) => ({
      transform({ request, route }: GuardContext) {
        routed(request, route)
      },
      resolve({ request }: { request: Request }) {
        const context: HttpContext = { request, connection: connectionOf(request) }
        return { context }
      },
      detail: { security: [] },
    }),
    /** The format of the errors of the route's path; `page` for browsers that accept HTML. */
    errorShape: (errorShape: ErrorShape) => ({ detail: factsDetail({ errorShape }) }),
    /** Forbids caching of the answers, and refuses secrets in the query. */
    sensitive: (kind: Sensitivity) => ({
      transform({ request, set }: GuardContext) {
        protectSecrets(request, kind, set)
      },
      detail: factsDetail({ sensitive: true }),
    }),
    /** A rate limit for each network address. See Limits. */
    limited: (limit: RateLimit) => ({
      transform({ request, set }: GuardContext) {
        rateLimits.consumeForAddress(limit, connectionOf(request).client, (state) =>
          setRateHeaders(set.headers, state),
        )
      },
      detail: factsDetail({ rateLimited: true }),
    }),
    /** A key or a session, with the given capability. */
    requireApiKey: (capability: Capability | true) =>
      guard(
        'require_api_key',
        fromKeyOrSession,
        (actor) => requireAbility(actor, capability),
        capability,
      ),
    /** A key, a session, or a caller on the trusted local network. */
    requireUserOrLocal: (capability: Capability | true) =>
      guard(
        'require_user_or_local',
        fromAnywhere,
        (actor) => requireAbility(actor, capability),
        capability,
      ),
    /** A key or a session; the trusted local network is not enough. */
    requireUser: (capability: Capability | true) =>
      guard(
        'require_user',
        fromKeyOrSession,
        (actor) => requireAbility(actor, capability),
        capability,
      ),
    /** The Primary Key or an admin's session. */
    requireAdmin: (_: true) => guard('require_admin', fromKeyOrSession, requireAdminActor),
    /** The same, or a caller on the trusted local network, such as a monitor. */
    requireAdminOrLocal: (_: true) =>
      guard('require_admin_or_local', fromAnywhere, (actor) => {
        if (actor.kind !== 'local') requireAdminActor(actor)
      }),
    /** A device credential of the code surface. */
    requireDevice: (_: true) => deviceGuard('require_device', codeDevices, readKey),
    /** An access token of the canvas surface. */
    requireCanvas: (_: true) => deviceGuard('require_canvas', canvasTokens, readBearer),
    requireMcp: (_: true) => mcpGuard(),
    /** A page for approved users. */
    requireSession: (_: true) => page('require_session', requireApproved),
    /** A page for admins. */
    requireAdminPage: (_: true) =>
      page('require_admin_page', (user) => {
        requireApproved(user)
        requireOwner(user.role === 'admin')
      }),
    /** A page for signed-in users, including those who wait for approval. */
    requireSignIn: (_: true) => page('require_sign_in', requireActive),
  })
}

function deviceActor(actor: Actor): DeviceActor {
  if (actor.kind === 'device') return actor
  throw new Error('A device was expected')
}

function requireAbility(actor: Actor, capability: Capability | true): void {
  if (capability === true || can(actor, capability)) return
  throw new AppError('capability_denied', `This key lacks the capability: ${capability}`)
}

function requireAdminActor(actor: Actor): void {
  requireOwner(isAdmin(actor))
}

function requireOwner(isOwner: boolean): void {
  if (!isOwner) throw new AppError('forbidden', 'Only the owner and admins may do this')
}

/** Who makes a request, for the audit: its actor, or the user of a page. */
export function auditActorOf(context: RequestContext | PageContext): AuditActor {
  const actor = 'user' in context ? nameOf(context.user) : labelOf(context.actor)
  const { client, requestId } = context.connection
  return { actor, address: client, requestId }
}

const BEARER = /^bearer +([^\s,]+)$/i

/** The content of a request's key headers. */
type KeyHeaders = { kind: 'none' } | { kind: 'unreadable' } | { kind: 'key'; key: string }

const NONE: KeyHeaders = { kind: 'none' }
const UNREADABLE: KeyHeaders = { kind: 'unreadable' }

/** Reads the key in `x-api-key` or in a Bearer header. Two different keys are unreadable. */
function readKey(headers: Headers): KeyHeaders {
  const apiKeyHeader = fromApiKey(headers.get('x-api-key'))
  const bearer = readBearer(headers)
  if (apiKeyHeader.kind === 'none') return bearer
  if (bearer.kind === 'none') return apiKeyHeader
  return isKey(apiKeyHeader) && isKey(bearer) && apiKeyHeader.key === bearer.key
    ? apiKeyHeader
    : UNREADABLE
}

/** Reads the credential in the `Authorization` header alone. */
function readBearer(headers: Headers): KeyHeaders {
  const value = headers.get('authorization')
  if (value === null) return NONE
  const key = BEARER.exec(value)?.[1]
  return key === undefined ? UNREADABLE : { kind: 'key', key }
}

function invalidKey(): AppError {
  return new AppError('unauthorized', 'Invalid or missing API key')
}

function fromApiKey(value: string | null): KeyHeaders {
  if (value === null) return NONE
  // Two headers arrive as "one, two", and no key contains a comma or white space.
  return /^[^\s,]+$/.test(value) ? { kind: 'key', key: value } : UNREADABLE
}

function isKey(headers: KeyHeaders): headers is { kind: 'key'; key: string } {
  return headers.kind === 'key'
}

/**
 * `callback` is for the redirect from an identity provider, whose protocol puts a code into the
 * query.
 */
type Sensitivity = true | 'callback'

/** Names of query parameters that may contain a secret. */
const SECRET_NAME = /(?:code|token|verifier|secret|password|credential|api[_-]?key|^key)$/i

/**
 * Keeps secrets out of caches and URLs. Errors are never cached.
 *
 * @throws {AppError} `malformed` when the query may contain a secret
 */
function protectSecrets({ url }: Request, kind: Sensitivity, set: AnswerHeaders): void {
  set.headers['cache-control'] = 'private, no-store'
  const query = url.indexOf('?')
  if (query === -1 || kind === 'callback') return
  for (const name of new URLSearchParams(url.slice(query)).keys()) {
    if (!SECRET_NAME.test(name)) continue
    throw new AppError('malformed', 'Codes, verifiers and tokens are not taken from URLs')
  }
}
