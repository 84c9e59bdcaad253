import type { Account } from '../engines/contract/account.ts'
import { EngineFailure } from '../engines/contract/failure.ts'
import type { EngineSource, ScanResult } from '../engines/contract/finder.ts'
import type { Engine } from '../engines/contract/text.ts'
import type { Cluster, WorkerNode } from './contract.ts'
import { type MachineSlots, OWN_MACHINE } from './machine-slots.ts'
import { MergedEngine, type RemoteEngine } from './merged-engine.ts'

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

/** The engines for text of all machines: each id once. */
export class EnginePool {
  readonly #options: EnginePoolOptions
  readonly #engines = new Map<string, MergedEngine>()
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
      for (const { id } of announcement.engines) this.#merged(id)
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
function hasEngine({ announcement: { engines, speech, recognisers } }: WorkerNode): boolean {
  return engines.length + speech.length + recognisers.length > 0
}

function remoteOf(id: string, nodes: readonly WorkerNode[]): RemoteEngine[] {
  return nodes.flatMap(({ announcement: { name: node, engines }, state }) => {
    const engine = engines.find((one) => one.id === id)
    return engine === undefined ? [] : [{ node, isOnline: state === 'online', engine }]
  })
}

function away(): EngineFailure {
  return new EngineFailure('unreachable', 'No worker node has this engine now')
}
