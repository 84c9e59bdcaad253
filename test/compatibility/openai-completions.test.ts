import { expect, test } from 'bun:test'
import OpenAI from 'openai'
import { failureOf, openaiClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { handStream, startUpstream } from '../support/upstream.ts'

const HELLO = 'Hello from the local model.'
const NO_TOKENS = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }

test('openai: completions.create answers a prompt, whole and streamed', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { completions } = openaiClient(service)
  const ask = { model: 'auto', max_tokens: 9, temperature: 0 }
  const whole = await completions.create({ ...ask, prompt: ['Say hello'], echo: true })
  expect(whole).toMatchObject({
    ...{ object: 'text_completion', model: 'local/test-model', usage: NO_TOKENS },
    choices: [{ index: 0, text: `Say hello${HELLO}`, finish_reason: 'stop', logprobs: null }],
  })
  const stream_options = { include_usage: true }
  const chunks = await Array.fromAsync(
    await completions.create({ ...ask, prompt: 'Say hello', stream: true, stream_options }),
  )
  expect(chunks.pop()).toMatchObject({ choices: [], usage: NO_TOKENS })
  expect(chunks.map(({ choices }) => choices[0]?.text).join('')).toBe(HELLO)
  expect(chunks.at(-1)?.choices[0]?.finish_reason).toBe('stop')
  expect(upstream.requests.map(({ body }) => body)).toEqual(
    [false, true].map((stream) => ({
      ...{ ...ask, model: 'test-model', stream },
      messages: [{ role: 'user', content: 'Say hello' }],
    })),
  )
})

test('openai: what completions cannot do is refused in words, without an engine', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { completions } = openaiClient(service, { retries: 0 })
  const ask = { model: 'auto', prompt: 'a' }
  for (const [param, fields] of [
    ['suffix', { suffix: 'b' }],
    ['logprobs', { logprobs: 2 }],
    ['best_of', { best_of: 2 }],
    ['n', { n: 2 }],
    ['prompt', { prompt: ['a', 'b'] }],
    ['prompt', { prompt: [1, 2] }],
  ] as const) {
    const failure = await failureOf(completions.create({ ...ask, ...fields } as typeof ask))
    expect(failure).toMatchObject({ status: 422, param, message: expect.stringContaining(param) })
  }
  expect(upstream.requests).toEqual([])
})

test('openai: a completion that breaks off ends in an error', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { completions } = openaiClient(service)
  const said = answer.say('Once upon')
  const stream = await completions.create({ model: 'auto', prompt: 'a', stream: true })
  const texts: string[] = []
  const failure = await failureOf(
    (async () => {
      for await (const { choices } of stream) {
        const text = choices[0]?.text ?? ''
        texts.push(text)
        if (text !== '') await answer.break()
      }
    })(),
  )
  await said
  expect(texts.join('')).toBe('Once upon')
  expect(failure).toBeInstanceOf(OpenAI.APIError)
  expect(failure).toMatchObject({ code: 'engine_failed' })
  expect(upstream.requests).toHaveLength(1)
})
