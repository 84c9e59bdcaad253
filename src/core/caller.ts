import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../platform/check.ts'
import { AppError } from '../platform/errors.ts'

/** An actor as plain data, stored with its tasks. */
export const Caller = Type.Object({
  /** Owner of jobs and leases. */
  owner: Type.String(),
  /** Name in usage records. */
  actor: Type.String(),
  keyId: Type.Union([Type.String(), Type.Null()]),
  /** Id of the device, when the caller is one. */
  deviceId: Type.Optional(Type.String()),
  project: Type.Union([Type.String(), Type.Null()]),
  product: Type.Union([Type.String(), Type.Null()]),
  /** Engines that it may use; null for all. */
  engines: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /**
   * Agent tasks it may run; null for all. Absent in a row of an older version: not limited then.
   */
  agentTasks: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  /** Tools it may call; absent for all that its capabilities allow. */
  tools: Type.Optional(Type.Array(Type.String())),
  /** Capabilities it has; null for all. Absent in a row of an older version: not limited then. */
  capabilities: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  /**
   * Whether it is the owner of the service, who is told the engines' own reasons. Absent for anybody
   * else.
   */
  isOwner: Type.Optional(Type.Boolean()),
  requestId: Type.String(),
})
export type Caller = Static<typeof Caller>

/** @throws {AppError} `capability_denied` */
export function requireCapability({ capabilities }: Caller, capability: string): void {
  if (capabilities?.includes(capability) === false)
    throw new AppError('capability_denied', `This key lacks the capability: ${capability}`)
}

/** Validates a caller that was stored with a job; undefined when it is invalid. */
export function callerFrom(value: unknown): Caller | undefined {
  return matches(Caller, value) ? value : undefined
}
