import { expect, test } from 'bun:test'
import { jsonExcess, tryParseJson } from '../../src/platform/json.ts'

/** How many values the scan finds. */
function count(text: string): number {
  let values = 1
  while (jsonExcess(text, { maxDepth: 100, maxValues: values }) === 'values') values += 1
  return values
}

test('jsonExcess counts values, and not the content of strings', () => {
  const counts: [unknown, number][] = [
    ['plain', 1],
    [[1, 2, 3], 4],
    [{ a: 1, b: [true, null] }, 5],
    [{ 'a,[{': '},{[,' }, 2],
    ['a "quoted", [text]', 1],
    [['ends in a backslash \\', 'and another \\\\'], 3],
    [['\\"', '\\\\",['], 3],
  ]
  for (const [value, values] of counts)
    expect([value, count(JSON.stringify(value))]).toEqual([value, values])
  expect(count('"never closed, [')).toBe(1)
  expect(count('"ends in an escape\\"')).toBe(1)
})

test('jsonExcess counts the levels of nesting, and not the brackets in strings', () => {
  const bounds = { maxDepth: 3, maxValues: 1_000 }
  const texts: [string, string | undefined][] = [
    ['[[[1]]]', undefined],
    ['[[[[1]]]]', 'depth'],
    ['{"a":{"b":{"c":[]}}}', 'depth'],
    ['{"a":{"b":{"c":"[[{{"}}}', undefined],
    ['[[[1]],[[2]],[[3]],{"a":{"b":1}}]', undefined],
  ]
  for (const [text, excess] of texts)
    expect([text, jsonExcess(text, bounds)]).toEqual([text, excess])
})

test('tryParseJson refuses what is nested deeper than anybody needs, without parsing it', () => {
  const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels)
  expect(tryParseJson(deep(200)).ok).toBe(true)
  expect(tryParseJson(deep(201))).toMatchObject({ ok: false, excess: 'depth' })
  expect(tryParseJson(`{"a":${deep(200_000)}}`)).toMatchObject({ ok: false, excess: 'depth' })
  const many = (values: number) => `[${'1,'.repeat(values)}1]`
  expect(tryParseJson(many(900_000)).ok).toBe(true)
  expect(tryParseJson(many(1_100_000))).toMatchObject({ ok: false, excess: 'values' })
})
