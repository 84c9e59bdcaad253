import { expect, test } from 'bun:test'
import { offeredName } from '../../../src/features/tool-servers/settings.ts'
import { LIST_MS, MAX_SERVER_CALLS } from '../../../src/features/tool-servers/tool-server.ts'
import { ToolServers } from '../../../src/features/tool-servers/tool-servers.ts'
import { createLog } from '../../../src/platform/log.ts'
import { thrown } from '../../support/thrown.ts'
import { legacyAnswer, listedTool, startToolServer } from '../../support/tool-server.ts'

const SECRET = 'Bearer secret-of-the-owner'

function serversOf(
  { url }: { url: string },
  { tools = ['find'], now = Date.now, seconds = 5, confirm = [] as string[] } = {},
) {
  const settings = {
    ...{ id: 'notes', url, tools, confirm, timeout_seconds: seconds },
    headers: { Authorization: SECRET },
  }
  const servers = new ToolServers({ settings: [settings], log: createLog('silent'), now })
  const call = (values: unknown = { q: 'x' }, signal = new AbortController().signal) => {
    const [tool] = servers.tools
    if (tool === undefined) throw new Error('There is no tool')
    return tool.run(values, { signal })
  }
  return {
    servers,
    call,
    state: () => {
      const [state] = servers.states
      if (state === undefined) throw new Error('There is no server')
      return state
    },
    [Symbol.asyncDispose]: () => servers.close(),
  }
}

test('tools are offered by the names of the settings, and called with the headers of the owner alone', async () => {
  using server = startToolServer({
    tools: [
      listedTool('find', { description: `Finds\nall ${'x'.repeat(2_000)}` }),
      listedTool('drop'),
      listedTool('other.tool'),
    ],
  })
  await using made = serversOf(server, { tools: ['find', 'drop', 'gone'], confirm: ['drop'] })
  await made.servers.ready()
  const { tools, missing, others, state } = made.state()
  expect(state).toBe('online')
  expect(tools.map(({ name, effects }) => [name, effects])).toEqual([
    ['notes__find', 'reads'],
    ['notes__drop', 'changes'],
  ])
  expect(tools[0]?.description).toStartWith('From the server notes of another, in its words: Finds')
  expect(tools[0]?.description.length).toBeLessThan(1_100)
  expect(tools[0]?.description).not.toContain('\n')
  expect(missing).toEqual([{ tool: 'gone', reason: 'the server has no such tool' }])
  expect(others).toEqual(['other.tool'])
  expect(await made.call()).toEqual({ result: 'find {"q":"x"}', hasFailed: false })
  expect(server.seen.at(-1)?.headers.get('authorization')).toBe(SECRET)
  expect(JSON.stringify(made.state())).not.toContain('Obey me')
})

test('names have the signs that models take', () => {
  expect(offeredName('notes', 'a/b.c-d')).toBe('notes__a_b_c-d')
})

test('the list is asked for again after ten minutes, and kept while the server fails', async () => {
  using server = startToolServer()
  let now = 1_000_000
  await using made = serversOf(server, { now: () => now })
  const lists = () => server.seen.filter(({ method }) => method === 'tools/list').length
  await made.servers.ready()
  now += LIST_MS - 1
  await made.servers.ready()
  expect(lists()).toBe(1)
  now += 1
  server.answerWith(() => new Response('down', { status: 503 }))
  await made.servers.ready()
  await made.servers.refresh('notes')
  expect(made.state()).toMatchObject({
    state: 'failed',
    error: 'it answers with the status 503',
    tools: [{ name: 'notes__find' }],
  })
  server.answerWith(() => undefined)
  await made.servers.refresh('notes')
  expect(made.state()).toMatchObject({ state: 'online', error: undefined })
})

test('a server that has forgotten the session gets a new client, once', async () => {
  using server = startToolServer({
    instead: (_, message) => legacyAnswer(message, { tools: [listedTool('find')] }),
  })
  await using made = serversOf(server)
  await made.servers.ready()
  let forgotten = 1
  const answer = (_: Request, message: { id?: number; method: string }) => {
    if (message.method !== 'tools/call') return legacyAnswer(message, {})
    if (forgotten-- > 0) return new Response('No session', { status: 404 })
    const result = { content: [{ type: 'text', text: 'found' }] }
    return Response.json({ jsonrpc: '2.0', id: message.id, result })
  }
  server.answerWith(answer)
  expect(await made.call()).toMatchObject({ result: 'found' })
  expect(server.seen.filter(({ method }) => method === 'initialize')).toHaveLength(2)
  forgotten = 2
  expect(await thrown(made.call())).toMatchObject({
    message: expect.stringContaining('it answers with the status 404'),
  })
})

test('what a server says of the headers of the owner is left out', async () => {
  using server = startToolServer({ run: () => `You sent ${SECRET}` })
  await using made = serversOf(server)
  await made.servers.ready()
  expect(await made.call()).toMatchObject({ result: 'You sent [redacted]' })
  server.answerWith((_, { id }) =>
    Response.json({ jsonrpc: '2.0', id, error: { code: -32_000, message: `No ${SECRET}` } }),
  )
  expect(await thrown(made.call())).toMatchObject({
    name: 'ToolError',
    message: 'The call of find at the server notes failed: it says: No [redacted]',
  })
})

test('schemas that are too large or too deep are not offered, and patterns are not run', async () => {
  let deep: object = { type: 'string' }
  for (let level = 0; level < 4; level += 1) deep = { type: 'object', properties: { a: deep } }
  using server = startToolServer({
    tools: [
      listedTool('deep', { inputSchema: JSON.parse(JSON.stringify(deep)) }),
      listedTool('large', { inputSchema: { type: 'object', title: 'x'.repeat(8_192) } }),
      listedTool('slow', {
        inputSchema: {
          type: 'object',
          properties: { q: { type: 'string', pattern: '^(a+)+$' } },
        },
      }),
    ],
  })
  await using made = serversOf(server, { tools: ['deep', 'large', 'slow'] })
  await made.servers.ready()
  expect(made.state().missing.map(({ reason }) => reason)).toEqual([
    'the schema of its arguments has more than 8 levels',
    'the schema of its arguments has more than 8 KiB',
  ])
  const since = performance.now()
  await made.call({ q: `${'a'.repeat(40)}!` })
  expect(performance.now() - since).toBeLessThan(1_000)
})

test(`a server gets ${MAX_SERVER_CALLS} calls at a time, and a call ends with its caller`, async () => {
  using server = startToolServer()
  await using made = serversOf(server)
  await made.servers.ready()
  const arrived = Promise.withResolvers<void>()
  let count = 0
  server.answerWith(() => {
    count += 1
    if (count === MAX_SERVER_CALLS) arrived.resolve()
    return new Promise<Response>(() => undefined)
  })
  const stop = new AbortController()
  const calls = Array.from({ length: MAX_SERVER_CALLS }, () =>
    thrown(made.call({ q: 'x' }, stop.signal)),
  )
  await arrived.promise
  expect(await thrown(made.call())).toMatchObject({
    message: expect.stringContaining('has 8 calls already'),
  })
  stop.abort(new Error('left'))
  for (const error of await Promise.all(calls)) expect(error).toMatchObject({ message: 'left' })
})
