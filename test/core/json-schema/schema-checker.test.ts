import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { SchemaChecker } from '../../../src/core/json-schema/schema-checker.ts'
import { SLOW_SCHEMA, slowItems } from '../../support/schemas.ts'
import { thrown } from '../../support/thrown.ts'

const CHECKER = join(import.meta.dir, '../../../src/core/json-schema/schema-checker.ts')

/** Enough for a realistic schema on a busy machine; the slow ones take seconds. */
const SHORT_MS = 400
const OWNER = 'key_a'
const checker = new SchemaChecker()

test('check accepts a usable schema and names the field of another', async () => {
  await checker.check({ type: 'string', pattern: '^[A-Z]' }, 'schema', OWNER)
  expect(await thrown(checker.check({ type: 'nothing' }, 'options/schema', OWNER))).toMatchObject({
    code: 'invalid',
    param: 'options.schema',
    message: expect.stringContaining('/options/schema: schema is invalid'),
  })
})

test('check refuses recursive, remote, asynchronous and too deep schemas', async () => {
  const refusal = (schema: object) => thrown(checker.check(schema, 's', OWNER))
  expect(await refusal({ $ref: '#' })).toMatchObject({ code: 'invalid' })
  expect(await refusal({ $ref: 'https://example.org/a' })).toMatchObject({ code: 'invalid' })
  expect(await refusal({ properties: { a: { $async: true } } })).toMatchObject({ code: 'invalid' })
  let deep: object = {}
  for (let i = 0; i < 300_000; i += 1) deep = { not: deep }
  expect(await refusal(deep)).toMatchObject({
    message: expect.stringContaining('/s: it is nested too deeply'),
  })
})

test('mismatch returns the first mismatch of a value, undefined when it matches', async () => {
  const schema = { items: { type: 'integer' } }
  expect(await checker.mismatch(schema, [1, 2], OWNER)).toBeUndefined()
  expect(await checker.mismatch(schema, [1, 'two'], OWNER)).toEqual({
    path: '/1',
    message: 'must be integer',
  })
  // `undefined` is a value as well.
  expect(await checker.mismatch({ not: {} }, null, OWNER)).toMatchObject({ path: '' })
})

test('mismatch names what is allowed, bounded', async () => {
  const message = async (schema: object, value: unknown) =>
    (await checker.mismatch(schema, value, OWNER))?.message
  expect(await message({ enum: ['short', 'long', 7, null] }, 'x')).toBe(
    'must be one of short, long, 7, null',
  )
  expect(await message({ const: { a: 1 } }, 'x')).toBe('must be {"a":1}')
  expect(await message({ additionalProperties: false }, { b: 1 })).toBe(
    "must not have the property 'b'",
  )
  const many = Array.from({ length: 500 }, (_, at) => `value ${at}`)
  expect((await message({ enum: many }, 'x'))?.length).toBeLessThan(330)
})

test('a schema or a value that takes too long is refused at the time limit', async () => {
  const checker = new SchemaChecker({ deadlineMs: SHORT_MS })
  const started = performance.now()
  expect(await thrown(checker.check(SLOW_SCHEMA, 's', OWNER))).toMatchObject({
    message: expect.stringContaining('takes too long to check'),
  })
  expect(await checker.mismatch({ uniqueItems: true }, slowItems(), OWNER)).toEqual({
    path: '',
    message: 'cannot be checked: it takes too long to check',
  })
  expect(performance.now() - started).toBeLessThan(60_000)
})

test('requests behind schemas that take too long get their answers', async () => {
  const checker = new SchemaChecker({ deadlineMs: SHORT_MS })
  // The wait for them does not count.
  const slow = [checker.refusal(SLOW_SCHEMA, OWNER), checker.refusal(SLOW_SCHEMA, OWNER)]
  const rest = [
    checker.refusal({ type: 'string' }, OWNER),
    checker.refusal({ type: 7 }, OWNER),
    checker.mismatch({ type: 'string' }, 7, OWNER),
  ]
  expect(await Promise.all(slow)).toEqual(Array(2).fill('it takes too long to check'))
  expect(await Promise.all(rest)).toEqual([
    undefined,
    expect.stringContaining('schema is invalid'),
    { path: '', message: 'must be string' },
  ])
})

test('the worker does not keep the process alive', async () => {
  const script = `
    const { schemaChecker } = await import(${JSON.stringify(CHECKER)})
    console.log(await schemaChecker.mismatch({ type: 'string' }, 7, 'key_a'))`
  const child = Bun.spawn([process.execPath, '-e', script], { timeout: 60_000 })
  expect(await child.exited).toBe(0)
  expect(await child.stdout.text()).toContain('must be string')
})
