import { expect, test } from 'bun:test'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import { EngineAccount, EngineList } from '../../src/features/admin/engine-routes.ts'
import { matches } from '../../src/platform/check.ts'
import { failure, HOUR, NOON, poolEngine } from '../support/accounts.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp } from '../support/service.ts'

const ASK = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }
const PATHS = ['probe', 'clear', 'disable', 'enable'].map(
  (action) => `/admin/engines/pool/accounts/a/${action}`,
)

test('the engine routes need the Primary Key: 401 without a key, 403 with a custom one', async () => {
  await using service = createTestApp({ speechEngines: [], engines: [poolEngine(['a']).engine] })
  const { authorization } = service.makeKey()
  expect((await service.request('/admin/engines')).status).toBe(401)
  expect((await service.request('/admin/engines', { headers: { authorization } })).status).toBe(403)
  const posts = await Promise.all(
    PATHS.flatMap((path) => [
      service.request(path, { method: 'POST' }),
      service.request(path, { method: 'POST', headers: { authorization } }),
    ]),
  )
  expect(posts.map(({ status }) => status)).toEqual([401, 403, 401, 403, 401, 403, 401, 403])
})

test('GET /admin/engines lists every engine with its accounts and the calls of seven days', async () => {
  let now = NOON - 8 * 24 * HOUR
  const engine = fakeEngine('pool', failing(new EngineFailure('quota', 'Used up')), {
    label: 'Pool',
    accounts: [{ id: 'a' }, { id: 'b' }],
  })
  const spare = fakeEngine('spare', saying('Here'))
  await using service = createTestApp({
    speechEngines: [],
    engines: [engine, spare],
    now: () => now,
  })
  await service.asOwner('POST', '/v1/chat/completions', ASK)
  now = NOON
  await service.asOwner('POST', '/v1/chat/completions', ASK)
  await service.asOwner('POST', '/v1/chat/completions', ASK)
  const list = await (await service.asOwner('GET', '/admin/engines')).json()
  expect(matches(EngineList, list)).toBe(true)
  expect(list).toMatchObject({
    next_cursor: null,
    items: [
      {
        id: 'pool',
        label: 'Pool',
        models: ['small', 'large'],
        max_characters: 100_000,
        timeout_seconds: engine.timeoutMs / 1000,
        capabilities: { images: true, structured: true, tools: true },
        accounts: [
          {
            id: 'a',
            state: 'parked',
            class: 'quota',
            evidence: 'Used up',
            since: new Date(NOON).toISOString(),
            until: new Date(NOON + HOUR).toISOString(),
            set_by: 'engine',
            families: [],
            probed_at: null,
          },
          { id: 'b', state: 'parked' },
        ],
      },
      { id: 'spare', accounts: [{ id: 'only', state: 'ok', class: null, since: null }] },
    ],
  })
  const days = (path: string) => pickList(list, `${path}.days`)
  expect(days('items.0.accounts.0')).toHaveLength(7)
  expect(days('items.0.accounts.0')[0]).toEqual({ day: '2026-11-14', calls: 0, failures: 0 })
  expect(days('items.0.accounts.0')[6]).toEqual({ day: '2026-11-20', calls: 1, failures: 1 })
  expect(days('items.1.accounts.0')[6]).toEqual({ day: '2026-11-20', calls: 2, failures: 0 })
})

test('POST …/probe probes at once and answers with the account’s record', async () => {
  const { engine, failures, probed } = poolEngine(['a'])
  failures.set('a', failure('signed_out'))
  await using service = createTestApp({ speechEngines: [], engines: [engine], now: () => NOON })
  const probe = async () =>
    (await service.asOwner('POST', '/admin/engines/pool/accounts/a/probe')).json()
  const parked = await probe()
  expect(matches(EngineAccount, parked)).toBe(true)
  expect(parked).toMatchObject({
    engine: 'pool',
    id: 'a',
    state: 'parked',
    class: 'signed_out',
    evidence: 'It said signed_out',
    until: null,
    set_by: 'owner',
    probed_at: new Date(NOON).toISOString(),
  })
  failures.clear()
  expect(await probe()).toMatchObject({ state: 'ok', class: null, set_by: null })
  expect(probed).toEqual(['a', 'a'])
})

test('POST …/clear re-admits a parked account', async () => {
  const engine = fakeEngine('pool', failing(new EngineFailure('signed_out', 'Not logged in')))
  await using service = createTestApp({ speechEngines: [], engines: [engine] })
  await service.asOwner('POST', '/v1/chat/completions', ASK)
  await service.asOwner('POST', '/v1/chat/completions', ASK)
  expect(engine.turns).toHaveLength(1)
  const cleared = await service.asOwner('POST', '/admin/engines/pool/accounts/only/clear')
  expect(cleared.status).toBe(200)
  expect(await cleared.json()).toMatchObject({ state: 'ok', class: null })
  await service.asOwner('POST', '/v1/chat/completions', ASK)
  expect(engine.turns).toHaveLength(2)
})

test('POST …/disable takes an account out of use until …/enable', async () => {
  const { engine, probed } = poolEngine(['a'])
  await using service = createTestApp({ speechEngines: [], engines: [engine], now: () => NOON })
  const post = (action: string) =>
    service.asOwner('POST', `/admin/engines/pool/accounts/a/${action}`)
  expect(await (await post('disable')).json()).toMatchObject({
    state: 'disabled',
    set_by: 'owner',
    since: new Date(NOON).toISOString(),
  })
  expect((await service.asOwner('POST', '/v1/chat/completions', ASK)).status).toBe(503)
  expect(engine.turns).toEqual([])
  const refused = await post('probe')
  expect(refused.status).toBe(409)
  expect(await pickFrom(refused, 'code')).toBe('conflict')
  expect(probed).toEqual([])
  expect(await pickFrom(await post('enable'), 'state')).toBe('ok')
  expect((await service.asOwner('POST', '/v1/chat/completions', ASK)).status).toBe(200)
})

test('an unknown engine, account or action is 404', async () => {
  await using service = createTestApp({ speechEngines: [], engines: [poolEngine(['a']).engine] })
  const paths = [
    '/admin/engines/none/accounts/a/probe',
    '/admin/engines/pool/accounts/none/clear',
    '/admin/engines/pool/accounts/a%2Fb/disable',
    '/admin/engines/pool/accounts/__proto__/enable',
    '/admin/engines/pool/accounts/a/burn',
  ]
  const answers = await Promise.all(paths.map((path) => service.asOwner('POST', path)))
  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
  expect(pick(await answers[0]?.json(), 'detail')).toBe(
    'There is no such account of such an engine',
  )
})
