import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { LIMITS_PAGE, limitsPage, limitValues } from '../support/limits-page.ts'
import { createTestApp } from '../support/service.ts'

const SRC = join(import.meta.dir, '../../src')
const GENERATOR = join(import.meta.dir, '../support/limits-page.ts')
const BOUND = /((?:\/\*\*(?:(?!\*\/)[\s\S])*\*\/\n)?)export const (MAX_\w+|\w+_LIMIT)\b/g

test('the numbers of the page of limits are those of the code: bun run docs:limits writes them', async () => {
  const text = await Bun.file(LIMITS_PAGE).text()
  const values = await limitValues()
  expect(limitsPage(text, values)).toBe(text)
  const withoutValues = text.replace(/^(\| `.*\|)[^|]*\|$/gm, '$1 |')
  expect(limitsPage(withoutValues, values)).toBe(text)
  const stale = text.replace('files of at most 64 KiB that', 'files of at most 1 KiB that')
  expect(stale).not.toBe(text)
  expect(limitsPage(stale, values)).toBe(text)
})

test('a row without a value, a value without a row and a second row of one key are refused', async () => {
  const text = await Bun.file(LIMITS_PAGE).text()
  const values = await limitValues()
  const [row = ''] = /^\| `generate-body`.*\n/m.exec(text) ?? []
  for (const other of ['', row + row, `${row}| \`unknown\` | What | 1 |\n`, `${row}|no row|\n`])
    expect(() =>
      limitsPage(
        text.replace(row, () => other),
        values,
      ),
    ).toThrow(/^No (row|value)/)
  expect(() => limitsPage(text.replace('that were read last', ''), values)).toThrow(
    'Not there once',
  )
})

test('every exported bound that a caller can meet is on the page of limits', async () => {
  const generator = await Bun.file(GENERATOR).text()
  // A cache, which no caller meets.
  const known = new Set(['MAX_CACHED_ROWS'])
  const missing: string[] = []
  for (const file of new Bun.Glob('{features,guards,http,core}/**/*.ts').scanSync(SRC)) {
    const text = await Bun.file(join(SRC, file)).text()
    for (const [, comment = '', name = ''] of text.matchAll(BOUND))
      if (!comment.includes('@limit ') && !generator.includes(name) && !known.has(name))
        missing.push(`${file} ${name}`)
  }
  expect(missing).toEqual([])
})

test('GET /docs/limits is a page for browsers and Markdown for everything else', async () => {
  await using service = createTestApp()
  const page = await service.request('/docs/limits', { headers: { accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await page.text()).toContain('<td>512 KiB</td>')
  const markdown = await service.request('/docs/limits')
  expect(markdown.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await markdown.text()).toBe(await Bun.file(LIMITS_PAGE).text())
})
