import { expect, test } from 'bun:test'
import type { Ollama } from 'ollama'
import { failureOf, ollamaClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { handStream, startUpstream } from '../support/upstream.ts'

const ASK = { model: 'auto', messages: [{ role: 'user', content: 'Say hello' }] }

test('ollama: calls that change models are refused in words, without an engine', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const client = ollamaClient(service)
  const calls: readonly ((client: Ollama) => Promise<unknown>)[] = [
    (one) => one.pull({ model: 'llama3.2' }),
    (one) => one.push({ model: 'auto' }),
    (one) => one.create({ model: 'mine', from: 'auto' }),
    (one) => one.delete({ model: 'auto' }),
    (one) => one.copy({ source: 'auto', destination: 'mine' }),
  ]
  for (const call of calls) {
    const failure = await failureOf(call(client))
    expect(failure).toMatchObject({ status_code: 404, error: 'There is no such path' })
  }
  expect(upstream.requests).toEqual([])
})

test('ollama: an abort ends the answer and the work for it', async () => {
  const answer = handStream()
  await using upstream = startUpstream(() => answer.response)
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const client = ollamaClient(service)
  const said = answer.say('Once upon')
  const lines = await client.chat({ ...ASK, stream: true })
  const texts: string[] = []
  const failure = await failureOf(
    (async () => {
      for await (const { message } of lines) {
        texts.push(message.content)
        if (message.content !== '') lines.abort()
      }
    })(),
  )
  await said
  expect(failure).toMatchObject({ name: 'AbortError' })
  expect(texts.join('')).toBe('Once upon')
  await upstream.until(() => upstream.aborted === 1)
  expect(upstream.requests).toHaveLength(1)
})

test('ollama: generate streams, with a picture, a schema and thoughts', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const client = ollamaClient(service)
  const format = { type: 'object', properties: { ok: { type: 'boolean' } } }
  const images = [new Uint8Array(Buffer.from(PIXEL, 'base64'))]
  const ask = { model: 'auto', prompt: 'Is it?', format, images, think: 'low' as const }
  const lines = await Array.fromAsync(await client.generate({ ...ask, stream: true }))
  expect(lines.map(({ response }) => response).join('')).toBe('{"ok":true}')
  expect(lines.at(-1)).toMatchObject({ done: true, done_reason: 'stop' })
  expect(upstream.requests[0]?.body).toMatchObject({
    reasoning_effort: 'low',
    response_format: { type: 'json_schema', json_schema: { schema: format } },
    messages: [{ content: [{ text: 'Is it?' }, { type: 'image_url' }] }],
  })
})

const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
