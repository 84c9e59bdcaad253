// What clients say of a body over the bound of chats, which each has to send: some 700 MiB in all.
import { expect, test } from 'bun:test'
import { generateText, streamText } from 'ai'
import {
  aiModels,
  anthropicClient,
  failureOf,
  langchainModel,
  ollamaClient,
  openaiClient,
} from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { startUpstream } from '../support/upstream.ts'
import { startWire } from '../support/wire.ts'

const MAX_CHAT_BYTES = 60 * 1024 * 1024
const CONTENT = 'x'.repeat(MAX_CHAT_BYTES + 1)
const MESSAGES = [{ role: 'user' as const, content: CONTENT }]
const SENTENCE = `Request body is larger than ${MAX_CHAT_BYTES} bytes`

test('openai and langchain: a body over 60 MiB is refused with 413, before a stream begins', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const { completions } = openaiClient(service, { retries: 0 }).chat
  const model = langchainModel(service, { retries: 0 })
  const refused = { status: 413, code: 'too_large', type: 'invalid_request_error' }
  for (const stream of [false, true])
    expect(
      await failureOf(completions.create({ model: 'auto', messages: MESSAGES, stream })),
    ).toMatchObject({ ...refused, message: `413 ${SENTENCE}` })
  expect(await failureOf(model.invoke(CONTENT))).toMatchObject(refused)
  expect(await failureOf(model.stream(CONTENT))).toMatchObject(refused)
  expect(upstream.requests).toEqual([])
})

test('anthropic and ollama: a body over 60 MiB is refused with 413, without an engine', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const anthropic = anthropicClient(service, { retries: 0 }).messages
  const asked = { model: 'auto', max_tokens: 9, messages: MESSAGES }
  expect(await failureOf(anthropic.create(asked))).toMatchObject({
    status: 413,
    error: { error: { type: 'request_too_large' } },
  })
  const other = await failureOf(ollamaClient(service).chat({ model: 'auto', messages: MESSAGES }))
  expect(other).toMatchObject({ status_code: 413, error: expect.stringContaining('larger than') })
  expect(upstream.requests).toEqual([])
})

test('ai: every provider is told of too large a body by 413, whole and streamed, and sends it once', async () => {
  await using upstream = startUpstream()
  await using service = startService({ upstream: upstream.url })
  const wire = startWire()
  const models = Object.values(aiModels(service, wire))
  const refused = { statusCode: 413, isRetryable: false, message: SENTENCE }
  for (const model of models) {
    const asked = { model, prompt: CONTENT, maxOutputTokens: 9 }
    expect(await failureOf(generateText(asked))).toMatchObject(refused)
    const errors: unknown[] = []
    const onError = ({ error }: { error: unknown }) => void errors.push(error)
    const { stream } = streamText({ ...asked, onError })
    expect(await Array.fromAsync(stream, ({ type }) => type)).toEqual(['start', 'error'])
    expect(errors).toMatchObject([refused])
  }
  expect(wire.statuses).toEqual(Array(2 * models.length).fill(413))
  expect(upstream.requests).toEqual([])
})
