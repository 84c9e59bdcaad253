import { expect, test } from 'bun:test'
import { pick } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

test('an invalid query parameter is named', async () => {
  await using service = createTestApp()
  const faultOf = async (path: string) => {
    const response = await service.asOwner('GET', path)
    const body: unknown = await response.json()
    return [response.status, pick(body, 'code'), pick(body, 'detail')]
  }
  for (const limit of ['0', '201', '-1', '1.5', '1e2', 'many', '']) {
    expect(await faultOf(`/admin/api-keys?limit=${limit}`)).toEqual([
      422,
      'invalid',
      'Query is invalid: limit must be a whole number from 1 to 200',
    ])
  }
  expect(await faultOf('/admin/api-keys?cursor=')).toEqual([
    422,
    'invalid',
    'Query is invalid: cursor must be a string of 1 to 100 characters: it has 0',
  ])
  expect(await faultOf('/admin/usage?from=yesterday')).toEqual([
    422,
    'invalid',
    expect.stringMatching(/^Query is invalid: from must be /),
  ])
  expect(await faultOf('/v1/web/scrape')).toEqual([
    422,
    'invalid',
    'Query is invalid: url is missing: it must be a string of 1 to 8192 characters',
  ])
})

test('an invalid id in a path is 404, as an unknown one', async () => {
  await using service = createTestApp()
  const bad = ['x'.repeat(65), 'a.b', '%2e%2e', 'a%00b', '%ff', 'a%2Fb']
  for (const id of bad) {
    for (const path of [`/api/ai/generate/${id}`, `/api/ai/agent/${id}/events`]) {
      const response = await service.asOwner('GET', path)
      const code: unknown = pick(await response.json(), 'code')
      expect([path, response.status, code]).toEqual([path, 404, 'not_found'])
    }
  }
  // Anyone who may not ask is told so first.
  expect((await service.request('/api/ai/generate/a.b')).status).toBe(401)
})

test('an unknown path is 404 for every method, with CORS_ORIGINS too', async () => {
  const origin = 'https://canvas.example'
  for (const env of [{}, { CORS_ORIGINS: origin }]) {
    await using service = createTestApp({ env })
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const response = await service.request('/nowhere', { method, headers: { origin } })
      expect([method, response.status]).toEqual([method, 404])
      expect(response.headers.get('allow')).toBeNull()
    }
    const wrong = await service.request('/health', { method: 'POST', headers: { origin } })
    expect([wrong.status, wrong.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
  }
})
