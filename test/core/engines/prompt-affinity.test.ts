import { expect, test } from 'bun:test'
import { MAX_WARM_REQUESTS, PromptAffinity, WARM_MS } from '../../../src/core/engines/answer.ts'
import type { Account } from '../../../src/engines/contract/account.ts'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import type { Engine, Message } from '../../../src/engines/contract/text.ts'
import { NOON } from '../../support/accounts.ts'
import { conversationClient } from '../../support/conversations.ts'
import { fakeEngine, saying } from '../../support/engines.ts'
import { createTestApp, jsonInit, PRIMARY_KEY, type TestApp } from '../../support/service.ts'

const ALL = [{ id: 'one' }, { id: 'two' }, { id: 'three' }]

/** An engine of three accounts, which notes the one that is asked. */
function poolEngine(options: Partial<Engine> = {}) {
  const asked: string[] = []
  const engine = fakeEngine('pool', saying('Yes'), {
    accounts: ALL,
    async *run(_turn, { id }) {
      asked.push(id)
      yield [{ type: 'text', text: 'Yes' }]
      yield [{ type: 'finish', reason: 'stop' }]
    },
    ...options,
  })
  return { engine, asked }
}

/** The messages of a turn, with the answers before it. */
function turn(subject: string, number: number): Message[] {
  return Array.from({ length: number }, (_, index): Message[] => [
    { role: 'user', content: `${subject} ${index + 1}` },
    { role: 'assistant', content: 'Yes' },
  ])
    .flat()
    .slice(0, -1)
}

async function ask(
  service: TestApp,
  messages: readonly Message[],
  authorization = `Bearer ${PRIMARY_KEY}`,
): Promise<void> {
  const init = jsonInit('POST', { model: 'auto', messages }, { authorization })
  const response = await service.request('/v1/chat/completions', init)
  expect(response.status).toBe(200)
  await response.body?.cancel()
}

test('each turn of a conversation is answered by the account of the one before it', async () => {
  const { engine, asked } = poolEngine()
  await using service = createTestApp({ engines: [engine] })
  for (const number of [1, 2, 3])
    for (const subject of ['tea', 'bread']) await ask(service, turn(subject, number))
  expect(asked).toEqual(['one', 'two', 'one', 'two', 'one', 'two'])
  // A new conversation gets the account that was used longest ago, another one of its turns this one.
  await ask(service, turn('salt', 1))
  await ask(service, turn('tea', 2))
  expect(asked.slice(6)).toEqual(['three', 'one'])
})

test('a conversation goes on with its account from another dialect', async () => {
  const { engine, asked } = poolEngine()
  await using service = createTestApp({ engines: [engine] })
  const headers = { 'x-api-key': PRIMARY_KEY, 'anthropic-version': '2023-06-01' }
  for (const number of [1, 2]) {
    const body = { model: 'auto', max_tokens: 9, messages: turn('tea', number) }
    const response = await service.request('/v1/messages', jsonInit('POST', body, headers))
    expect(response.status).toBe(200)
    await response.body?.cancel()
  }
  await ask(service, turn('tea', 3))
  expect(asked).toEqual(['one', 'one', 'one'])
})

test('a conversation of the pages goes on with its account', async () => {
  const { engine, asked } = poolEngine()
  await using service = createTestApp({ engines: [engine] })
  const client = conversationClient(service, `Bearer ${PRIMARY_KEY}`)
  const path = await client.begin()
  const watch = await client.watch(path)
  for (const content of ['Tea?', 'Milk?', 'Sugar?']) {
    await client.json('POST', `${path}/messages`, { content })
    await watch.until({
      type: 'message',
      'message.status': 'complete',
      'message.role': 'assistant',
    })
  }
  await watch.close()
  expect(asked).toEqual(['one', 'one', 'one'])
})

test('nobody is sent to the account of another caller or of another model', async () => {
  const { engine, asked } = poolEngine()
  await using service = createTestApp({ engines: [engine] })
  const key = service.makeKey({ generate: true, agent_engines: ['pool'] })
  await ask(service, turn('tea', 1))
  await ask(service, turn('tea', 2), key.authorization)
  const init = jsonInit(
    'POST',
    { model: 'pool/large', messages: turn('tea', 2) },
    { authorization: `Bearer ${PRIMARY_KEY}` },
  )
  await (await service.request('/v1/chat/completions', init)).body?.cancel()
  expect(asked).toEqual(['one', 'two', 'three'])
})

test('no turn waits for its account while another one is free', async () => {
  let busy: readonly string[] = []
  const { engine, asked } = poolEngine({ isBusy: ({ id }) => busy.includes(id) })
  await using service = createTestApp({ engines: [engine] })
  await ask(service, turn('tea', 1))
  busy = ['one']
  await ask(service, turn('tea', 2))
  // The account of its last turn, not of its first.
  busy = []
  await ask(service, turn('tea', 3))
  // Where all are busy, the one that was used longest ago has most likely the shortest wait.
  busy = ALL.map(({ id }) => id)
  await ask(service, turn('tea', 4))
  expect(asked).toEqual(['one', 'two', 'two', 'three'])
})

test('a turn is not sent to an account that is parked', async () => {
  let isUsedUp = false
  const asked: string[] = []
  const { engine } = poolEngine({
    async *run(_turn, { id }) {
      asked.push(id)
      if (isUsedUp && id === 'one') throw new EngineFailure('quota', 'Used up')
      yield [{ type: 'text', text: 'Yes' }]
      yield [{ type: 'finish', reason: 'stop' }]
    },
  })
  await using service = createTestApp({ engines: [engine] })
  await ask(service, turn('tea', 1))
  isUsedUp = true
  await ask(service, turn('tea', 2))
  await ask(service, turn('tea', 3))
  // Also the turn after the first one, whose account it was.
  await ask(service, turn('tea', 2))
  expect(asked).toEqual(['one', 'one', 'two', 'two', 'two'])
})

test('an account is forgotten after ten minutes, and the oldest of too many requests', () => {
  let now = NOON
  const affinity = new PromptAffinity(() => now)
  const { engine } = poolEngine()
  const [account = { id: '' }]: Account[] = ALL
  const candidate = { engine, model: 'small' }
  const warm = (text: string) =>
    affinity.of('owner', [{ role: 'user', content: text }]).warmAccount(candidate)
  const answer = (text: string) =>
    affinity.of('owner', [{ role: 'user', content: text }]).answeredBy({ ...candidate, account })
  answer('tea')
  now += WARM_MS - 1
  expect(warm('tea')).toBe(account)
  now += 1
  expect(warm('tea')).toBeUndefined()
  answer('first')
  for (let count = 1; count < MAX_WARM_REQUESTS; count += 1) answer(`text ${count}`)
  expect(warm('first')).toBe(account)
  answer('last')
  expect([warm('first'), warm('last')]).toEqual([undefined, account])
})
