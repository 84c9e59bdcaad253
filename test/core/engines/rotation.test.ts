import { expect, test } from 'bun:test'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import { HOUR, NOON } from '../../support/accounts.ts'
import { failing, fakeEngine, saying } from '../../support/engines.ts'
import { pick, pickList } from '../../support/pick.ts'
import { tempFolder } from '../../support/process.ts'
import { createTestApp, jsonInit, type TestApp } from '../../support/service.ts'

const ALL = [{ id: 'one' }, { id: 'two' }, { id: 'three' }]

function ask(text: string, stream = false) {
  return { model: 'auto', stream, messages: [{ role: 'user', content: text }] }
}

function textOf(stream: string): string {
  return stream
    .split('\n\n')
    .filter((event) => event.startsWith('data: {'))
    .map((event) => pick(JSON.parse(event.slice('data: '.length)), 'choices.0.delta.content') ?? '')
    .join('')
}

async function accountsOf(service: TestApp): Promise<unknown[]> {
  return pickList(await (await service.asOwner('GET', '/admin/engines')).json(), 'items.0.accounts')
}

/**
 * Accounts one and two have used up their quota, three answers. No run fails before all six have
 * started.
 */
function quotaEngine(until: number) {
  const started = Promise.withResolvers<void>()
  const asked: string[] = []
  const engine = fakeEngine('pool', saying(), {
    accounts: ALL,
    async *run({ messages }, { id }) {
      asked.push(id)
      if (asked.length === 6) started.resolve()
      await started.promise
      if (id !== 'three') throw new EngineFailure('quota', 'You have hit your limit', { until })
      for (const word of [id, ' answers ', String(messages.at(-1)?.content), ' in', ' full'])
        yield [{ type: 'text', text: word }]
      yield [{ type: 'finish', reason: 'stop' }]
    },
  })
  return { engine, asked }
}

test('with two of three accounts out of quota, six streams at once are whole and from the third', async () => {
  const { engine, asked } = quotaEngine(NOON + 2 * HOUR)
  await using service = createTestApp({ engines: [engine], heavyWidth: 6, now: () => NOON })
  const keys = ['x', 'y', 'z'].map((label) =>
    service.makeKey({ generate: true, agent_engines: ['pool'] }, label),
  )
  const texts = await Promise.all(
    keys.flatMap(({ authorization }, key) =>
      [0, 1].map(async (turn) => {
        const body = ask(`${key}.${turn}`, true)
        const response = await service.request(
          '/v1/chat/completions',
          jsonInit('POST', body, { authorization }),
        )
        expect(response.status).toBe(200)
        return response.text()
      }),
    ),
  )
  expect(texts.map(textOf)).toEqual(
    ['0.0', '0.1', '1.0', '1.1', '2.0', '2.1'].map((name) => `three answers ${name} in full`),
  )
  for (const text of texts) {
    expect(text).not.toContain('"error"')
    expect(text.endsWith('data: [DONE]\n\n')).toBe(true)
  }
  // The first six calls were spread over all accounts, longest unused first.
  expect(asked.slice(0, 6)).toEqual(['one', 'two', 'three', 'one', 'two', 'three'])
  const until = new Date(NOON + 2 * HOUR).toISOString()
  expect(await accountsOf(service)).toMatchObject([
    { id: 'one', state: 'parked', class: 'quota', until, set_by: 'engine' },
    { id: 'two', state: 'parked', class: 'quota', until, set_by: 'engine' },
    { id: 'three', state: 'ok', class: null, until: null, set_by: null },
  ])
})

test('a parked account is not asked after a restart either', async () => {
  using folder = tempFolder()
  const asked: string[] = []
  const engine = () =>
    fakeEngine('pool', saying(), {
      accounts: ALL.slice(0, 2),
      async *run(_turn, { id }) {
        asked.push(id)
        if (id === 'one') throw new EngineFailure('quota', 'Used up', { until: NOON + HOUR })
        yield [{ type: 'text', text: id }]
      },
    })
  const start = () =>
    createTestApp({ engines: [engine()], env: { DATA_DIR: folder.path }, now: () => NOON })
  {
    await using service = start()
    expect((await service.asOwner('POST', '/v1/chat/completions', ask('hi'))).status).toBe(200)
  }
  await using service = start()
  expect((await service.asOwner('POST', '/v1/chat/completions', ask('hi'))).status).toBe(200)
  expect(asked).toEqual(['one', 'two', 'two'])
  expect(await accountsOf(service)).toMatchObject([{ state: 'parked' }, { state: 'ok' }])
})

test('no other account continues an answer after its first text, but the account is parked', async () => {
  const asked: string[] = []
  const engine = fakeEngine('pool', saying(), {
    accounts: ALL,
    async *run(_turn, { id }) {
      asked.push(id)
      yield [{ type: 'text', text: 'Half an' }]
      throw new EngineFailure('quota', 'Used up')
    },
  })
  await using service = createTestApp({ engines: [engine], now: () => NOON })
  const text = await (await service.asOwner('POST', '/v1/chat/completions', ask('hi', true))).text()
  expect(textOf(text)).toBe('Half an')
  expect(text).toContain('"code":"engine_failed"')
  expect(asked).toEqual(['one'])
  expect(await accountsOf(service)).toMatchObject([{ state: 'parked' }, { state: 'ok' }, {}])
})

test('empty pieces before a failure do not count as text: the next account answers the stream', async () => {
  const engine = fakeEngine('pool', saying(), {
    accounts: ALL,
    async *run(_turn, { id }) {
      yield [{ type: 'text', text: '' }]
      if (id === 'one') throw new EngineFailure('transient', 'cut')
      yield [
        { type: 'text', text: id },
        { type: 'finish', reason: 'stop' },
      ]
    },
  })
  await using service = createTestApp({ engines: [engine] })
  const text = await (await service.asOwner('POST', '/v1/chat/completions', ask('hi', true))).text()
  expect(textOf(text)).toBe('two')
  expect(text).not.toContain('"error"')
})

test('an answer removes a temporary failure of its account', async () => {
  let failures = 1
  const engine = fakeEngine('pool', saying(), {
    async *run() {
      failures -= 1
      if (failures === 0) throw new EngineFailure('transient', 'Connection refused')
      yield [{ type: 'text', text: 'Back' }]
    },
  })
  await using service = createTestApp({ engines: [engine] })
  expect((await service.asOwner('POST', '/v1/chat/completions', ask('hi'))).status).toBe(503)
  expect(await accountsOf(service)).toMatchObject([{ state: 'parked', class: 'transient' }])
  expect((await service.asOwner('POST', '/v1/chat/completions', ask('hi'))).status).toBe(200)
  expect(await accountsOf(service)).toMatchObject([{ state: 'ok', class: null }])
})

test('an answer that was cut at its length before any text still has its end', async () => {
  const engine = fakeEngine('pool', async function* cut() {
    yield [{ type: 'finish', reason: 'length' }]
  })
  await using service = createTestApp({ engines: [engine] })
  const answer = await service.asOwner('POST', '/v1/chat/completions', ask('hi'))
  expect(pick(await answer.json(), 'choices.0.finish_reason')).toBe('length')
})

test('with every account out of quota the answer is 503 with Retry-After 20, and auto goes on if it can', async () => {
  const spent = fakeEngine('spent', failing(new EngineFailure('quota', 'Used up')), {
    accounts: ALL,
  })
  const spare = fakeEngine('spare', saying('Here'))
  await using service = createTestApp({ engines: [spent, spare] })
  const pinned = await service.asOwner('POST', '/v1/chat/completions', {
    ...ask('hi'),
    model: 'spent',
  })
  expect(pinned.status).toBe(503)
  expect(pinned.headers.get('retry-after')).toBe('20')
  expect(pick(await pinned.json(), 'code')).toBe('no_engine')
  expect(spent.turns).toHaveLength(3)
  const auto = await service.asOwner('POST', '/v1/chat/completions', ask('hi'))
  expect(pick(await auto.json(), 'model')).toBe('spare/small')
  expect(spent.turns).toHaveLength(3)
})
