import type { Cluster } from './cluster/contract.ts'
import { EnginePool } from './cluster/engine-pool.ts'
import { MachineSlots } from './cluster/machine-slots.ts'
import type { Accounts } from './core/accounts/accounts.ts'
import type { EngineDiscovery } from './core/accounts/engine-discovery.ts'
import type { Queue } from './core/tasks/queue.ts'
import { SHARED_LANE } from './core/text/engine-lanes.ts'
import type { EngineSource } from './engines/contract/finder.ts'
import type { Engine } from './engines/contract/text.ts'

interface JoinOptions {
  /** Absent where there is one machine only. */
  cluster: Cluster | undefined
  /** Heavy tasks at a time on this machine. */
  ownWidth: number
  engines: readonly Engine[]
  sources: readonly EngineSource[]
}

/** What follows the worker nodes. */
interface Followers {
  discovery: EngineDiscovery
  accounts: Accounts
  queue: Queue
}

/** Joins the engines of this machine with those of worker nodes, where there are any. */
export function joinCluster({ cluster, ownWidth, engines, sources }: JoinOptions) {
  if (cluster === undefined) return { engines, sources, pool: undefined, follow() {} }
  const slots = new MachineSlots()
  const pool = new EnginePool({ cluster, slots, ownWidth })
  return {
    engines: engines.map((engine) => pool.own(engine)),
    sources: sources.map((source) => pool.ownSource(source)),
    pool,
    /** Keeps engines, accounts and the width of the line as the worker nodes are. */
    follow({ discovery, accounts, queue }: Followers): void {
      const update = () => {
        const { results, returned } = pool.update()
        discovery.take(results, sources.length)
        for (const { engine, isReturned } of returned) accounts.serverReturned(engine, isReturned)
        queue.resize(SHARED_LANE, pool.width)
      }
      cluster.onChange(update)
      update()
    },
  }
}
