import { expect, test } from 'bun:test'
import { chmodSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { CANVAS_KEYS, SigningKeys } from '../../../src/core/identity/devices/signing-keys.ts'
import { createLog } from '../../../src/platform/log.ts'
import { tempFolder } from '../../support/process.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const START = Date.UTC(2026, 6, 1)

function workshop() {
  const temp = tempFolder()
  const folder = temp.path
  const clock = { now: START }
  const options = { folder, log: createLog('silent'), now: () => clock.now }
  return {
    clock,
    folder,
    path: join(folder, 'canvas-keys.json'),
    open: () => new SigningKeys({ ...CANVAS_KEYS, ...options }),
    [Symbol.dispose]: () => temp[Symbol.dispose](),
  }
}

test('signing keys are made at the first use, for the owner of the file alone, and outlive a restart', () => {
  using shop = workshop()
  const keys = shop.open()
  expect(readdirSync(shop.folder)).toEqual([])
  const key = keys.current()
  expect(Buffer.from(key.secret, 'base64url').length).toBe(32)
  expect(readdirSync(shop.folder)).toEqual(['canvas-keys.json'])
  expect(statSync(shop.path).mode & 0o777).toBe(0o600)
  const later = shop.open()
  expect(later.current()).toEqual(key)
  expect(later.byId(key.id)).toEqual(key)
})

test('a signing key is replaced every day, and stays good until its last token has expired', async () => {
  using shop = workshop()
  const keys = shop.open()
  const first = keys.current()
  shop.clock.now = START + DAY_MS - 1
  expect(keys.current()).toBe(first)
  shop.clock.now = START + DAY_MS
  const second = keys.current()
  expect(second.secret).not.toBe(first.secret)
  shop.clock.now += 119_999
  for (const one of [keys, shop.open()]) expect(one.byId(first.id)).toEqual(first)
  shop.clock.now += 1
  for (const one of [keys, shop.open()]) expect(one.byId(first.id)).toBeUndefined()
  expect(keys.byId(second.id)).toBe(second)
  shop.clock.now += DAY_MS
  const third = keys.current()
  expect(await Bun.file(shop.path).json()).toEqual({ keys: [third, second] })
})

test('a key from a future that a clock was set back from does not stay for good', () => {
  using shop = workshop()
  const key = shop.open().current()
  shop.clock.now = START - DAY_MS
  expect(shop.open().current().id).not.toBe(key.id)
})

test('signing keys that others could read are replaced', async () => {
  using shop = workshop()
  const draft = `${shop.path}.new`
  await Bun.write(draft, 'left by a killed process')
  chmodSync(draft, 0o666)
  const key = shop.open().current()
  chmodSync(shop.path, 0o640)
  const keys = shop.open()
  expect(keys.byId(key.id)).toBeUndefined()
  expect(keys.current().id).not.toBe(key.id)
  expect(statSync(shop.path).mode & 0o777).toBe(0o600)
  expect(readdirSync(shop.folder)).toEqual(['canvas-keys.json'])
})

test('a damaged file of signing keys ends the start, and says what to do', async () => {
  using shop = workshop()
  const { id, created_at } = shop.open().current()
  const bad = ['', '{', '[]', '{"keys":[]}', JSON.stringify({ keys: [{ id, created_at }] })]
  for (const text of bad) {
    await Bun.write(shop.path, text)
    expect(() => shop.open()).toThrow(
      expect.objectContaining({
        code: 'EINVAL',
        message: `${shop.path} is damaged; delete it, and new keys are made`,
      }),
    )
  }
})

test('without a data folder signing keys are kept in memory', () => {
  const keys = new SigningKeys({
    ...CANVAS_KEYS,
    folder: undefined,
    log: createLog('silent'),
    now: () => START,
  })
  const key = keys.current()
  expect(keys.current()).toBe(key)
  expect(keys.byId(key.id)).toBe(key)
})
