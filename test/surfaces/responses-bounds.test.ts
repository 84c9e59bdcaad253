import { expect, test } from 'bun:test'
import { MAX_CHAT_BYTES } from '../../src/surfaces/chat/limits.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

const PATH = '/v1/responses'
const ANSWER_BYTES = 7 * 1024 * 1024

test('references are bounded by what they stand for, also when one is repeated', async () => {
  const local = fakeEngine('local', saying('x'.repeat(ANSWER_BYTES)))
  await using service = createTestApp({ engines: [local] })
  const first: unknown = await (
    await service.asOwner('POST', PATH, { model: 'auto', input: 'Write a lot' })
  ).json()
  const reference = { type: 'item_reference', id: String(pick(first, 'output.0.id')) }
  const count = Math.ceil(MAX_CHAT_BYTES / ANSWER_BYTES)
  const body = { model: 'auto', input: Array(count).fill(reference) }
  const refused = await service.asOwner('POST', PATH, body)
  expect(refused.status).toBe(422)
  expect(await pickFrom(refused, 'error')).toMatchObject({ code: 'too_long', param: 'input' })
  expect(local.turns).toHaveLength(1)
})
