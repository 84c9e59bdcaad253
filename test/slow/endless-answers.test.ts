import { expect, test } from 'bun:test'
import { createGzip } from 'node:zlib'
import { MAX_ANSWER_BYTES } from '../../src/engines/openai-http/openai-http.ts'
import { answer, failure, startTool, turnOf } from '../support/cli-double.ts'
import { pick } from '../support/pick.ts'
import { localEngine, startService } from '../support/service.ts'
import { chunk, frame, type Script, startUpstream, streamText } from '../support/upstream.ts'

const ASK = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }
const TOO_LONG = 'The answer was stopped: it is longer than 16 Mi characters'
const MIB = 1024 * 1024
const BOMB_MIB = 1024

/** A service whose one engine is a server with this script. */
async function serve(script: Script) {
  const upstream = startUpstream(script)
  const service = startService({ engines: [localEngine(upstream.url)] })
  return {
    upstream,
    ask: (more: object = {}) =>
      service.asOwner('POST', '/v1/chat/completions', { ...ASK, ...more }),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]()
      await upstream[Symbol.asyncDispose]()
    },
  }
}

/** A body without an end; `sent` counts its bytes. */
function endless(first: string, piece: string) {
  const bytes = Buffer.from(piece)
  let sent = 0
  const response = () => {
    let isFirst = true
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += bytes.byteLength
        controller.enqueue(isFirst ? Buffer.from(first) : bytes)
        isFirst = false
      },
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return { response, sent: () => sent }
}

async function zippedAnswer(): Promise<Buffer> {
  const gzip = createGzip()
  const parts: Buffer[] = []
  gzip.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise((resolve) => gzip.on('end', resolve))
  gzip.write('{"choices":[{"message":{"content":"')
  const block = Buffer.alloc(MIB, 'a')
  for (let at = 0; at < BOMB_MIB; at += 1)
    if (!gzip.write(block)) await new Promise((resolve) => gzip.once('drain', resolve))
  gzip.end('"}}]}')
  await ended
  return Buffer.concat(parts)
}

test('a streamed answer without an end is stopped at its source and cut', async () => {
  const source = endless('', frame(chunk({ content: 'x'.repeat(64 * 1024) })))
  await using service = await serve(source.response)
  const response = await service.ask({ stream: true })
  const text = await response.text()
  expect(text.split('x').length).toBeWithin(MIB, MIB + 100)
  expect(text.slice(-1000)).toContain('"finish_reason":"length"')
  expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  await service.upstream.until(() => service.upstream.active === 0)
  expect(service.upstream.requests).toHaveLength(1)
})

test('reasoning and calls without an end are stopped too', async () => {
  const deltas = [
    { reasoning_content: 'x'.repeat(64 * 1024) },
    { tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(64 * 1024) } }] },
  ]
  for (const delta of deltas) {
    const source = endless('', frame(chunk(delta)))
    await using service = await serve(source.response)
    const text = await (await service.ask({ stream: true })).text()
    expect(text.slice(-1000)).toContain('"code":"too_long"')
    await service.upstream.until(() => service.upstream.active === 0)
  }
})

test('a whole answer without an end is left at the bound, and no other engine is asked', async () => {
  for (const [first, piece] of [
    ['{"choices":[{"message":{"content":"', 'x'.repeat(64 * 1024)],
    ['', ' '.repeat(64 * 1024)],
  ] as const) {
    const source = endless(first, piece)
    await using service = await serve(source.response)
    const response = await service.ask()
    expect([response.status, pick(await response.json(), 'detail')]).toEqual([422, TOO_LONG])
    expect(response.headers.get('x-should-retry')).toBe('false')
    await service.upstream.until(() => service.upstream.active === 0)
    // What was on its way when the connection was closed comes on top.
    expect(source.sent()).toBeLessThan(2 * MAX_ANSWER_BYTES)
  }
})

test('a compressed answer is bounded after decompression', async () => {
  const bomb = await zippedAnswer()
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' }
  await using service = await serve(() => new Response(bomb, { headers }))
  Bun.gc(true)
  const before = process.memoryUsage().rss
  const response = await service.ask()
  expect([response.status, pick(await response.json(), 'code')]).toEqual([422, 'too_long'])
  expect((process.memoryUsage().rss - before) / MIB).toBeLessThan(BOMB_MIB / 2)
})

test('a field that is nested too deep fails cleanly, streamed and whole, and the next request is answered', async () => {
  const deep = '['.repeat(200_000) + ']'.repeat(200_000)
  const streamed = `data: {"choices":[{"delta":{"content":"a","x":${deep}}}]}\n\n`
  const whole = `{"choices":[{"message":{"content":"a","x":${deep}},"finish_reason":"stop"}]}`
  await using service = await serve(({ body }) => new Response(body.stream ? streamed : whole))
  const refused = await service.ask()
  expect([refused.status, pick(await refused.json(), 'code')]).toEqual([503, 'no_engine'])
  const text = await (await service.ask({ stream: true })).text()
  expect(text).toContain('"code":"no_engine"')
  service.upstream.script(() => streamText(['fine']))
  expect(await (await service.ask({ stream: true })).text()).toContain('fine')
})

test('a tool that writes without an end is ended, also where its text is held back', async () => {
  const piece = 'x'.repeat(MIB)
  const delta = JSON.stringify({
    type: 'stream_event',
    event: { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: piece } },
  })
  const init = { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' }
  const steps = [
    { out: `${JSON.stringify(init)}\n` },
    ...Array.from({ length: 20 }, () => ({ out: `${delta}\n` })),
    { pause: 1e9 },
  ]
  for (const options of [{}, { response_format: { type: 'json_object' } }]) {
    await using tool = startTool('claude', { steps })
    const failed = await failure(answer(tool, turnOf('hi', { options })))
    expect([failed.verdict, failed.kind]).toEqual(['request', 'answer_too_long'])
  }
})
