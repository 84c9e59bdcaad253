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

/** One call of a model, whatever came of it. */
export interface ModelCallEntry {
  type: 'model_call'
  surface: string
  engine: string
  account: string
  model: string
  /** `succeeded`, `cancelled`, or the verdict of a failure. */
  outcome: string
  /** Milliseconds in the queue. */
  queueMs: number
  /** Milliseconds until the first text; undefined when no text came. */
  firstTextMs: number | undefined
  totalMs: number
  charactersIn: number
  charactersOut: number
}

/** Credits for work that is done, or a record of work that failed. */
export interface CreditEntry {
  type: 'credit'
  surface: string
  /** Key of the price list; empty for work without a price. */
  action: string
  /** How many of the action's unit; 0 records work that is not charged. */
  units: number
  /** `succeeded`, or the code of the failure. */
  outcome: string
}

/** What a run has used, as data: written in one transaction with its end, wherever it ran. */
export type UsageEntry = ModelCallEntry | CreditEntry
