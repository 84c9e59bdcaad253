import { resolve } from 'node:path'
import type { Cluster } from './cluster/contract.ts'
import type { Config } from './config/load.ts'
import type { Log } from './platform/log.ts'
import { VERSION } from './platform/version.ts'

/** Where the queue is, from the settings. */
export function queueAddress({ queue }: Config) {
  if (queue.url === undefined) return undefined
  return { url: queue.url, caFile: queue.ca_file && resolve(queue.ca_file) }
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
