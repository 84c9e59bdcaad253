import { afterAll, expect, test } from 'bun:test'
import { ToolServers } from '../../../src/features/tool-servers/tool-servers.ts'
import { createLog } from '../../../src/platform/log.ts'
import { currentThread, threadCpuMs } from '../../../src/platform/thread-time.ts'
import { legacyAnswer, listedTool, startToolServer } from '../../support/tool-server.ts'

const MB = 1_000_000
const MAX_BLOCKED_MS = 100
const MAX_GROWTH = 100 * MB

type Answer = NonNullable<NonNullable<Parameters<typeof startToolServer>[0]>['instead']>

/** A server that works, so that what the first use of the library takes is not measured. */
const good = startToolServer()
await stateOf(good, 5)
afterAll(() => good[Symbol.dispose]())

async function stateOf({ url }: { url: string }, seconds: number) {
  const servers = new ToolServers({
    settings: [
      { id: 'evil', url, headers: {}, tools: ['find'], confirm: [], timeout_seconds: seconds },
    ],
    log: createLog('silent'),
    now: Date.now,
  })
  await servers.refresh('evil')
  await servers.close()
  const [state] = servers.states
  return state
}

const thread = currentThread() ?? 0
const spentMs = () => threadCpuMs(thread) ?? 0

/** The state of a hostile server. */
async function faced(instead: Answer, seconds = 5) {
  using server = startToolServer({ instead })
  return await stateOf(server, seconds)
}

/** The same, and what it has cost this process. */
async function attacked(instead: Answer, seconds?: number) {
  Bun.gc(true)
  const before = process.memoryUsage.rss()
  let peak = before
  // Processor time, as a busy machine makes each turn of the loop long by the clock.
  let spent = spentMs()
  let blockedMs = 0
  const look = () => {
    peak = Math.max(peak, process.memoryUsage.rss())
    const now = spentMs()
    blockedMs = Math.max(blockedMs, now - spent)
    spent = now
  }
  const timer = setInterval(look, 5)
  const state = await faced(instead, seconds)
  clearInterval(timer)
  look()
  return { state, blockedMs, growth: peak - before }
}

function expectCheap({ blockedMs, growth }: { blockedMs: number; growth: number }) {
  expect(blockedMs).toBeLessThan(MAX_BLOCKED_MS)
  expect(growth).toBeLessThan(MAX_GROWTH)
}

/** The list of tools of a server of 2025, as one says it. */
const listing =
  (list: (request: Request, id: number) => Response | Promise<Response>): Answer =>
  (request, message) =>
    message.method === 'tools/list' && message.id !== undefined
      ? list(request, message.id)
      : legacyAnswer(message, {})

test('an endless answer is cut', async () => {
  const piece = new Uint8Array(64 * 1024).fill(0x20)
  const found = await attacked(
    listing(
      () =>
        new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }), {
          headers: { 'content-type': 'application/json' },
        }),
    ),
  )
  expect(found.state).toMatchObject({ state: 'failed', error: 'its answer is too long' })
  expectCheap(found)
})

test('an endless stream of events is cut', async () => {
  const piece = new TextEncoder().encode(`: ${'x'.repeat(60_000)}\n`)
  const found = await attacked(
    listing(
      () =>
        new Response(new ReadableStream({ pull: (controller) => controller.enqueue(piece) }), {
          headers: { 'content-type': 'text/event-stream' },
        }),
    ),
  )
  expect(found.state).toMatchObject({ state: 'failed', error: 'its answer is too long' })
  expectCheap(found)
})

test('a list of 50,000 tools is refused', async () => {
  const tools = Array.from({ length: 50_000 }, (_, index) => listedTool(`t${index}`))
  const short = tools
    .slice(0, 20_000)
    .map(({ name }) => ({ name, inputSchema: { type: 'object' } }))
  for (const list of [tools, short]) {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, result: { tools: list } })
    const found = await attacked(
      listing(() => new Response(body, { headers: { 'content-type': 'application/json' } })),
    )
    expect(found.state?.error).toMatch(/^its answer (is too long|has too many parts)$/)
    expectCheap(found)
  }
})

test('a list with pages without an end is refused', async () => {
  let page = 0
  const found = await attacked(
    listing((_, id) => {
      page += 1
      const result = { tools: [listedTool(`t${page}`)], nextCursor: String(page) }
      return Response.json({ jsonrpc: '2.0', id, result })
    }),
  )
  expect(found.state?.state).toBe('failed')
  expect(page).toBeLessThan(10)
  expectCheap(found)
})

test('a server without an answer, and one that drips, are given up in time', async () => {
  const silent = await faced(() => new Promise<Response>(() => undefined), 0.3)
  expect(silent).toMatchObject({ state: 'failed', error: 'no answer within 0.3 seconds' })
  const dripping = await attacked(
    listing(
      () =>
        new Response(
          new ReadableStream({
            async pull(controller) {
              await Bun.sleep(50)
              controller.enqueue(new TextEncoder().encode(' '))
            },
          }),
          { headers: { 'content-type': 'application/json' } },
        ),
    ),
    0.3,
  )
  expect(dripping.state).toMatchObject({ state: 'failed', error: 'no answer within 0.3 seconds' })
  expectCheap(dripping)
})

test('what is not the protocol is refused', async () => {
  const bodies = ['{', '[]', 'null', '"x"', '{"jsonrpc":"2.0","id":1,"result":{"tools":{}}}', '<p>']
  for (const body of bodies) {
    const found = await faced(
      listing(() => new Response(body, { headers: { 'content-type': 'application/json' } })),
      0.2,
    )
    expect(found?.state).toBe('failed')
    expect(found?.error).toMatch(/^(its answer is not that|no answer within)/)
  }
  const deep = `${'['.repeat(400_000)}${']'.repeat(400_000)}`
  const found = await attacked(
    listing(() => new Response(deep, { headers: { 'content-type': 'application/json' } })),
    0.3,
  )
  expect(found.state?.state).toBe('failed')
  expectCheap(found)
})

test('redirects to other addresses are not followed', async () => {
  let asked = 0
  using inner = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch() {
      asked += 1
      return new Response('secret')
    },
  })
  const targets = [
    'http://169.254.169.254/latest/meta-data/',
    `http://127.0.0.1:${inner.port}/`,
    'file:///etc/passwd',
  ]
  for (const location of targets)
    for (const status of [302, 307]) {
      const found = await faced(() => new Response(null, { status, headers: { location } }))
      expect(found?.error).toStartWith('it redirects to another address')
    }
  expect(asked).toBe(0)
})
