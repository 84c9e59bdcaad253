import { expect, test } from 'bun:test'
import { MAX_LISTED_BYTES } from '../../src/core/list-page.ts'
import {
  MAX_BRAND_WORD_CHARACTERS,
  MAX_GLOSSARY_ENTRIES,
} from '../../src/features/brands/feature.ts'
import { pick, pickList } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

const ACME = {
  name: 'Acme',
  language: 'pt-BR',
  tone: 'Short sentences',
  glossary: [{ term: 'Rocket Skates', use: 'Rocket Skates' }],
  caption_rules: { max_line_characters: 37, min_gap_ms: 80 },
  voice: 'anna',
}

test('a page of brands, and of the audit, ends where they are large', async () => {
  await using service = createTestApp()
  const word = 'x'.repeat(MAX_BRAND_WORD_CHARACTERS)
  const glossary = Array(MAX_GLOSSARY_ENTRIES).fill({ term: word, use: word })
  const ids = ['a', 'b', 'c', 'd', 'e', 'f']
  for (const id of ids) await service.asOwner('PUT', `/api/brands/${id}`, { name: id, glossary })
  const read = async (path: string, field: string) => {
    const found: unknown[] = []
    let pages = 0
    for (let cursor: unknown = ''; cursor !== null; pages += 1) {
      const query = cursor === '' ? '' : `&cursor=${cursor}`
      const answer = await service.asOwner('GET', `${path}?limit=200${query}`)
      const text = await answer.text()
      expect(text.length).toBeLessThan(MAX_LISTED_BYTES * 1.1)
      const page: unknown = JSON.parse(text)
      found.push(...pickList(page, 'items').map((item) => pick(item, field)))
      cursor = pick(page, 'next_cursor')
    }
    return { found, pages }
  }
  expect(await read('/api/brands', 'id')).toEqual({ found: ids, pages: 2 })
  const { found, pages } = await read('/admin/audit', 'subject')
  expect([found.filter((id) => ids.includes(String(id))), pages]).toEqual([ids.toReversed(), 2])
})

test('an admin keeps brands, everybody reads them, and the audit has each change', async () => {
  await using service = createTestApp()
  const { authorization } = service.makeKey({})
  const read = async (path: string) =>
    (await service.request(path, { headers: { authorization } })).json()
  const put = (id: string, body: object) => service.asOwner('PUT', `/api/brands/${id}`, body)
  const made = await put('acme', ACME)
  expect([made.status, await made.json()]).toEqual([201, { id: 'acme', ...ACME }])
  expect(await read('/api/brands/acme')).toEqual({ id: 'acme', ...ACME })
  // It is replaced as a whole.
  const bare = { language: null, tone: null, glossary: [], caption_rules: {}, voice: null }
  const replaced = await put('acme', { name: 'ACME' })
  expect([replaced.status, await replaced.json()]).toEqual([
    200,
    { id: 'acme', name: 'ACME', ...bare },
  ])
  await put('acme', { name: 'ACME' })
  await put('zeta', { name: 'Zeta' })
  const first = await read('/api/brands?limit=1')
  expect(pickList(first, 'items')).toMatchObject([{ id: 'acme' }])
  const next = await read(`/api/brands?limit=1&cursor=${pick(first, 'next_cursor')}`)
  expect(next).toMatchObject({ items: [{ id: 'zeta' }], next_cursor: null })
  expect((await service.asOwner('DELETE', '/api/brands/acme')).status).toBe(204)
  expect((await service.asOwner('DELETE', '/api/brands/acme')).status).toBe(404)
  const audit = pickList(await (await service.asOwner('GET', '/admin/audit')).json(), 'items')
  expect(audit.slice(0, 4)).toMatchObject([
    { action: 'brand.delete', subject: 'acme', before: { name: 'ACME' }, after: null },
    { action: 'brand.put', subject: 'zeta', before: null },
    { action: 'brand.put', subject: 'acme', before: { name: 'Acme' }, after: { name: 'ACME' } },
    { action: 'brand.put', subject: 'acme', before: null, after: { name: 'Acme' } },
  ])
})

test('the admin area has the same brands at /admin/brands', async () => {
  await using service = createTestApp()
  expect((await service.asOwner('PUT', '/admin/brands/acme', ACME)).status).toBe(201)
  for (const path of ['/admin/brands', '/api/brands']) {
    const list = await (await service.asOwner('GET', path)).json()
    expect(pickList(list, 'items')).toEqual([{ id: 'acme', ...ACME }])
    const one = await service.asOwner('GET', `${path}/acme`)
    expect(await one.json()).toEqual({ id: 'acme', ...ACME })
  }
  expect((await service.asOwner('DELETE', '/admin/brands/acme')).status).toBe(204)
  expect((await service.asOwner('GET', '/api/brands/acme')).status).toBe(404)
})

test('a brand that is not as described is refused', async () => {
  await using service = createTestApp()
  const entry = { term: 'a', use: 'b' }
  const glossary = (length: number) => ({ name: 'A', glossary: Array(length).fill(entry) })
  const statuses = await Promise.all(
    [
      glossary(MAX_GLOSSARY_ENTRIES),
      glossary(MAX_GLOSSARY_ENTRIES + 1),
      { name: ' ' },
      { name: 'A', language: 'German' },
      { name: 'A', caption_rules: { max_lines: 0 } },
      { name: 'A', colour: 'red' },
    ].map(async (body) => (await service.asOwner('PUT', '/api/brands/a', body)).status),
  )
  expect(statuses).toEqual([201, 422, 422, 422, 422, 422])
  expect((await service.asOwner('PUT', '/api/brands/A%20B', { name: 'A' })).status).toBe(404)
})
