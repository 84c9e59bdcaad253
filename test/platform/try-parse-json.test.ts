import { expect, test } from 'bun:test'
import { tryParseJson } from '../../src/platform/json.ts'

test('tryParseJson gives the value of JSON, and for other text the error without throwing it', () => {
  expect(tryParseJson(' {"a": [null]} ')).toEqual({ ok: true, value: { a: [null] } })
  expect(tryParseJson('null')).toEqual({ ok: true, value: null })
  for (const text of ['', 'hello', '{"a":', 'undefined', '[1],']) {
    expect(tryParseJson(text)).toEqual({
      ok: false,
      value: undefined,
      error: expect.any(SyntaxError),
    })
  }
})
