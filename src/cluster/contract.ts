import { type Static, Type } from '@sinclair/typebox'
import type { EngineType } from '../engines/contract/account.ts'
import type { Turn } from '../engines/contract/text.ts'
import { oneOf } from '../platform/schemas.ts'

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

const AnnouncedVectorModel = Type.Object({
  name: Type.String(),
  use: oneOf(['embedding', 'rerank']),
  contextLength: Type.Optional(Type.Integer({ minimum: 1 })),
  fault: Type.Optional(Type.String()),
})

const AnnouncedAccount = Type.Object({
  id: Type.String(),
  probe: oneOf(['status', 'answer']),
})

/** What a worker node says of any engine, as the engine itself does. */
const COMMON = {
  id: Type.String(),
  label: Type.String(),
  timeoutMs: Type.Number({ minimum: 0 }),
}

/** Of an engine for text. Only one that answers has models. */
export const AnnouncedText = Type.Object({
  type: Type.Literal('text'),
  ...COMMON,
  kind: Type.Optional(Type.String()),
  usesSubscription: Type.Boolean(),
  models: Type.Array(AnnouncedModel),
  /** Absent where it has none. */
  vectorModels: Type.Optional(Type.Array(AnnouncedVectorModel)),
  accounts: Type.Array(AnnouncedAccount),
  maxCharacters: Type.Integer({ minimum: 0 }),
  capabilities: Type.Object({
    images: Type.Boolean(),
    structured: Type.Boolean(),
    tools: Type.Boolean(),
  }),
  /** Why its server does not answer, in redacted words. */
  problem: Type.Optional(Type.String()),
})
export type AnnouncedText = Static<typeof AnnouncedText>

export const AnnouncedSpeech = Type.Object({
  type: Type.Literal('speech'),
  ...COMMON,
  kind: Type.String(),
  models: Type.Array(Type.String()),
  voices: Type.Array(Type.Object({ id: Type.String(), languages: Type.Array(Type.String()) })),
  languages: Type.Optional(Type.Array(Type.String())),
  appliesSpeed: Type.Boolean(),
})
export type AnnouncedSpeech = Static<typeof AnnouncedSpeech>

export const AnnouncedTranscription = Type.Object({
  type: Type.Literal('transcription'),
  ...COMMON,
  kind: Type.String(),
  models: Type.Array(Type.String()),
  canTranslate: Type.Boolean(),
})
export type AnnouncedTranscription = Static<typeof AnnouncedTranscription>

/** What is announced of the engines of each type. */
export interface AnnouncedOf {
  text: AnnouncedText
  speech: AnnouncedSpeech
  transcription: AnnouncedTranscription
}

/** An engine of a worker node. */
export const AnnouncedEngine = Type.Union([AnnouncedText, AnnouncedSpeech, AnnouncedTranscription])
export type AnnouncedEngine = Static<typeof AnnouncedEngine>

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
  /** Ids of the calls that it has and has not ended. */
  calls: Type.Array(Type.String()),
})
export type Announcement = Static<typeof Announcement>

/** The engines of one type of a worker node. */
export function announcedOf<type extends EngineType>(
  { engines }: Announcement,
  type: type,
): AnnouncedOf[type][] {
  return engines.filter((one): one is AnnouncedOf[type] => one.type === type)
}

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
  | { kind: 'status'; type: EngineType; engine: string; account: string }
  | { kind: 'speech'; engine: string; request: Readonly<Record<string, unknown>> }
  | { kind: 'transcription'; engine: string; request: Readonly<Record<string, unknown>> }
  | { kind: 'embedding'; engine: string; request: Readonly<Record<string, unknown>> }
  | { kind: 'rerank'; engine: string; request: Readonly<Record<string, unknown>> }

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
