import type { Account } from '../engines/contract/account.ts'
import type { EngineOf, EngineSource, ScanResult } from '../engines/contract/any-engine.ts'
import { EngineFailure } from '../engines/contract/failure.ts'
import type { SpeechEngine } from '../engines/contract/speech.ts'
import type { Engine } from '../engines/contract/text.ts'
import type { TranscriptionEngine } from '../engines/contract/transcription.ts'
import { announcedOf, type Cluster, type WorkerNode } from './contract.ts'
import { type MachineSlots, OWN_MACHINE } from './machine-slots.ts'
import { MergedEngine, type RemoteEngine } from './merged-engine.ts'
import {
  type MachineParts,
  type MediaType,
  MergedSpeech,
  MergedTranscription,
} from './merged-media.ts'

interface EnginePoolOptions {
  cluster: Cluster
  slots: MachineSlots
  /** Heavy tasks at a time on the machine of the API node. */
  ownWidth: number
}

/** A worker node that has work again after it had none. */
export interface ReturnedAccounts {
  engine: Engine
  isReturned: (account: Account) => boolean
}

/** The engines of all machines: each id of a type once. */
export class EnginePool {
  readonly #options: EnginePoolOptions
  readonly #engines = new Map<string, MergedEngine>()
  /** By id; an engine that is found again is the same object. */
  readonly #speech = new Map<string, MergedSpeech>()
  readonly #transcription = new Map<string, MergedTranscription>()
  /** Instances that were online at the last update, by name. */
  #online = new Map<string, string>()

  constructor(options: EnginePoolOptions) {
    this.#options = options
    options.slots.resize(OWN_MACHINE, options.ownWidth)
  }

  /** An engine of this machine, joined with those of the same id on worker nodes. */
  own(engine: Engine): MergedEngine {
    const merged = this.#merged(engine.id)
    if (!merged.isOwn) merged.setOwn(engine)
    return merged
  }

  /** A source of engines of this machine, each joined in the same way. */
  ownSource(source: EngineSource): EngineSource {
    return {
      scan: async (signal) =>
        (await source.scan(signal)).map((result): ScanResult => {
          const engine = this.own(result.engine)
          return result.state === 'answers' || engine.isRemote
            ? { engine, state: 'answers' }
            : { ...result, engine }
        }),
    }
  }

  /** @param own Those of this machine, in order of preference */
  speech(own: readonly SpeechEngine[]): SpeechEngine[] {
    return this.#partsOf('speech', own).map((parts) => {
      const known = this.#speech.get(parts[0].facts.id) ?? new MergedSpeech(parts, this.#options)
      this.#speech.set(known.id, known)
      known.update(parts)
      return known
    })
  }

  /** @param own Those of this machine, in order of preference */
  transcription(own: readonly TranscriptionEngine[]): TranscriptionEngine[] {
    return this.#partsOf('transcription', own).map((parts) => {
      const known =
        this.#transcription.get(parts[0].facts.id) ?? new MergedTranscription(parts, this.#options)
      this.#transcription.set(known.id, known)
      known.update(parts)
      return known
    })
  }

  /**
   * Takes what the worker nodes announce now.
   *
   * @returns Every engine that a worker node has or had, and the accounts of nodes that are back
   */
  update(): { results: ScanResult[]; returned: ReturnedAccounts[] } {
    const { cluster, slots } = this.#options
    const nodes = cluster.nodes.filter(({ state }) => state !== 'refused')
    for (const { announcement, state } of cluster.nodes)
      slots.resize(announcement.name, state === 'online' ? announcement.width : 0)
    for (const { announcement } of nodes)
      for (const { id } of announcedOf(announcement, 'text')) this.#merged(id)
    const results: ScanResult[] = []
    for (const engine of this.#engines.values()) {
      const wasRemote = engine.isRemote
      engine.update(remoteOf(engine.id, nodes))
      if (engine.isRemote) results.push({ engine, state: 'answers' })
      else if (engine.isOwn) continue
      else if (engine.unreadFailure !== undefined)
        results.push({ engine, state: 'failed', failure: engine.unreadFailure })
      else if (!engine.isAway) results.push({ engine, state: 'gone', failure: away() })
      // Once for each loss, so that requests wait for a node that may be back.
      else if (wasRemote) results.push({ engine, state: 'failed', failure: away() })
    }
    return { results, returned: this.#returned(nodes.filter(({ state }) => state === 'online')) }
  }

  /** Heavy tasks at a time on all machines together; at least 1. */
  get width(): number {
    const { cluster, ownWidth } = this.#options
    // One with a lane of its own takes nothing of the line that all share.
    const hasOwn = [...this.#engines.values()].some(
      ({ isOwn, parallel }) => isOwn && parallel === undefined,
    )
    const remote = cluster.nodes
      .filter((node) => node.state === 'online' && hasEngine(node))
      .reduce((sum, { announcement }) => sum + announcement.width, 0)
    return Math.max(1, (hasOwn ? ownWidth : 0) + remote)
  }

  #merged(id: string): MergedEngine {
    const known = this.#engines.get(id)
    if (known !== undefined) return known
    const { cluster, slots } = this.#options
    const made = new MergedEngine({ id, cluster, slots })
    this.#engines.set(id, made)
    return made
  }

  #partsOf<type extends MediaType>(
    type: type,
    engines: readonly EngineOf[type][],
  ): MachineParts<type>[] {
    const parts = [
      ...engines.map((own) => ({ node: OWN_MACHINE, own, facts: own }) as const),
      ...this.#options.cluster.nodes
        .filter(({ state }) => state === 'online')
        .flatMap(({ announcement }) =>
          announcedOf(announcement, type).map((facts) => ({
            node: announcement.name,
            own: undefined,
            facts,
          })),
        ),
    ]
    return [...Map.groupBy(parts, ({ facts }) => facts.id).values()].flatMap(
      ([first, ...others]): MachineParts<type>[] =>
        first === undefined ? [] : [[first, ...others]],
    )
  }

  #returned(online: readonly WorkerNode[]): ReturnedAccounts[] {
    const back = online.filter(
      ({ announcement: { name, instance } }) => this.#online.get(name) !== instance,
    )
    this.#online = new Map(online.map(({ announcement: { name, instance } }) => [name, instance]))
    if (back.length === 0) return []
    return [...this.#engines.values()].map((engine) => ({
      engine,
      isReturned: (account) =>
        back.some(({ announcement }) => engine.isOf(account, announcement.name)),
    }))
  }
}

/** A machine without one does nothing: it would only let a task leave the line that must wait. */
function hasEngine({ announcement: { engines } }: WorkerNode): boolean {
  return engines.length > 0
}

function remoteOf(id: string, nodes: readonly WorkerNode[]): RemoteEngine[] {
  return nodes.flatMap(({ announcement, state }) => {
    const engine = announcedOf(announcement, 'text').find((one) => one.id === id)
    const node = announcement.name
    return engine === undefined ? [] : [{ node, isOnline: state === 'online', engine }]
  })
}

function away(): EngineFailure {
  return new EngineFailure('unreachable', 'No worker node has this engine now')
}
