import { expect, test } from 'bun:test'
import { streamText } from 'ai'
import { aiModel, langchainModel, openaiClient } from '../support/clients.ts'
import { startService, type TestService } from '../support/service.ts'
import { handStream, startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

const MESSAGES = [{ role: 'user' as const, content: 'Say hello' }]
/** A minute of silence, six keepalives and an empty delta, in a tenth of a second. */
const LIMITS = { keepaliveMs: 10 }
const KEEPALIVES = 12

test('openai: keepalives and empty deltas of a silent stream are not in its text', async () => {
  await afterSilence(async (service, fetch) => {
    const client = openaiClient(service, { retries: 0, fetch })
    const request = { model: 'auto', messages: MESSAGES, stream: true } as const
    let text = ''
    for await (const chunk of await client.chat.completions.create(request))
      text += chunk.choices[0]?.delta.content ?? ''
    return text
  })
})

test('ai: keepalives and empty deltas of a silent stream are not in its text', async () => {
  await afterSilence((service, fetch) => {
    const model = aiModel(service, { fetch })
    return streamText({ model, messages: MESSAGES, maxRetries: 0 }).text
  })
})

test('langchain: keepalives and empty deltas of a silent stream are not in its text', async () => {
  await afterSilence(async (service, fetch) => {
    let text = ''
    const model = langchainModel(service, { retries: 0, fetch })
    for await (const chunk of await model.stream(MESSAGES)) text += chunk.text
    return text
  })
})

type ReadAll = (service: TestService, fetch: typeof globalThis.fetch) => PromiseLike<string>

/** Lets the engine speak only after the client has got so many keepalives. */
async function afterSilence(readAll: ReadAll): Promise<void> {
  const stream = handStream()
  await using upstream = startUpstream(() => stream.response)
  await using service = startService({ limits: LIMITS, upstream: upstream.url })
  const heard = Promise.withResolvers<void>()
  const wire = startWire(undefined, (text) => {
    if (text.split(': keepalive\n').length > KEEPALIVES) heard.resolve()
  })
  const text = readAll(service, wire.fetch)
  await heard.promise
  await stream.say('One, ')
  await stream.say('two')
  await stream.finish()
  expect(await text).toBe('One, two')
  expect(wire.exchanges[0]?.text).toContain('"delta":{},"finish_reason":null')
}
