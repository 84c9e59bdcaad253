import { expect, test } from 'bun:test'
import { failureOf, openaiClient } from '../support/clients.ts'
import { startService } from '../support/service.ts'
import { defaultAnswer, handStream, startUpstream } from '../support/upstream.ts'

const HELLO = { model: 'auto', input: 'Say hello' }
const TEXT = 'Hello from the local model.'

test('openai: a kept response is continued, retrieved, listed and deleted', async () => {
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { responses } = openaiClient(service, { retries: 0 })
  const { id } = await responses.create(HELLO)
  const next = await responses.create({ model: 'auto', input: 'Again', previous_response_id: id })
  expect(next).toMatchObject({ output_text: TEXT, previous_response_id: id })
  expect(upstream.requests[1]?.body.messages).toEqual([
    { role: 'user', content: 'Say hello' },
    { role: 'assistant', content: TEXT },
    { role: 'user', content: 'Again' },
  ])
  const items = await Array.fromAsync(responses.inputItems.list(next.id))
  expect(items).toMatchObject([{ role: 'user', content: [{ type: 'input_text', text: 'Again' }] }])
  await responses.delete(id)
  expect(await failureOf(responses.retrieve(id))).toMatchObject({ status: 404 })
  const continued = responses.create({ ...HELLO, previous_response_id: id })
  expect(await failureOf(continued)).toMatchObject({
    ...{ status: 404, param: 'previous_response_id' },
  })
  expect(upstream.requests).toHaveLength(2)
})

test('openai: a response in the background is polled, and another is cancelled', async () => {
  const held = handStream()
  await using upstream = startUpstream()
  await using service = startService({ speechEngines: [], upstream: upstream.url })
  const { responses } = openaiClient(service, { retries: 0 })
  const started = await responses.create({ ...HELLO, background: true })
  let polled = started
  while (polled.status === 'queued' || polled.status === 'in_progress')
    polled = await responses.retrieve(started.id)
  expect(polled).toMatchObject({ status: 'completed', output_text: TEXT })
  upstream.script(() => held.response)
  const second = await responses.create({ ...HELLO, background: true })
  await upstream.until(() => upstream.active === 1)
  expect((await responses.cancel(second.id)).status).toBe('cancelled')
  await upstream.until(() => upstream.aborted === 1)
  upstream.script(defaultAnswer)
  expect((await responses.create(HELLO)).output_text).toBe(TEXT)
})
