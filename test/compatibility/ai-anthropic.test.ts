import { expect, test } from 'bun:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { generateText, jsonSchema, Output, stepCountIs, streamText, tool } from 'ai'
import { failureOf } from '../support/clients.ts'
import { createDevice } from '../support/devices.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'
import {
  chunk,
  defaultAnswer,
  handStream,
  sse,
  startUpstream,
  streamText as streamedText,
} from '../support/upstream.ts'

const HELLO = 'Hello from the local model.'

function model({ url }: TestService, path = '/v1', credential: object = { apiKey: PRIMARY_KEY }) {
  return createAnthropic({ baseURL: `${url}${path}`, ...credential })('auto')
}

test('ai/anthropic: streams a text and a second turn', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const first = streamText({
    model: model(service),
    maxOutputTokens: 100,
    prompt: 'Say hello',
    maxRetries: 0,
  })
  expect(await first.text).toBe(HELLO)
  expect(await first.finishReason).toBe('stop')
  const { messages } = await first.response
  const second = await generateText({
    model: model(service),
    maxOutputTokens: 100,
    messages: [
      { role: 'user', content: 'Say hello' },
      ...messages,
      { role: 'user', content: 'Again' },
    ],
  })
  expect(second.text).toBe(HELLO)
  expect(upstream.requests[1]?.body.messages).toEqual([
    { role: 'user', content: 'Say hello' },
    { role: 'assistant', content: HELLO },
    { role: 'user', content: 'Again' },
  ])
})

test('ai/anthropic: a loop of tools runs to its end, with one answer of the engine for each step', async () => {
  await using upstream = startUpstream(({ body }) => {
    if (body.messages.some(({ role }) => role === 'tool')) return streamedText(['Rain.'])
    const called = { name: 'weather', arguments: '{"city":"Oslo"}' }
    return sse([
      chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: called }] }),
      chunk({}, 'tool_calls'),
    ])
  })
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const cities: unknown[] = []
  const result = streamText({
    model: model(service),
    maxOutputTokens: 100,
    prompt: 'The weather?',
    stopWhen: stepCountIs(3),
    tools: {
      weather: tool({
        description: 'The weather of a city',
        inputSchema: jsonSchema<{ city: string }>({
          type: 'object',
          properties: { city: { type: 'string' } },
        }),
        execute: async ({ city }) => {
          cities.push(city)
          return 'Wet'
        },
      }),
    },
  })
  expect(await result.text).toBe('Rain.')
  expect(cities).toEqual(['Oslo'])
  expect(upstream.requests).toHaveLength(2)
})

test('ai/anthropic: an object follows its schema', async () => {
  await using upstream = startUpstream(defaultAnswer)
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { output } = await generateText({
    model: model(service),
    maxOutputTokens: 100,
    prompt: 'A city',
    output: Output.object({
      schema: jsonSchema<{ name: string }>({
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      }),
    }),
  })
  expect(output).toEqual({ name: 'example' })
  expect(upstream.requests).toHaveLength(1)
})

test('ai/anthropic: an answer that breaks off is a failure, and asked for once', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const said = answer.say('Once upon')
  const errors: unknown[] = []
  const stream = streamText({
    model: model(service),
    maxOutputTokens: 100,
    prompt: 'A story',
    onError: ({ error }) => void errors.push(error),
  })
  const texts: string[] = []
  for await (const text of stream.textStream) {
    texts.push(text)
    await answer.break()
  }
  await said
  expect(texts).toEqual(['Once upon'])
  expect(errors).toHaveLength(1)
  expect(upstream.requests).toHaveLength(1)
})

test('ai/anthropic: a device chats on the code surface, with text alone', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { credential: authToken } = createDevice(service)
  const device = model(service, '/api/code/v1', { authToken })
  expect(
    (await generateText({ model: device, maxOutputTokens: 100, prompt: 'Say hello' })).text,
  ).toBe(HELLO)
  const data = new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10])
  await generateText({
    model: device,
    maxOutputTokens: 100,
    messages: [{ role: 'user', content: [{ type: 'file', mediaType: 'image/png', data }] }],
  })
  expect(JSON.stringify(upstream.requests.at(-1)?.body)).toContain('A picture was left out here')
  const key = model(service, '/api/code/v1')
  expect(
    await failureOf(generateText({ model: key, maxOutputTokens: 100, prompt: 'Hi' })),
  ).toMatchObject({
    statusCode: 401,
  })
  expect(upstream.requests).toHaveLength(2)
})
