import { expect, test } from 'bun:test'
import type { Server } from 'bun'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { EngineEvent } from '../../src/engines/contract/text.ts'
import { localEngine } from '../support/service.ts'
import { chunk, frame, type Script, startUpstream } from '../support/upstream.ts'

const MESSAGES = [{ role: 'user' as const, content: 'hi' }]

async function ask(
  script: Script,
  { stream = true, options = {} } = {},
): Promise<readonly EngineEvent[]> {
  await using upstream = startUpstream(script)
  return await collect(upstream.url, stream, options)
}

async function collect(url: string, stream: boolean, options: Record<string, unknown> = {}) {
  const engine = localEngine(url)
  const turn = { model: 'test-model', messages: MESSAGES, options, stream }
  const events: EngineEvent[] = []
  for await (const batch of engine.run(turn, { id: 'local' }, new AbortController().signal))
    events.push(...batch)
  return events
}

async function verdict(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof EngineFailure) return error.verdict
  throw new Error(`Expected a failure of the engine, got ${error}`)
}

function raw(pieces: readonly (string | Uint8Array)[]): Response {
  const encoder = new TextEncoder()
  const stream = new ReadableStream<Uint8Array>({
    async start(controller) {
      for (const piece of pieces) {
        controller.enqueue(typeof piece === 'string' ? encoder.encode(piece) : piece)
        await Bun.sleep(1)
      }
      controller.close()
    },
  })
  return new Response(stream, { headers: { 'content-type': 'text/event-stream' } })
}

function textOf(events: readonly EngineEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.text : '')).join('')
}

test('openai-http reads a stream split anywhere, also within a character', async () => {
  const whole = new TextEncoder().encode(
    `: hello\n\n${frame(chunk({ role: 'assistant', content: '' }))}${frame(chunk({ content: 'naïve 👍 ' }))}${frame(chunk({ content: 'end' }))}${frame(chunk({}, 'stop'))}data: [DONE]\n\n`,
  )
  for (const size of [1, 7, 64]) {
    const pieces = Array.from({ length: Math.ceil(whole.length / size) }, (_, i) =>
      whole.slice(i * size, (i + 1) * size),
    )
    const events = await ask(() => raw(pieces))
    expect(textOf(events)).toBe('naïve 👍 end')
    expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
  }
})

test('openai-http accepts CRLF, no space after the colon, and a last line without a line end', async () => {
  const events = await ask(() =>
    raw([`data:${JSON.stringify(chunk({ content: 'a' }))}\r\n\r\n`, 'data: [DONE]']),
  )
  expect(events).toEqual([
    { type: 'text', text: 'a' },
    { type: 'finish', reason: 'stop' },
  ])
})

test('openai-http passes on deltas and drops fields that are null', async () => {
  const call = {
    tool_calls: [{ index: 0, id: 'c', type: 'function', function: { name: 'f', arguments: '{' } }],
  }
  const events = await ask(() =>
    raw([
      frame(chunk({ content: null, reasoning_content: 'hm', refusal: null })),
      frame(chunk(call)),
      frame(chunk({}, 'tool_calls')),
      'data: [DONE]\n\n',
    ]),
  )
  expect(events).toEqual([
    { type: 'delta', delta: { reasoning_content: 'hm' } },
    { type: 'delta', delta: call },
    { type: 'finish', reason: 'tool_calls' },
  ])
})

test('openai-http reads chunks of any key order and escaping', async () => {
  const odd = (text: string) =>
    `data: {"choices":[{"index":0,"delta":{"content":${text}},"finish_reason":null}]}\n\n`
  const pieces = [
    odd('"a"'),
    odd('"b\\u0022}"'),
    odd('"c","content":"d"'),
    odd('""'),
    odd('null'),
    odd('"content"'),
    `data: {"choices":[{"index":0,"delta":{"content":"e","content":"e"},"finish_reason":null}]}\n\n`,
    odd('"f"},"finish_reason":"length","x":{"y":1'),
    'data: [DONE]\n\n',
  ]
  const events = await ask(() => raw([pieces.join('')]))
  expect(textOf(events)).toBe('ab"}dcontentef')
  expect(events.at(-1)).toEqual({ type: 'finish', reason: 'stop' })
})

test('openai-http uses connections of streams again that end after [DONE]', async () => {
  const ports: (number | undefined)[] = []
  const answer = (request: Request, server: Server<undefined>) => {
    ports.push(server.requestIP(request)?.port)
    return raw([frame(chunk({ content: 'a' })), 'data: [DONE]\n\n'])
  }
  await using server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: answer })
  const count = 20
  for (let index = 0; index < count; index += 1)
    expect(textOf(await collect(`${server.url.href}v1`, true, {}))).toBe('a')
  // The end of a stream may come after the next request.
  expect(new Set(ports).size).toBeLessThan(count / 2)
})

test('openai-http fails a stream that ends without a finish reason or [DONE]', async () => {
  expect(await verdict(ask(() => raw([frame(chunk({ content: 'half' }))])))).toBe('transient')
  expect(await verdict(ask(() => raw([])))).toBe('transient')
})

test('openai-http fails a stream that reports an error or has malformed chunks', async () => {
  expect(await verdict(ask(() => raw([frame({ error: { message: 'out of memory' } })])))).toBe(
    'transient',
  )
  expect(await verdict(ask(() => raw(['data: {"choices":\n\n'])))).toBe('transient')
  expect(await verdict(ask(() => raw(['data: {"choices":7}\n\n'])))).toBe('transient')
})

test('openai-http gives up an answer that does not end', async () => {
  const piece = new Uint8Array(1024 * 1024).fill(32)
  let pieces = 0
  const endless = () =>
    new Response(
      new ReadableStream({
        pull(controller) {
          pieces += 1
          // The end is for a reader that reads on.
          if (pieces > 200) controller.close()
          else controller.enqueue(piece)
        },
      }),
    )
  expect(await verdict(ask(endless, { stream: false }))).toBe('request')
  expect(pieces).toBeLessThan(200)
})

test('openai-http distinguishes a fault of the request from a fault of the server', async () => {
  const status = (code: number) =>
    verdict(ask(() => Response.json({ error: { message: 'no' } }, { status: code })))
  expect(await status(400)).toBe('request')
  expect(await status(401)).toBe('signed_out')
  expect(await status(404)).toBe('unknown')
  expect(await status(422)).toBe('request')
  expect(await status(429)).toBe('transient')
  expect(await status(500)).toBe('transient')
})

test('openai-http follows no redirect', async () => {
  const elsewhere = Bun.serve({ hostname: '127.0.0.1', port: 0, fetch: () => Response.json({}) })
  let reached = false
  elsewhere.reload({
    fetch: () => {
      reached = true
      return Response.json({})
    },
  })
  const target = elsewhere.url.href
  expect(await verdict(ask(() => Response.redirect(target, 307)))).toBe('unknown')
  expect(reached).toBe(false)
  await elsewhere.stop(true)
})

test('openai-http refuses a server whose name resolves to a public address', async () => {
  expect(await verdict(collect('http://8.8.8.8/v1', true))).toBe('unknown')
  expect(await verdict(collect('http://no-such-host.invalid/v1', true))).toBe('transient')
})

test('openai-http reports an unreachable server as transient', async () => {
  const gone = startUpstream()
  const { url } = gone
  await gone[Symbol.asyncDispose]()
  expect(await verdict(collect(url, false))).toBe('transient')
})

test('openai-http sends the caller’s options unchanged', async () => {
  await using upstream = startUpstream()
  const options = {
    temperature: 0.25,
    tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
    stop: ['\n'],
  }
  await collect(upstream.url, false, options)
  expect(upstream.requests[0]?.body).toMatchObject({
    ...options,
    model: 'test-model',
    stream: false,
    messages: MESSAGES,
  })
})
