import { afterAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { runTask, type Tool } from '../../../src/core/tools/tool.ts'
import type { Core } from '../../../src/create-core.ts'
import { MAX_CALLS_PER_KEY } from '../../../src/features/mcp/calls.ts'
import { MAX_MCP_BODY_BYTES } from '../../../src/features/mcp/feature.ts'
import { MAX_BATCH, MAX_MEDIA_BYTES, MAX_RESULT_CHARACTERS } from '../../../src/features/mcp/mcp.ts'
import { readPageTool } from '../../../src/features/web-pages/tools.ts'
import { fetchPage } from '../../../src/features/workers/toolbox.ts'
import { LIMITS } from '../../../src/limits.ts'
import { fakeSites } from '../../support/fake-sites.ts'
import { connectMcp, fixtureTool, MODES, textOf, waited } from '../../support/mcp.ts'
import { pick } from '../../support/pick.ts'
import { PRIMARY_KEY, startService } from '../../support/service.ts'
import { taskOf } from '../../support/tasks.ts'
import { thrown } from '../../support/thrown.ts'
import { openJob } from '../../support/workers.ts'

const SECRET = `hth_${'s'.repeat(30)}`
const PAGE = 'https://a.test/'
const started: string[] = []

const fixturePage = async (finalUrl: string) => ({
  finalUrl,
  status: 200,
  title: 'Levees',
  content: 'The levee broke.',
  links: [{ url: 'https://b.test/next', text: 'Next' }],
})

/** Tools of a test, beside the service's own. */
function createFixtures({ runs }: Core) {
  const task = taskOf(
    async (_, context) => {
      context.reportProgress({ done: 3, total: 9, unit: 'pages' })
      return await waited(100, context.signal)
    },
    { kind: 'fixture', lanes: ['fixture'], result: Type.String() },
  )
  const media = (n: number): Tool => ({
    ...fixtureTool('picture', async () => 'A picture'),
    run: async () => ({
      result: 'A picture',
      media: [{ mediaType: 'image/png', bytes: new Uint8Array(n) }],
    }),
  })
  return {
    name: 'fixtures',
    tasks: [task],
    lanes: { fixture: 1 },
    tools: [
      fixtureTool('slow', (_, { signal }) => {
        started.push('slow')
        return waited(15_000, signal)
      }),
      fixtureTool('leak', () =>
        Promise.reject(new Error(`connect ECONNREFUSED 10.0.0.9 with ${SECRET}`)),
      ),
      fixtureTool('long', async ({ n = 0 }) => 'x'.repeat(n)),
      { ...media(MAX_MEDIA_BYTES), name: 'picture' },
      { ...media(MAX_MEDIA_BYTES + 1), name: 'big_picture' },
      { ...readPageTool(fixturePage), name: 'fixture_page' },
      fixtureTool('work', async (_, context) => String(await runTask(runs, task, '', context))),
    ],
  }
}

const site = { body: '<title>Dams</title><main><p>The dam was built in 1931.</p></main>' }
const service = startService({
  more: createFixtures,
  safeFetch: fakeSites({ [PAGE]: site }),
  file: '[web]\nignore_robots = true',
  limits: { ...LIMITS, mcpProgressMs: 30 },
})
afterAll(() => service[Symbol.asyncDispose]())
const { mcpCalls } = service.services
const key = service.makeKey({ media: true }, 'mcp').key

function post(body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${service.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

function message(method: string, params: object = {}, id = 1) {
  return { jsonrpc: '2.0', id, method, params }
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await Bun.sleep(5)
}

test('clients of both generations list the tools of the key and call one', async () => {
  for (const mode of MODES) {
    await using mcp = await connectMcp(service, { key, mode })
    const { tools } = await mcp.client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toContain('read_page')
    expect(names).not.toContain('run_task')
    expect(tools.find(({ name }) => name === 'read_page')).toMatchObject({
      inputSchema: { type: 'object', required: ['url'] },
      annotations: { readOnlyHint: true, destructiveHint: false },
    })
    const page = await mcp.client.callTool({ name: 'read_page', arguments: { url: PAGE } })
    expect(page.isError).toBe(false)
    expect(textOf(page)).toContain('The dam was built in 1931.')
    expect(mcp.client.getServerVersion()).toMatchObject({ name: 'hearth' })
  }
})

test('a worker and a client of /mcp call the same entry', async () => {
  await using mcp = await connectMcp(service, { key })
  const url = 'https://b.test/'
  const shown = textOf(await mcp.client.callTool({ name: 'fixture_page', arguments: { url } }))
  expect(shown).toContain('The levee broke.')
  using job = await openJob({ fetchPage: fixturePage })
  job.context.addresses.addFrom(url)
  const worker = await fetchPage.run({ url }, job.context)
  expect(worker.text).toBe(shown)
})

test('nothing of the library is loaded before the first request', async () => {
  const script = `
    import { createRequire } from 'node:module'
    import { createTestApp } from './test/support/service.ts'
    const { cache } = createRequire(import.meta.url)
    const count = () => Object.keys(cache).filter((path) => path.includes('modelcontextprotocol')).length
    const service = createTestApp()
    const before = count()
    await service.asOwner('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
    console.log(before, count() > 0)
    process.exit(0)`
  const child = Bun.spawn([process.execPath, '-e', script], {
    cwd: join(import.meta.dir, '../../..'),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect((await new Response(child.stdout).text()).trim()).toBe('0 true')
}, 30_000)

test('a service that stops ends the calls, and says so', async () => {
  await using own = startService({ more: createFixtures })
  await using mcp = await connectMcp(own, { key: PRIMARY_KEY })
  started.length = 0
  const call = mcp.client.callTool({ name: 'slow', arguments: {} })
  await until(() => started.length === 1)
  await own.services.lifecycle.stop(1_000)
  expect(textOf(await call)).toContain('The service is stopping')
})

test('a key of other abilities neither sees nor calls a tool', async () => {
  const other = service.makeKey({ generate: true }, 'other').key
  for (const mode of MODES) {
    await using mcp = await connectMcp(service, { key: other, mode })
    expect((await mcp.client.listTools()).tools).toEqual([])
    const refused = thrown(mcp.client.callTool({ name: 'read_page', arguments: { url: PAGE } }))
    expect(await refused).toMatchObject({
      code: -32602,
      message: expect.stringContaining('There is no tool "read_page" for you'),
    })
  }
})

test('POST /mcp without a key is 401, of another origin 403, of the own origin or none good', async () => {
  const list = message('tools/list')
  expect((await post(list, { authorization: '' })).status).toBe(401)
  expect((await post(list, { authorization: 'Bearer wrong' })).status).toBe(401)
  const foreign = await post(list, { origin: 'https://evil.test' })
  expect([foreign.status, pick(await foreign.json(), 'code')]).toEqual([403, 'forbidden'])
  expect((await post(list, { origin: service.url })).status).toBe(200)
  expect((await post(list)).status).toBe(200)
  // As curl sends it.
  expect((await post(list, { accept: '*/*' })).status).toBe(200)
})

test('other methods are 405 in JSON, and so is 404 at the paths of OAuth', async () => {
  const headers = { authorization: `Bearer ${key}`, accept: 'text/html, */*' }
  for (const method of ['DELETE', 'PUT']) {
    const response = await fetch(`${service.url}/mcp`, { method, headers })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect(pick(await response.json(), 'code')).toBe('method_not_allowed')
  }
  const get = await fetch(`${service.url}/mcp`, { headers: { accept: 'text/event-stream' } })
  expect(get.status).toBe(405)
  const paths = [
    'oauth-protected-resource',
    'oauth-protected-resource/mcp',
    'oauth-authorization-server',
    'oauth-authorization-server/mcp',
    'openid-configuration',
  ]
  for (const path of paths) {
    const response = await fetch(`${service.url}/.well-known/${path}`, { headers })
    expect([response.status, pick(await response.json(), 'code')]).toEqual([404, 'not_found'])
  }
})

test('what is thrown is never told', async () => {
  for (const mode of MODES) {
    await using mcp = await connectMcp(service, { key, mode })
    const result = await mcp.client.callTool({ name: 'leak', arguments: {} })
    expect(result).toMatchObject({ isError: true })
    expect(textOf(result)).toBe('The tool failed in an unexpected way')
    const wrong = await mcp.client.callTool({ name: 'long', arguments: { n: 'many' } })
    expect(wrong).toMatchObject({ isError: true })
    expect(textOf(wrong)).toStartWith('The arguments of long are wrong: n ')
  }
})

test('a client that cancels or leaves ends a tool of 15 s within a second', async () => {
  for (const mode of MODES) {
    await using mcp = await connectMcp(service, { key, mode })
    started.length = 0
    const abort = new AbortController()
    const options = { signal: abort.signal }
    const call = thrown(mcp.client.callTool({ name: 'slow', arguments: {} }, options))
    await until(() => started.length === 1)
    expect(mcpCalls.size).toBe(1)
    const since = performance.now()
    abort.abort()
    await call
    await until(() => mcpCalls.size === 0)
    expect(performance.now() - since).toBeLessThan(1_000)
  }
  started.length = 0
  const left = new AbortController()
  const raw = fetch(`${service.url}/mcp`, {
    method: 'POST',
    signal: left.signal,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${key}`,
    },
    body: JSON.stringify(message('tools/call', { name: 'slow', arguments: {} })),
  })
  await until(() => started.length === 1)
  left.abort()
  await raw.then((response) => response.text()).catch(() => undefined)
  await until(() => mcpCalls.size === 0)
})

test('a call is not cancelled by another key or another session that names its id', async () => {
  await using mine = await connectMcp(service, { key })
  await using other = await connectMcp(service, { key })
  started.length = 0
  const call = mine.client.callTool({ name: 'slow', arguments: {} })
  await until(() => started.length === 1)
  const id = pick(mine.bodies.at(-1), 'id')
  const cancel = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id } }
  const session = mine.transport.sessionId ?? ''
  expect(session).toStartWith('mcs_')
  expect(other.transport.sessionId).not.toBe(session)
  const foreign = `Bearer ${service.makeKey({ media: true }, 'foreign').key}`
  await post(cancel, { 'mcp-session-id': session, authorization: foreign })
  await post(cancel, { 'mcp-session-id': other.transport.sessionId ?? '' })
  await post(cancel)
  expect(mcpCalls.size).toBe(1)
  expect((await post(cancel, { 'mcp-session-id': session })).status).toBe(202)
  await until(() => mcpCalls.size === 0)
  expect(textOf(await call)).toBe('The call was cancelled')
})

test(`a key makes ${MAX_CALLS_PER_KEY} calls at a time, and the next is refused`, async () => {
  await using mcp = await connectMcp(service, { key })
  started.length = 0
  const abort = new AbortController()
  const slow = () =>
    thrown(mcp.client.callTool({ name: 'slow', arguments: {} }, { signal: abort.signal }))
  const calls = Array.from({ length: MAX_CALLS_PER_KEY }, slow)
  await until(() => started.length === MAX_CALLS_PER_KEY)
  const refused = await mcp.client.callTool({ name: 'long', arguments: { n: 1 } })
  expect(refused).toMatchObject({ isError: true })
  expect(textOf(refused)).toContain('8 calls of this key are being made')
  await using another = await connectMcp(service, { key: PRIMARY_KEY })
  expect(textOf(await another.client.callTool({ name: 'long', arguments: { n: 1 } }))).toBe('x')
  abort.abort()
  await Promise.all(calls)
  await until(() => mcpCalls.size === 0)
})

test('a result of more characters is cut, and all of it is a file', async () => {
  await using mcp = await connectMcp(service, { key })
  const long = async (n: number) =>
    textOf(await mcp.client.callTool({ name: 'long', arguments: { n } }))
  expect(await long(MAX_RESULT_CHARACTERS)).toBe('x'.repeat(MAX_RESULT_CHARACTERS))
  const cut = await long(MAX_RESULT_CHARACTERS + 1)
  expect(cut.length).toBe(MAX_RESULT_CHARACTERS)
  const link = /All of it: (http\S+)\]$/.exec(cut)?.[1]
  const whole = await (await fetch(link ?? '')).text()
  expect(whole).toBe('x'.repeat(MAX_RESULT_CHARACTERS + 1))
})

test('pictures of more bytes are left out', async () => {
  await using mcp = await connectMcp(service, { key })
  const picture = async (name: string) =>
    (await mcp.client.callTool({ name, arguments: {} })).content.map(({ type }) => type)
  expect(await picture('picture')).toEqual(['text', 'image'])
  expect(await picture('big_picture')).toEqual(['text', 'text'])
})

test('bodies and batches are bounded', async () => {
  const list = message('tools/list')
  const batch = (count: number) => Array.from({ length: count }, (_, id) => ({ ...list, id }))
  expect((await post(batch(MAX_BATCH))).status).toBe(200)
  const refused = await post(batch(MAX_BATCH + 1))
  expect([refused.status, pick(await refused.json(), 'error.code')]).toEqual([400, -32600])
  const text = JSON.stringify(list)
  expect((await post(text + ' '.repeat(MAX_MCP_BODY_BYTES - text.length))).status).toBe(200)
  expect((await post(text + ' '.repeat(MAX_MCP_BODY_BYTES - text.length + 1))).status).toBe(413)
  const broken = await post('{"jsonrpc"')
  expect([broken.status, pick(await broken.json(), 'error.code')]).toEqual([400, -32700])
})

test('progress says where the run of the call is', async () => {
  for (const mode of MODES) {
    await using mcp = await connectMcp(service, { key, mode })
    const seen: { progress: number; message?: string | undefined }[] = []
    const onprogress = (progress: (typeof seen)[number]) => void seen.push(progress)
    const result = await mcp.client.callTool({ name: 'work', arguments: {} }, { onprogress })
    expect(textOf(result)).toBe('waited')
    expect(seen[0]).toMatchObject({ progress: 1, message: '3 of 9 pages' })
    expect(seen.map(({ progress }) => progress)).toEqual(
      seen.map(({ progress }) => progress).toSorted((a, b) => a - b),
    )
  }
})

test('a key that is revoked during a call ends it', async () => {
  const { key: ending, id } = service.makeKey({ media: true }, 'ending')
  await using mcp = await connectMcp(service, { key: ending })
  started.length = 0
  const call = mcp.client.callTool({ name: 'slow', arguments: {} })
  await until(() => started.length === 1)
  await service.asOwner('POST', `/admin/api-keys/${id}/revoke`)
  await until(() => mcpCalls.size === 0)
  expect(await call).toMatchObject({ isError: true })
  expect(textOf(await call)).toContain('Invalid or missing API key')
})
