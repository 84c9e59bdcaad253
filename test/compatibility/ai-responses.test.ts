import { expect, test } from 'bun:test'
import { createOpenAI } from '@ai-sdk/openai'
import { APICallError, generateText, isStepCount, jsonSchema, streamText, tool } from 'ai'
import { failureOf } from '../support/clients.ts'
import { until } from '../support/gates.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'
import { chunk, defaultAnswer, handStream, sse, startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

const CITY = jsonSchema<{ city: string }>({
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
})

/** The provider's default, which speaks the Responses API. */
function model({ url }: TestService, key = PRIMARY_KEY, fetch?: typeof globalThis.fetch) {
  const own = fetch === undefined ? {} : { fetch }
  return createOpenAI({ baseURL: `${url}/v1`, apiKey: key, ...own })('auto')
}

test('ai: a second turn, which quotes the answer of the first by its id, reaches the model whole', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const asked = { model: model(service, PRIMARY_KEY, wire.fetch) }
  const hello = { role: 'user' as const, content: 'Say hello' }
  const first = streamText({ ...asked, messages: [hello] })
  expect(await first.text).toBe('Hello from the local model.')
  expect(await first.finishReason).toBe('stop')
  const { messages } = await first.response
  const second = await generateText({ ...asked, messages: [hello, ...messages, hello] })
  expect(second.text).toBe('Hello from the local model.')
  expect(upstream.requests[1]?.body.messages).toEqual([
    hello,
    { role: 'assistant', content: 'Hello from the local model.' },
    hello,
  ])
  expect(wire.statuses).toEqual([200, 200])
})

test('ai: thinks, runs a tool and goes on with its result', async () => {
  const call = { name: 'weather', arguments: '{"city":"Rome"}' }
  await using upstream = startUpstream(({ body }) =>
    body.messages.at(-1)?.role === 'tool'
      ? sse([chunk({ content: 'Enjoy Rome.' }), chunk({}, 'stop')])
      : sse([
          chunk({ reasoning_content: 'Hm. ' }),
          chunk({ tool_calls: [{ index: 0, id: 'call_1', type: 'function', function: call }] }),
          chunk({}, 'tool_calls'),
        ]),
  )
  await using service = startService({ upstream: upstream.url })
  const answer = streamText({
    model: model(service),
    prompt: 'How is the weather?',
    tools: { weather: tool({ inputSchema: CITY, execute: ({ city }) => `sunny in ${city}` }) },
    stopWhen: isStepCount(2),
  })
  expect(await answer.text).toBe('Enjoy Rome.')
  expect((await answer.steps)[0]?.reasoningText).toBe('Hm. ')
  expect(upstream.requests[1]?.body.messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', tool_calls: [{ id: 'call_1', function: call }] },
    { role: 'tool', tool_call_id: 'call_1', content: 'sunny in Rome' },
  ])
  expect(upstream.requests.length).toBe(2)
})

test('ai: an answer that breaks off ends in an error part, and is asked for once', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ upstream: upstream.url })
  const errors: unknown[] = []
  const { stream, finishReason } = streamText({
    model: model(service),
    prompt: 'Tell a story',
    onError: ({ error }) => {
      errors.push(error)
    },
  })
  const said = answer.say('Once upon')
  for await (const part of stream) if (part.type === 'text-delta') await answer.break()
  await said
  expect(errors).toMatchObject([
    { message: expect.stringContaining('The engine local failed before its answer was whole') },
  ])
  expect(await finishReason).toBe('error')
  expect(upstream.requests.length).toBe(1)
})

test('ai: an answer that its reader stops can be quoted, as far as it has come', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ upstream: upstream.url })
  const asked = { model: model(service), maxRetries: 0 }
  const hello = { role: 'user' as const, content: 'Tell a story' }
  const leaving = new AbortController()
  const { stream } = streamText({ ...asked, messages: [hello], abortSignal: leaving.signal })
  const said = answer.say('Once upon')
  let itemId: unknown
  for await (const part of stream) {
    if (part.type === 'text-start') itemId = part.providerMetadata?.['openai']?.['itemId']
    if (part.type === 'text-delta') leaving.abort()
  }
  await said
  await upstream.until(() => upstream.aborted === 1)
  await until(() => service.services.admissions.of('model').state().admitted === 0)
  upstream.script(defaultAnswer)
  const providerOptions = { openai: { itemId: String(itemId) } }
  const part = { type: 'text' as const, text: 'Once upon', providerOptions }
  const cut = { role: 'assistant' as const, content: [part] }
  const next = await generateText({ ...asked, messages: [hello, cut, hello] })
  expect(next.text).toBe('Hello from the local model.')
  expect(upstream.requests[1]?.body.messages[1]).toEqual({
    role: 'assistant',
    content: 'Once upon',
  })
})

test('ai: refusals are raised with their status', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const refused = async (key: string, prompt: string) => {
    const failure = await failureOf(
      generateText({ model: model(service, key), prompt, maxRetries: 0 }),
    )
    expect(APICallError.isInstance(failure)).toBe(true)
    return failure
  }
  expect(await refused('wrong', 'Hi')).toMatchObject({
    statusCode: 401,
    message: 'Invalid or missing API key',
  })
  expect(await refused(PRIMARY_KEY, 'x'.repeat(100_001))).toMatchObject({
    statusCode: 422,
    data: { error: { code: 'too_long' } },
  })
  expect(upstream.requests).toEqual([])
})
