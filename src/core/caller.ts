import { type Static, Type } from '@sinclair/typebox'
import { matches } from '../platform/check.ts'
import { AppError } from '../platform/errors.ts'

/** An actor as plain data, kept with the work done for it. */
export const Caller = Type.Object({
  /** Owner of the jobs and of the leases. */
  owner: Type.String(),
  /** The name in usage records. */
  actor: Type.String(),
  keyId: Type.Union([Type.String(), Type.Null()]),
  /** The device, where the caller is one. */
  deviceId: Type.Optional(Type.String()),
  project: Type.Union([Type.String(), Type.Null()]),
  product: Type.Union([Type.String(), Type.Null()]),
  /** Engines it may use; null for all. */
  engines: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /** Agent tasks it may run; null for all. Absent in a row of an older version: not limited then. */
  agentTasks: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  /** Capabilities it has; null for all. Absent in a row of an older version: not limited then. */
  capabilities: Type.Optional(Type.Union([Type.Array(Type.String()), Type.Null()])),
  requestId: Type.String(),
})
export type Caller = Static<typeof Caller>

/** @throws {AppError} `capability_denied` */
export function requireCapability({ capabilities }: Caller, capability: string): void {
  if (capabilities?.includes(capability) === false)
    throw new AppError('capability_denied', `This key lacks the capability: ${capability}`)
}

/** Reads a caller that was kept with a job; undefined when it cannot be read. */
export function callerFrom(value: unknown): Caller | undefined {
  return matches(Caller, value) ? value : undefined
}
