import { expect, test } from 'bun:test'
import { generateText, isStepCount, jsonSchema, Output, streamText, tool } from 'ai'
import { aiModel } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { chunk, sse, startUpstream } from '../support/upstream.ts'

const HELLO = 'Hello from the local model.'
const CITY = jsonSchema<{ city: string }>({
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
})
const WEATHER = {
  tools: {
    weather: tool({ inputSchema: CITY, execute: ({ city }) => `sunny in ${city}` }),
  },
  toolChoice: { type: 'tool' as const, toolName: 'weather' as const },
}
const CALLED = { toolName: 'weather', input: { city: 'example' } }

test('ai: completes, and counts no tokens', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const answer = await generateText({ model: aiModel(service), prompt: 'Say hello' })
  expect(answer.text).toBe(HELLO)
  expect(answer.finishReason).toBe('stop')
  expect(answer.usage).toMatchObject({ inputTokens: 0, outputTokens: 0, totalTokens: 0 })
})

test('ai: streams the whole text in pieces, and counts no tokens', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const answer = streamText({ model: aiModel(service), prompt: 'Say hello' })
  const pieces = await Array.fromAsync(answer.textStream)
  expect(pieces.length).toBeGreaterThan(2)
  expect(pieces.join('')).toBe(HELLO)
  expect(await answer.finishReason).toBe('stop')
  expect(await answer.usage).toMatchObject({ inputTokens: 0, outputTokens: 0, totalTokens: 0 })
})

test('ai: a forced tool is called, whole and streamed', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const asked = { model: aiModel(service), prompt: 'How is the weather?', ...WEATHER }
  const whole = await generateText(asked)
  expect(whole.toolCalls).toMatchObject([CALLED])
  expect(whole.finishReason).toBe('tool-calls')
  expect(await streamText(asked).toolCalls).toMatchObject([CALLED])
})

test('ai: runs a tool and goes on with its result', async () => {
  const call = { name: 'weather', arguments: '{"city":"Rome"}' }
  await using upstream = startUpstream(({ body }) =>
    body.messages.at(-1)?.role === 'tool'
      ? sse([chunk({ content: 'Enjoy Rome.' }), chunk({}, 'stop')])
      : sse([
          chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }),
          chunk({}, 'tool_calls'),
        ]),
  )
  await using service = startService({ upstream: upstream.url })
  const answer = streamText({
    model: aiModel(service),
    prompt: 'How is the weather?',
    tools: WEATHER.tools,
    stopWhen: isStepCount(2),
  })
  expect(await answer.text).toBe('Enjoy Rome.')
  expect(upstream.requests[1]?.body.messages.slice(1)).toMatchObject([
    { role: 'assistant', tool_calls: [{ id: 'call_1', function: call }] },
    { role: 'tool', tool_call_id: 'call_1', content: 'sunny in Rome' },
  ])
})

test('ai: an object keeps to its schema, whole and streamed', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const asked = {
    model: aiModel(service),
    prompt: 'Name a city',
    output: Output.object({ schema: CITY }),
  }
  expect((await generateText(asked)).output).toEqual({ city: 'example' })
  expect(await streamText(asked).output).toEqual({ city: 'example' })
  expect(upstream.requests[0]?.body['response_format']).toMatchObject({ type: 'json_schema' })
})

test('ai: the reasoning of a model arrives apart from its text', async () => {
  await using upstream = startUpstream(() =>
    sse([chunk({ reasoning_content: 'Hm. ' }), chunk({ content: 'Yes.' }), chunk({}, 'stop')]),
  )
  await using service = startService({ upstream: upstream.url })
  const answer = streamText({ model: aiModel(service), prompt: 'Is it?' })
  expect(await answer.text).toBe('Yes.')
  expect((await answer.finalStep).reasoningText).toBe('Hm. ')
})
