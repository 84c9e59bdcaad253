import { expect, test } from 'bun:test'
import { PromptSlots } from '../../src/engines/openai-http/answer.ts'
import { pick } from '../support/pick.ts'
import { createTestApp, jsonInit, localEngine, PRIMARY_KEY } from '../support/service.ts'

test('a conversation gets its own slot again, a new one the slot used longest ago', () => {
  const slots = new PromptSlots(2)
  const use = (conversation: string) => {
    using slot = slots.take(conversation)
    return slot?.id
  }
  expect(['tea', 'bread', 'tea', 'bread', 'tea'].map(use)).toEqual([0, 1, 0, 1, 0])
  // Instead of "bread", which is then new itself.
  expect(['salt', 'tea', 'bread'].map(use)).toEqual([1, 0, 1])
})

test('no request waits for a slot that is busy', () => {
  const slots = new PromptSlots(2)
  using first = slots.take('tea')
  using second = slots.take('tea')
  expect([first?.id, second?.id, slots.take('bread')]).toEqual([0, 1, undefined])
})

/** `llama-server`, and the slots that its requests have named. */
function startLlama(slots: number) {
  const asked: unknown[] = []
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/v1/models')
        return Response.json({ data: [{ id: 'hand', owned_by: 'llamacpp' }] })
      if (pathname === '/props') return Response.json({ total_slots: slots })
      if (pathname !== '/v1/chat/completions') return new Response(null, { status: 404 })
      asked.push(pick(await request.json(), 'id_slot'))
      const message = { role: 'assistant', content: 'Yes' }
      return Response.json({ choices: [{ index: 0, message, finish_reason: 'stop' }] })
    },
  })
  return {
    asked,
    url: `http://127.0.0.1:${server.port}/v1`,
    [Symbol.asyncDispose]: () => server.stop(true),
  }
}

test('llama.cpp is told the slot of a conversation where it answers several at a time', async () => {
  await using server = startLlama(2)
  const { asked } = server
  // More than the server has: one that it does not have would be waited for.
  const engine = localEngine(server.url, { models: ['hand'], parallel: 4 })
  await using service = createTestApp({ engines: [engine] })
  const ask = async (...contents: string[]) => {
    const messages = contents.map((content, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
    }))
    const init = jsonInit(
      'POST',
      { model: 'auto', messages },
      { authorization: `Bearer ${PRIMARY_KEY}` },
    )
    const response = await service.request('/v1/chat/completions', init)
    expect(response.status).toBe(200)
    await response.body?.cancel()
  }
  // What the server is, is not known yet.
  await ask('tea')
  await engine.refresh?.(new AbortController().signal)
  await ask('tea')
  await ask('bread')
  await ask('tea', 'Yes', 'milk')
  await ask('bread', 'Yes', 'salt')
  expect(asked).toEqual([undefined, 0, 1, 0, 1])
})

test('a server with one slot, or one that does not tell, has none to name', async () => {
  for (const slots of [1, 0]) {
    await using server = startLlama(slots)
    const engine = localEngine(server.url, { models: ['hand'], parallel: 4 })
    await engine.refresh?.(new AbortController().signal)
    expect(engine.hasPromptSlots).toBe(false)
  }
})
