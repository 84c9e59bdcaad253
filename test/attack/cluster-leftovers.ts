import type { ClusterParts } from './cluster-parts.ts'

/** After which what ends by itself must have ended. */
const END_MS = 15_000
const POLL_MS = 100
/** What a queue has without any job, and what lives with its node. */
const LASTING = /:(?:meta|id|events|stalled-check|marker|@workers|@api:.*|@in:.*|@worker:.*)$/

/** What a cluster without work has in Redis of calls, and worker nodes in their folders. */
export async function clusterLeftovers({ redis, nodes }: ClusterParts): Promise<string[]> {
  const client = new Bun.RedisClient(redis.url)
  try {
    const until = performance.now() + END_MS
    for (;;) {
      const keys: string[] = await client.send('KEYS', ['*'])
      const left: string[] = []
      for (const key of keys.filter((key) => !LASTING.test(key))) {
        // The data of a call whose machine was killed expire.
        const expiresMs: unknown = await client.send('PTTL', [key])
        if (expiresMs === -1) left.push(key)
      }
      if (left.length > 0 && performance.now() < until) await Bun.sleep(POLL_MS)
      else if (left.length > 0) return [`keys in Redis: ${left.slice(0, 5).join(', ')}`]
      else break
    }
  } finally {
    client.close()
  }
  for (const node of nodes) await node.stop()
  const files = nodes.flatMap((node) => node.leftovers())
  return files.length === 0 ? [] : [`temporary files of worker nodes: ${files.join(', ')}`]
}
