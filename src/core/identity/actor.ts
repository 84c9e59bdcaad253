import type { Caller } from '../caller.ts'
import { PRIMARY_LABEL } from './labels.ts'
import { type Capability, capabilitiesOf, limitOf, type Profile } from './profile.ts'
import { PRIMARY_USER_ID } from './user-store.ts'

const USER_PREFIX = 'user:'
const KEY_PREFIX = 'key:'
const PRIMARY_OWNER = 'primary'

/** Who makes a request, with the rights that matter to authorization. */
export type Actor =
  | { kind: 'primary' }
  | {
      kind: 'key'
      id: string
      /** As {@link ownerOf} gives it; kept, because every request compares it. */
      owner: string
      label: string
      /** Of a key that a user has made: whom it acts for. */
      userId?: string
      project: string | null
      product: string | null
      /** Undefined for a legacy key, which may do everything a key can. */
      profile: Profile | undefined
    }
  /** A trusted machine of the local network; `address` is its normalized network address. */
  | { kind: 'local'; address: string }
  /** An approved user who has signed in with a browser. */
  | { kind: 'user'; id: string; label: string; role: 'user' | 'admin' }
  /** A machine or app that a user has approved. */
  | {
      kind: 'device'
      surface: 'code' | 'canvas' | 'mcp'
      id: string
      userId: string
      label: string
    }

/** What a profile allows, as a caller has it. */
type Rights = Required<Pick<Caller, 'engines' | 'agentTasks' | 'capabilities'>> & {
  /** Null for all. */
  tools: string[] | null
}

const UNLIMITED: Rights = { engines: null, agentTasks: null, capabilities: null, tools: null }

/** By profile, which is replaced where a key changes: each request of a key asks for them twice. */
const rights = new WeakMap<Profile, Rights>()

function rightsOf(profile: Profile | undefined): Rights {
  if (profile === undefined) return UNLIMITED
  let known = rights.get(profile)
  if (known === undefined) {
    known = {
      engines: limitOf(profile.agentEngines),
      agentTasks: limitOf(profile.agentTasks),
      capabilities: capabilitiesOf(profile),
      tools: limitOf(profile.tools),
    }
    rights.set(profile, known)
  }
  return known
}

export function callerOf(actor: Actor, requestId: string): Caller {
  const key = actor.kind === 'key' ? actor : undefined
  const { engines, agentTasks, capabilities, tools } = rightsOf(key?.profile)
  const caller: Caller = {
    owner: ownerOf(actor),
    actor: labelOf(actor),
    keyId: key?.id ?? null,
    project: key?.project ?? null,
    product: key?.product ?? null,
    engines,
    agentTasks,
    capabilities,
    requestId,
  }
  if (actor.kind === 'device') caller.deviceId = actor.id
  if (tools !== null) caller.tools = tools
  if (isAdmin(actor)) caller.isOwner = true
  return caller
}

export function ownerOf(actor: Actor): string {
  switch (actor.kind) {
    case 'primary':
      return PRIMARY_OWNER
    case 'key':
      return actor.owner
    case 'local':
      return `local:${actor.address}`
    case 'user':
      return ownerOfUser(actor.id)
    case 'device':
      // A user has the same leases and jobs on all devices.
      return ownerOfUser(actor.userId)
  }
}

export function labelOf(actor: Actor): string {
  switch (actor.kind) {
    case 'primary':
      return PRIMARY_LABEL
    case 'key':
    case 'user':
    case 'device':
      return actor.label
    case 'local':
      return 'Local Network'
  }
}

/** The owner of all that is asked for with a key. */
export function ownerOfKey(keyId: string): string {
  return KEY_PREFIX + keyId
}

/** The key behind an owner; undefined for an owner of another kind. */
export function keyIdOfOwner(owner: string): string | undefined {
  return owner.startsWith(KEY_PREFIX) ? owner.slice(KEY_PREFIX.length) : undefined
}

/**
 * The owner of all that a user asks for, in browsers and on devices. Who signs in with the Primary
 * Key has the jobs and leases of the key.
 */
export function ownerOfUser(userId: string): string {
  if (userId === PRIMARY_USER_ID) return PRIMARY_OWNER
  return USER_PREFIX + userId
}

/** The user behind an owner; undefined for an owner of another kind. */
export function userIdOf(owner: string): string | undefined {
  return owner.startsWith(USER_PREFIX) ? owner.slice(USER_PREFIX.length) : undefined
}

/** The id of the account that the actor has signed in to; undefined for an actor without one. */
export function accountOf(actor: Actor): string | undefined {
  switch (actor.kind) {
    case 'primary':
      return PRIMARY_USER_ID
    case 'user':
      return actor.id
    case 'device':
      return actor.userId
    case 'key':
    case 'local':
      return undefined
  }
}

/** Whether the actor has a capability; only custom keys are limited. */
export function can(actor: Actor, capability: Capability): boolean {
  return actor.kind !== 'key' || actor.profile === undefined || actor.profile[capability]
}

export function isAdmin(actor: Actor): boolean {
  return actor.kind === 'primary' || (actor.kind === 'user' && actor.role === 'admin')
}

/** Whether the actor may name files of this machine. */
export function mayUsePaths(actor: Actor): boolean {
  return actor.kind === 'local' || (actor.kind === 'user' && actor.role === 'admin')
}
