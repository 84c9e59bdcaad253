import type { Keys } from './keys.ts'

const SCAN_COUNT = 500

/** Deletes what killed API nodes have left in Redis: their streams, and the data of their calls. */
export async function sweepApiNodes(redis: Bun.RedisClient, keys: Keys): Promise<void> {
  for (const pattern of keys.ofApiNodes) {
    let cursor = '0'
    do {
      const reply: [string, string[]] = await redis.send('SCAN', [
        ...[cursor, 'MATCH', pattern, 'COUNT', String(SCAN_COUNT)],
      ])
      const [next, names] = reply
      for (const name of names) {
        const lives: unknown = await redis.send('EXISTS', [keys.apiNode(keys.apiNodeOf(name))])
        if (!lives) await redis.send('UNLINK', [name])
      }
      cursor = next
    } while (cursor !== '0')
  }
}
