import { expect, test } from 'bun:test'
import { betaTool } from '@anthropic-ai/sdk/helpers/beta/json-schema'
import { anthropicClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { chunk, sse, startUpstream, streamText } from '../support/upstream.ts'

test('anthropic: the tool runner runs a tool, and ends with the answer to its result', async () => {
  const called = { name: 'get_weather', arguments: '{"city":"Oslo"}' }
  await using upstream = startUpstream(({ body }) =>
    body.messages.some(({ role }) => role === 'tool')
      ? streamText(['Rain.'])
      : sse([
          chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: called }] }),
          chunk({}, 'tool_calls'),
        ]),
  )
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const cities: string[] = []
  const weather = betaTool({
    name: 'get_weather',
    description: 'The weather of a city',
    inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    run: ({ city }) => {
      cities.push(city)
      return 'Wet'
    },
  })
  const runner = anthropicClient(service).beta.messages.toolRunner({
    ...{ model: 'auto', max_tokens: 100, tools: [weather], stream: true },
    messages: [{ role: 'user', content: 'The weather?' }],
  })
  const answer = await runner.runUntilDone()
  expect(answer.content).toMatchObject([{ type: 'text', text: 'Rain.' }])
  expect(cities).toEqual(['Oslo'])
  expect(upstream.requests).toHaveLength(2)
  expect(upstream.requests[1]?.body.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', tool_calls: [{ id: 'call_1', function: called }] },
    { role: 'tool', tool_call_id: 'call_1', content: 'Wet' },
  ])
})
