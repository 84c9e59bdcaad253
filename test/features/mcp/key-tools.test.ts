import { afterAll, expect, test } from 'bun:test'
import { connectMcp, fixtureTool } from '../../support/mcp.ts'
import { pick, pickList } from '../../support/pick.ts'
import { startService } from '../../support/service.ts'

const service = startService({
  more: () => ({
    name: 'fixtures',
    tools: [fixtureTool('one', async () => 'one'), fixtureTool('two', async () => 'two')],
  }),
})
afterAll(() => service[Symbol.asyncDispose]())

const toolsOf = async (key: string) => {
  await using connected = await connectMcp(service, { key })
  return (await connected.client.listTools()).tools.map(({ name }) => name)
}

test('a key that names its tools lists and calls these only, from the next request on', async () => {
  const { key, id } = service.makeKey({ media: true, tools: ['one', 'translate'] })
  // Tasks of the key do not allow `translate`: a name adds no right.
  expect(await toolsOf(key)).toEqual(['one'])
  await using connected = await connectMcp(service, { key })
  expect(await connected.client.callTool({ name: 'one', arguments: {} })).toMatchObject({
    content: [{ text: 'one' }],
  })
  expect(connected.client.callTool({ name: 'two', arguments: {} })).rejects.toThrow('no tool')
  await service.asOwner('PUT', `/admin/api-access/${id}`, { tools: ['two'] })
  expect(await toolsOf(key)).toEqual(['two'])
  await service.asOwner('PUT', `/admin/api-access/${id}`, { tools: [] })
  expect(await toolsOf(key)).toEqual([])
  await service.asOwner('PUT', `/admin/api-access/${id}`, { tools: '*' })
  expect(await toolsOf(key)).toContain('one')
})

test('a key without names has every tool that it may call, and an unknown name is refused', async () => {
  const { key, id } = service.makeKey({ media: true })
  expect(await toolsOf(key)).toEqual(expect.arrayContaining(['one', 'two', 'read_page']))
  const wrong = await service.asOwner('PUT', `/admin/api-access/${id}`, { tools: ['read_pages'] })
  expect(wrong.status).toBe(422)
  expect(pick(await wrong.json(), 'detail')).toBe(
    'There is no tool `read_pages`: did you mean `read_page`?',
  )
})

test('GET /api/tools lists what the caller may call, and /auth-check names it', async () => {
  const { authorization } = service.makeKey({ media: true, tools: ['one', 'web_search', 'two'] })
  const headers = { authorization }
  const answer = await (await service.request('/api/tools', { headers })).json()
  expect(pickList(answer, 'items')).toEqual([
    { name: 'one', description: 'Does what a test says: one.', effects: 'reads', server: null },
    { name: 'two', description: 'Does what a test says: two.', effects: 'reads', server: null },
  ])
  const checked = await (await service.request('/auth-check', { headers })).json()
  expect(pick(checked, 'capabilities.tools')).toEqual(['one', 'web_search', 'two'])
  expect((await service.request('/api/tools')).status).toBe(401)
})
