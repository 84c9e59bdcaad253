import { expect, test } from 'bun:test'
import { createAnthropic } from '@ai-sdk/anthropic'
import { createOpenAI } from '@ai-sdk/openai'
import { generateText, jsonSchema, type LanguageModel, Output, streamText } from 'ai'
import { aiModel } from '../support/clients.ts'
import { photo } from '../support/documents/images.ts'
import { PRIMARY_KEY, startService, type TestService } from '../support/service.ts'
import { handStream, startUpstream } from '../support/upstream.ts'

const CITY = jsonSchema<{ city: string }>({
  type: 'object',
  properties: { city: { type: 'string' } },
  required: ['city'],
  additionalProperties: false,
})

/** The same model by each of the packages that apps have. */
function modelsOf(service: TestService): Record<string, LanguageModel> {
  const options = { baseURL: `${service.url}/v1`, apiKey: PRIMARY_KEY }
  return {
    openai: createOpenAI(options)('auto'),
    'openai, chat': createOpenAI(options).chat('auto'),
    'openai, completion': createOpenAI(options).completion('auto'),
    anthropic: createAnthropic(options)('auto'),
    'openai-compatible': aiModel(service),
  }
}

test('ai: every provider has the text, whole and streamed', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const texts: Record<string, string[]> = {}
  for (const [name, model] of Object.entries(modelsOf(service))) {
    const asked = { model, prompt: 'Say hello', maxOutputTokens: 100 }
    texts[name] = [(await generateText(asked)).text, await streamText(asked).text]
  }
  const both = Array(2).fill('Hello from the local model.')
  expect(texts).toEqual(Object.fromEntries(Object.keys(texts).map((name) => [name, both])))
  expect(upstream.requests).toHaveLength(10)
})

test('ai: every provider of chats has an object of a picture', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { 'openai, completion': _, ...models } = modelsOf(service)
  const data = new Uint8Array(await photo('png'))
  const content = [
    { type: 'text' as const, text: 'Which city is this?' },
    { type: 'file' as const, mediaType: 'image/png', data },
  ]
  for (const model of Object.values(models)) {
    const { output } = await generateText({
      ...{ model, maxOutputTokens: 100, messages: [{ role: 'user', content }] },
      output: Output.object({ schema: CITY }),
    })
    expect(output).toEqual({ city: 'example' })
    const parts = [{ type: 'text' }, { type: 'image_url' }]
    expect(upstream.requests.at(-1)?.body.messages).toMatchObject([{ content: parts }])
  }
  expect(upstream.requests).toHaveLength(4)
})

test('ai: a reader that leaves ends the work of every provider', async () => {
  const answers: ReturnType<typeof handStream>[] = []
  await using upstream = startUpstream(() => {
    const answer = handStream()
    answers.push(answer)
    void answer.say('Once upon')
    return answer.response
  })
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const models = Object.values(modelsOf(service))
  for (const [index, model] of models.entries()) {
    const leaving = new AbortController()
    const asked = { model, prompt: 'A story', maxOutputTokens: 100, maxRetries: 0 }
    const { stream } = streamText({ ...asked, abortSignal: leaving.signal })
    const types = new Set<string>()
    for await (const part of stream) {
      types.add(part.type)
      if (part.type === 'text-delta') leaving.abort()
    }
    expect(types).toContain('abort')
    await upstream.until(() => upstream.aborted === index + 1)
  }
  expect(answers).toHaveLength(models.length)
})
