import { expect, test } from 'bun:test'
import { anthropicClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { chunk, sse, startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

const ASK = {
  model: 'auto',
  max_tokens: 1000,
  messages: [{ role: 'user' as const, content: 'How is the weather?' }],
}

const first = (index: number, args = '') =>
  chunk({
    tool_calls: [{ index, id: `call_${index}`, type: 'function', function: named(args) }],
  })
const more = (index: number, args: string) =>
  chunk({ tool_calls: [{ index, function: { arguments: args } }] })
const named = (args: string) => ({ name: 'weather', arguments: args })

/** @returns What the client has of an answer, and the events of blocks as `start 0`, `delta 0`, `stop 0` */
async function answerOf(deltas: object[]) {
  await using upstream = startUpstream(() => sse([...deltas, chunk({}, 'tool_calls')]))
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const wire = startWire()
  const client = anthropicClient(service, { fetch: wire.fetch, retries: 0 })
  const message = await client.messages.stream(ASK).finalMessage()
  const events = (wire.exchanges[0]?.text ?? '').matchAll(
    /"type":"content_block_(start|delta|stop)","index":(\d+)/g,
  )
  return { message, blocks: [...events].map(([, kind, index]) => `${kind} ${index}`) }
}

const weather = (index: number, city: string) => ({
  ...{ type: 'tool_use', id: `call_${index}`, name: 'weather', input: { city } },
})

test('anthropic: calls whose pieces come in turns are blocks that follow one another', async () => {
  const { message, blocks } = await answerOf([
    chunk({ content: 'Let me look' }),
    ...[first(0), first(1), first(2)],
    ...[more(0, '{"city":'), more(1, '{"city":'), more(0, '"Rome"}'), more(1, '"Paris"}')],
    more(2, '{"city":"Oslo"}'),
  ])
  expect<unknown>(message.content).toEqual([
    { type: 'text', text: 'Let me look' },
    ...[weather(0, 'Rome'), weather(1, 'Paris'), weather(2, 'Oslo')],
  ])
  expect(message.stop_reason).toBe('tool_use')
  expect(blocks).toEqual([
    ...['start 0', 'delta 0', 'stop 0'],
    // The pieces of the first call as they come; those of the others when it has ended.
    ...['start 1', 'delta 1', 'delta 1', 'stop 1', 'start 2', 'delta 2', 'delta 2', 'stop 2'],
    ...['start 3', 'delta 3', 'stop 3'],
  ])
})

test('anthropic: calls one after another are written as they come, and text never into one', async () => {
  const { message, blocks } = await answerOf([
    ...[first(0, '{"city":'), chunk({ content: 'Hm. ' }), more(0, '"Rome"}')],
    ...[first(1, '{"city":"Oslo"}'), more(1, '\n'), chunk({ content: 'Done' }), more(1, ' ')],
  ])
  expect<unknown>(message.content).toEqual([
    weather(0, 'Rome'),
    { type: 'text', text: 'Hm. ' },
    weather(1, 'Oslo'),
    { type: 'text', text: 'Done' },
  ])
  expect(blocks.filter((block) => !block.startsWith('delta'))).toEqual([
    ...['start 0', 'stop 0', 'start 1', 'stop 1', 'start 2', 'stop 2', 'start 3', 'stop 3'],
  ])
})

test('anthropic: a call without arguments holds nothing back at the end', async () => {
  const { message } = await answerOf([first(0), first(1, '{"city":"Oslo"}')])
  expect<unknown>(message.content).toEqual([{ ...weather(0, ''), input: {} }, weather(1, 'Oslo')])
})
