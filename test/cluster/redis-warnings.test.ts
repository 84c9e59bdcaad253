import { expect, test } from 'bun:test'
import { redisWarnings } from '../../src/cluster/connection.ts'

const infoOf = (policy: string, aof: 0 | 1) =>
  `# Memory\r\nmaxmemory_policy:${policy}\r\n# Persistence\r\naof_enabled:${aof}\r\n`

test('redisWarnings names the settings of Redis that lose work', () => {
  expect(redisWarnings(infoOf('noeviction', 1))).toEqual([])
  expect(redisWarnings(infoOf('allkeys-lru', 1))).toEqual([
    'Redis forgets calls when its memory is full (maxmemory-policy allkeys-lru): set maxmemory-policy noeviction',
  ])
  expect(redisWarnings(infoOf('noeviction', 0))).toEqual([
    'Redis loses running calls when it is restarted: set appendonly yes',
  ])
})
