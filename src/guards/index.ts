import { Elysia } from 'elysia'
import { type Actor, can, isAdmin, labelOf } from '../core/auth/actor.ts'
import type { Keys } from '../core/auth/keys.ts'
import type { Capability } from '../core/auth/profile.ts'
import { connectionOf } from '../edge/connection.ts'
import { AppError } from '../platform/errors.ts'
import { invalidKey, readKey } from './credentials.ts'
import type { LocalTrust } from './local-trust.ts'

export interface GuardServices {
  keys: Keys
  localTrust: LocalTrust
}

/** Paths of authentication, refusals included. Spec: Endpoints, Behaviour rules 5. */
const SECRET_ROUTE = /^\/(?:auth-check|admin\/api-)/

interface GuardContext {
  request: Request
  route: string
  set: { headers: Record<string, string | number> }
}

/**
 * Who may pass. Each route names exactly one of these; nothing else decides. They run before a byte
 * of the body is read. Spec: Authentication, Guard dependencies.
 */
export function guards({ keys, localTrust }: GuardServices) {
  const actors = new WeakMap<Request, Actor>()

  function byKey(request: Request): Actor | undefined {
    const key = readKey(request.headers)
    if (key === undefined) return undefined
    const actor = keys.identify(key)
    if (actor === undefined) throw invalidKey()
    return actor
  }

  function local(request: Request): Actor | undefined {
    return localTrust.trusts(request.headers, connectionOf(request)) ? { kind: 'local' } : undefined
  }

  function guard(
    name: string,
    find: (request: Request) => Actor | undefined,
    admit: (actor: Actor) => void,
  ) {
    return {
      transform({ request, route, set }: GuardContext) {
        const connection = connectionOf(request)
        if (SECRET_ROUTE.test(route)) set.headers['cache-control'] = 'private, no-store'
        connection.route = route
        const actor = find(request)
        if (actor === undefined) throw invalidKey()
        connection.actor = labelOf(actor)
        admit(actor)
        actors.set(request, actor)
      },
      resolve({ request }: GuardContext) {
        const actor = actors.get(request)
        if (actor === undefined) throw new Error(`The guard ${name} did not run`)
        return { actor }
      },
      detail: { security: [{ [name]: [] }] },
    }
  }

  return new Elysia({ name: 'guards' }).macro({
    /** Anybody: a path that gives nothing away, or whose random name is the capability. */
    open: (_: true) => ({
      transform({ request, route }: GuardContext) {
        connectionOf(request).route = route
      },
      detail: { security: [] },
    }),
    /** A key; with a capability, one that has it. */
    requireApiKey: (capability: Capability | true) =>
      guard('require_api_key', byKey, (actor) => requireAbility(actor, capability)),
    /** A key, or the owner's own network. */
    requireUserOrLocal: (capability: Capability | true) =>
      guard(
        'require_user_or_local',
        (request) => byKey(request) ?? local(request),
        (actor) => requireAbility(actor, capability),
      ),
    /** A key, never mere locality. */
    requireUser: (capability: Capability | true) =>
      guard('require_user', byKey, (actor) => requireAbility(actor, capability)),
    /** The owner. */
    requireAdmin: (_: true) => guard('require_admin', byKey, requireAdminActor),
    /** The owner, or the owner's own network; for what a monitor reads. */
    requireAdminOrLocal: (_: true) =>
      guard(
        'require_admin_or_local',
        (request) => byKey(request) ?? local(request),
        (actor) => {
          if (actor.kind !== 'local') requireAdminActor(actor)
        },
      ),
  })
}

function requireAbility(actor: Actor, capability: Capability | true): void {
  if (capability === true || can(actor, capability)) return
  throw new AppError('capability_denied', `This key lacks the capability: ${capability}`)
}

function requireAdminActor(actor: Actor): void {
  if (!isAdmin(actor)) throw new AppError('forbidden', 'Only the owner may do this')
}
