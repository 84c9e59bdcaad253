import { expect, test } from 'bun:test'
import { openDatabase } from '../../../../src/db/open.ts'
import { WriteBatch } from '../../../../src/db/write-batch.ts'
import { ResponseStore } from '../../../../src/features/chat/responses/response-store.ts'
import {
  MAX_CONTINUED_BYTES,
  MAX_RESPONSE_BYTES_PER_OWNER,
  MAX_RESPONSES_PER_OWNER,
  MAX_STORED_RESPONSE_BYTES,
  StoredResponses,
} from '../../../../src/features/chat/responses/stored-responses.ts'
import { createLog } from '../../../../src/platform/log.ts'

const KEEP_DAYS = 30

function fixture() {
  const db = openDatabase(':memory:')
  const store = new ResponseStore(db)
  const batch = new WriteBatch(db)
  const gone = new Set<string>()
  const kept = new StoredResponses({
    ...{ store, batch, keepDays: KEEP_DAYS, log: createLog('silent') },
    currentCaller: (caller) => (gone.has(caller.owner) ? undefined : caller),
    now: () => 1,
  })
  const keep = async (id: string, owner: string, input: unknown[] = [], previousId?: string) => {
    const caller = { owner, actor: owner, keyId: null, project: null, product: null }
    const isKept = await kept.keep({
      ...{ id, previousId, input, response: { id } },
      caller: { ...caller, engines: null, requestId: 'r' },
    })
    batch.flush()
    return isKept
  }
  /** A row whose data is said to have so many bytes. */
  const put = (id: string, owner: string, expiresAt: number, bytes: number) =>
    store.put({
      ...{ id, owner, expiresAt, bytes, previousId: null, state: 'ended', createdAt: 1 },
      data: Bun.zstdCompressSync('{"response":{}}'),
    })
  return { db, store, gone, kept, keep, put }
}

test('a response that is too long is kept without its input; one that is too long itself is not', async () => {
  const { kept, keep } = fixture()
  expect(await keep('resp_a', 'ann', ['x'.repeat(MAX_STORED_RESPONSE_BYTES)])).toBe(true)
  expect(kept.find('ann', 'resp_a')).toMatchObject({ response: { id: 'resp_a' } })
  expect(kept.find('ann', 'resp_a')?.input).toBeUndefined()
  expect(await keep('x'.repeat(MAX_STORED_RESPONSE_BYTES), 'ann')).toBe(false)
  expect(kept.find('bea', 'resp_a')).toBeUndefined()
})

test('of too many responses of an owner, or too many bytes, those go that expire first', async () => {
  const { db, store, keep, put } = fixture()
  db.transaction(() => {
    for (let index = 0; index < MAX_RESPONSES_PER_OWNER; index += 1)
      put(`ann${index}`, 'ann', 1_000 + index, 1)
  })
  put('bea', 'bea', 5, 1)
  expect(await keep('new', 'ann')).toBe(true)
  expect(store.totalsOf('ann').rows).toBe(MAX_RESPONSES_PER_OWNER)
  expect([store.byId('ann0')?.id, store.byId('ann1')?.id]).toEqual([undefined, 'ann1'])
  put('large', 'bea', 7, MAX_RESPONSE_BYTES_PER_OWNER - 1)
  expect(await keep('new of bea', 'bea')).toBe(true)
  expect([store.byId('bea'), store.byId('large'), store.byId('new of bea')?.owner]).toEqual([
    ...[undefined, undefined, 'bea'],
  ])
})

test('a conversation has all that it continues, the oldest first, and ends where one is gone', async () => {
  const { kept, keep } = fixture()
  await keep('a', 'ann')
  await keep('b', 'ann', [], 'a')
  await keep('c', 'ann', [], 'b')
  expect(kept.conversation('ann', 'c')?.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
  expect(kept.conversation('bea', 'c')).toBeUndefined()
  expect(kept.delete('ann', 'a')).toBe(true)
  expect(kept.delete('ann', 'a')).toBe(false)
  expect(kept.conversation('ann', 'c')).toBeUndefined()
})

test('nothing is kept for a caller whose credential has ended meanwhile', async () => {
  const { gone, store, keep } = fixture()
  gone.add('ann')
  expect(await keep('a', 'ann')).toBe(false)
  expect(store.totalsOf('ann')).toEqual({ rows: 0, bytes: 0 })
})

test('a conversation is bounded by its JSON, of which little may be stored', async () => {
  const { store, kept } = fixture()
  const data = Bun.zstdCompressSync(
    JSON.stringify({ input: ['x'.repeat(MAX_STORED_RESPONSE_BYTES - 100)], response: {} }),
  )
  const row = { owner: 'ann', expiresAt: 9, bytes: 1, state: 'ended' as const, createdAt: 1, data }
  const count = Math.ceil(MAX_CONTINUED_BYTES / MAX_STORED_RESPONSE_BYTES) + 1
  for (let index = 0; index < count; index += 1)
    store.put({ ...row, id: `${index}`, previousId: index === 0 ? null : `${index - 1}` })
  expect(kept.conversation('ann', '3')).toHaveLength(4)
  expect(() => kept.conversation('ann', `${count - 1}`)).toThrow(
    `more than ${MAX_CONTINUED_BYTES} bytes come before it`,
  )
})

test('a response that takes the place of another counts once', async () => {
  const { db, store, keep, put } = fixture()
  db.transaction(() => {
    for (let index = 0; index < MAX_RESPONSES_PER_OWNER - 1; index += 1)
      put(`ann${index}`, 'ann', 1_000 + index, 1)
  })
  for (let time = 0; time < 3; time += 1) await keep('again', 'ann')
  expect(store.totalsOf('ann').rows).toBe(MAX_RESPONSES_PER_OWNER)
  expect(store.byId('ann0')?.id).toBe('ann0')
})
