import { expect, test } from 'bun:test'
import { failureFrame, sseResponse } from '../../src/http/reply/sse.ts'
import { contextOf } from '../support/http-context.ts'

test('sseResponse() sends its first frame before it asks for the others', async () => {
  let isAsked = false
  async function* others(): AsyncGenerator<string> {
    isAsked = true
    yield 'data: 2\n\n'
  }
  const { body } = sseResponse(contextOf().connection, others(), {
    firstFrame: 'data: 1\n\n',
    failure: failureFrame,
    onClose: () => {},
  })
  await Bun.sleep(0)
  expect(isAsked).toBe(false)
  const chunks = await Array.fromAsync(body ?? [], (chunk) => new TextDecoder().decode(chunk))
  expect(chunks).toEqual(['data: 1\n\n', 'data: 2\n\n'])
})
