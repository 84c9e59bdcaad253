import { type Static, Type } from '@sinclair/typebox'
import type { Turn } from '../engines/contract/text.ts'

/** What a worker node says of one model. */
const AnnouncedModel = Type.Object({
  name: Type.String(),
  contextLength: Type.Optional(Type.Integer({ minimum: 1 })),
  images: Type.Optional(Type.Boolean()),
  tools: Type.Optional(Type.Boolean()),
  fault: Type.Optional(Type.String()),
  /** The family whose quota it uses, where an account has several quotas. */
  family: Type.Optional(Type.String()),
})

const AnnouncedAccount = Type.Object({
  id: Type.String(),
  probe: Type.Union([Type.Literal('status'), Type.Literal('answer')]),
})

/** An engine for text, with what `Engine` says of it. Only one that answers has models. */
export const AnnouncedEngine = Type.Object({
  id: Type.String(),
  label: Type.String(),
  kind: Type.Optional(Type.String()),
  usesSubscription: Type.Boolean(),
  models: Type.Array(AnnouncedModel),
  accounts: Type.Array(AnnouncedAccount),
  timeoutMs: Type.Number({ minimum: 0 }),
  maxCharacters: Type.Integer({ minimum: 0 }),
  capabilities: Type.Object({
    images: Type.Boolean(),
    structured: Type.Boolean(),
    tools: Type.Boolean(),
  }),
  /** Why its server does not answer, in redacted words. */
  problem: Type.Optional(Type.String()),
})
export type AnnouncedEngine = Static<typeof AnnouncedEngine>

export const AnnouncedSpeech = Type.Object({
  id: Type.String(),
  label: Type.String(),
  kind: Type.String(),
  models: Type.Array(Type.String()),
  voices: Type.Array(Type.Object({ id: Type.String(), languages: Type.Array(Type.String()) })),
  languages: Type.Optional(Type.Array(Type.String())),
  timeoutMs: Type.Number({ minimum: 0 }),
  appliesSpeed: Type.Boolean(),
})
export type AnnouncedSpeech = Static<typeof AnnouncedSpeech>

export const AnnouncedRecogniser = Type.Object({
  id: Type.String(),
  label: Type.String(),
  kind: Type.String(),
  models: Type.Array(Type.String()),
  canTranslate: Type.Boolean(),
  timeoutMs: Type.Number({ minimum: 0 }),
})
export type AnnouncedRecogniser = Static<typeof AnnouncedRecogniser>

/** What a worker node says of itself: at its start, at each change, and every two seconds. */
export const Announcement = Type.Object({
  /** Unique among the worker nodes; the host name by default. */
  name: Type.String(),
  /** Random for each start. */
  instance: Type.String(),
  /** Of Hearth. The API node gives work to its own version only. */
  version: Type.String(),
  /** UTC milliseconds, by the clock of the worker node. */
  startedAt: Type.Number(),
  /** The same clock now, so that a wrong one is noticed. */
  sentAt: Type.Number(),
  /** Heavy tasks at a time. */
  width: Type.Integer({ minimum: 1 }),
  engines: Type.Array(AnnouncedEngine),
  speech: Type.Array(AnnouncedSpeech),
  recognisers: Type.Array(AnnouncedRecogniser),
  /** Ids of the calls that it has and has not ended. */
  calls: Type.Array(Type.String()),
})
export type Announcement = Static<typeof Announcement>

/**
 * `online`: gets work. `lost`: not heard of for six seconds. `stopped`: it has said that it stops.
 * `refused`: of another version.
 */
export type WorkerNodeState = 'online' | 'lost' | 'stopped' | 'refused'

/** A worker node as the API node knows it. */
export interface WorkerNode {
  readonly announcement: Announcement
  readonly state: WorkerNodeState
  /** When it was last heard of, UTC milliseconds by the clock of the API node. */
  readonly seenAt: number
  /** Milliseconds that its clock is ahead. */
  readonly clockAheadMs: number
}

/**
 * One piece of work for an engine of a worker node. Plain data without a caller or a credential: the
 * logins of an engine stay on the machine of the engine.
 */
export type EngineCall =
  | { kind: 'text'; engine: string; account: string; turn: Turn }
  | { kind: 'status'; engine: string; account: string }
  | { kind: 'speech'; engine: string; request: Readonly<Record<string, unknown>> }
  | { kind: 'speech-status'; engine: string }
  | { kind: 'transcription'; engine: string; request: Readonly<Record<string, unknown>> }
  | { kind: 'transcription-status'; engine: string }

/** How a call is sent, and what it needs beside its data. */
export interface CallOptions {
  /** Id of the run that makes the call; the id of the job in the queue begins with it. */
  runId: string
  /** Ends the work at its source. */
  signal: AbortSignal
  /** A file of this machine that the call is about; the other machine gets a copy. */
  file?: string
}

/** The end of a call: its result as JSON, and bytes where the call makes them. */
export interface CallResult {
  value: unknown
  bytes?: Uint8Array
}

/** The worker nodes of the moment, and the way to them. */
export interface Cluster {
  /** By name; a lost one stays until it is forgotten. */
  readonly nodes: readonly WorkerNode[]
  /** Calls back when a node comes, changes what it announces, or is lost. @returns Removes the callback */
  onChange(callback: () => void): () => void
  /**
   * Has a worker node make a call. Yields each batch of events in order, as JSON that is not checked.
   *
   * @throws {EngineFailure} that of the engine; `transient` with the reason `unreachable` where the node
   * or the way to it is lost
   */
  call(
    node: string,
    call: EngineCall,
    options: CallOptions,
  ): AsyncGenerator<readonly unknown[], CallResult>
  /** Forgets a node that is lost or has stopped. @returns Whether there was one */
  forget(name: string): Promise<boolean>
  start(): void
  stop(): Promise<void>
}
