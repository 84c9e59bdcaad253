import type { Cluster } from './cluster/contract.ts'
import { FIRST_NODE_MS } from './cluster/messages.ts'
import type { Config } from './config/load.ts'
import { deadline } from './platform/deadline.ts'
import type { Log } from './platform/log.ts'
import { VERSION } from './platform/version.ts'

/** Where the queue is, from the settings. */
export function queueAddress({ queue }: Config) {
  if (queue.url === undefined) return undefined
  return { url: queue.url, caFile: queue.ca_file }
}

/** The worker nodes, where a queue leads to some. Not started. */
export async function openCluster(config: Config, log: Log): Promise<Cluster | undefined> {
  const address = queueAddress(config)
  if (address === undefined) return undefined
  // Loaded here, so that a single machine does not pay for it.
  const { RedisCluster } = await import('./cluster/redis-cluster.ts')
  const { prefix } = config.queue
  return new RedisCluster({ address, prefix, version: VERSION, log })
}

/**
 * Starts to follow the worker nodes, and waits for the first that answers: the jobs of the last run would
 * fail without their engines.
 *
 * @returns After three seconds at most, as there may be none or Redis may be away
 */
export async function meetWorkerNodes(cluster: Cluster | undefined): Promise<void> {
  if (cluster === undefined) return
  const { promise: met, resolve: meet } = Promise.withResolvers<void>()
  const remove = cluster.onChange(() => {
    if (cluster.nodes.some(({ state }) => state === 'online')) meet()
  })
  cluster.start()
  await deadline(met, FIRST_NODE_MS, { onTimeout: () => undefined })
  remove()
}
