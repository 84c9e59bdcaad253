import { expect, test } from 'bun:test'
import { SchemaChecker } from '../../src/core/json-schema/schema-checker.ts'
import { SLOW_SCHEMA } from '../support/schemas.ts'

/** Enough for a realistic schema on a busy machine; the slow one takes seconds. */
const SHORT_MS = 400
const OWNER = 'key_a'
const TOO_SLOW = 'it takes too long to check'

test('an owner with many slow schemas delays no other owner', async () => {
  const checker = new SchemaChecker({ deadlineMs: SHORT_MS })
  let refused = 0
  const slow = Array.from({ length: 4 }, async (_, at) => {
    const refusal = await checker.refusal({ title: `${at}`, ...SLOW_SCHEMA }, OWNER)
    refused += 1
    return refusal
  })
  // Behind the four this would be the fifth; a thread is free for it.
  expect(await checker.refusal({ type: 'string' }, 'key_b')).toBeUndefined()
  expect(refused).toBeLessThanOrEqual(1)
  expect(new Set(await Promise.all(slow))).toEqual(new Set([TOO_SLOW]))
})

test('a slow schema is refused unchecked until it expires, also for another owner', async () => {
  const clock = { now: 0 }
  const checker = new SchemaChecker({ deadlineMs: SHORT_MS, now: () => clock.now })
  const timed = async (owner: string) => {
    const started = performance.now()
    expect(await checker.refusal(SLOW_SCHEMA, owner)).toBe(TOO_SLOW)
    return performance.now() - started
  }
  const checked = await timed(OWNER)
  expect(await timed(OWNER)).toBeLessThan(checked / 2)
  expect(await timed('key_b')).toBeLessThan(checked / 2)
  clock.now = 10 * 60_000
  expect(await timed(OWNER)).toBeGreaterThanOrEqual(SHORT_MS / 2)
})
