import { expect, test } from 'bun:test'
import { MAX_CHAT_BYTES } from '../../src/features/chat/http/limits.ts'
import { fakeEngine, saying } from '../support/engines.ts'
import { pickFrom } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

const PATH = '/v1/responses'
const ANSWER_BYTES = 7 * 1024 * 1024
const TOKEN = 'a'.repeat(22)

test('references are bounded by what they stand for, also when one is repeated', async () => {
  const local = fakeEngine('local', saying('Yes'))
  await using service = createTestApp({ engines: [local] })
  const ask = (count: number) => {
    const reference = { type: 'item_reference', id: `msg_${TOKEN}_0` }
    return service.asOwner('POST', PATH, { model: 'auto', input: Array(count).fill(reference) })
  }
  // As an answer of this length leaves it.
  const content = [{ type: 'output_text', text: 'x'.repeat(ANSWER_BYTES) }]
  const item = { id: `msg_${TOKEN}_0`, type: 'message', role: 'assistant', content }
  const caller = { owner: 'primary', actor: 'primary', keyId: null, project: null }
  await service.services.responses.keep({
    ...{ id: `resp_${TOKEN}`, previousId: undefined },
    caller: { ...caller, product: null, engines: null, requestId: 'r' },
    response: { id: `resp_${TOKEN}`, status: 'completed', output: [item] },
  })
  const refused = await ask(Math.ceil(MAX_CHAT_BYTES / ANSWER_BYTES))
  expect(refused.status).toBe(422)
  expect(await pickFrom(refused, 'error')).toMatchObject({ code: 'too_long', param: 'input' })
  // Few enough to be read, and then too long for the model.
  const read = await ask(1)
  expect(await pickFrom(read, 'error')).toMatchObject({ code: 'too_long', param: 'messages' })
  expect(local.turns).toHaveLength(0)
})
