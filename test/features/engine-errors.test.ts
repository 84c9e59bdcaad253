import { expect, test } from 'bun:test'
import { buildEngines } from '../../src/engines/build-engines.ts'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { Engine } from '../../src/engines/contract/text.ts'
import { lines, recording, type Scenario, startTool } from '../support/cli-double.ts'
import { createDevice } from '../support/devices.ts'
import { failing, fakeEngine, saying } from '../support/engines.ts'
import { pick, pickList } from '../support/pick.ts'
import {
  jsonInit,
  localEngine,
  PRIMARY_KEY,
  startService,
  type TestService,
} from '../support/service.ts'
import { type Script, startUpstream } from '../support/upstream.ts'
import { makeUser } from '../support/users.ts'

const ASK = { model: 'auto', messages: [{ role: 'user', content: 'hi' }] }
const CHAT = '/v1/chat/completions'
const GENERATE = '/api/ai/generate'
/** The whole wait for a model that is being loaded. */
const LIMITS = { modelLoadWaitMs: 62 }

async function post(service: TestService, path: string, body: object, headers: object) {
  return await fetch(service.url + path, jsonInit('POST', body, { ...headers }))
}

/** The final record of a job. */
async function jobEnd(service: TestService, headers: Record<string, string>): Promise<unknown> {
  const made: unknown = await (
    await post(service, GENERATE, { prompt: 'hi', async: true }, headers)
  ).json()
  const path = `${GENERATE}/${pick(made, 'job_id')}`
  await (await fetch(`${service.url}${path}/events`, { headers })).text()
  return await (await fetch(service.url + path, { headers })).json()
}

/** Everywhere that one caller is told why it has no answer. */
async function everyTelling(service: TestService, headers: Record<string, string>) {
  const whole = await post(service, CHAT, ASK, headers)
  const body: unknown = await whole.json()
  const waits = await post(service, GENERATE, { prompt: 'hi' }, headers)
  const job = await jobEnd(service, headers)
  return {
    status: whole.status,
    code: pick(body, 'code'),
    retryAfter: whole.headers.get('retry-after'),
    details: [
      pick(body, 'detail'),
      pick(body, 'error.message'),
      pick(await waits.json(), 'detail'),
      pick(job, 'error.detail'),
    ],
    jobCode: pick(job, 'error.code'),
  }
}

async function expectTelling(
  engines: readonly Engine[],
  { status = 503, code = 'no_engine', retryAfter = null as string | null, plain = '', reason = '' },
) {
  await using service = startService({ speechEngines: [], engines, limits: LIMITS })
  const owner = { authorization: `Bearer ${PRIMARY_KEY}` }
  // The servers are looked at before the list is sent.
  await service.asOwner('GET', '/v1/models')
  const ids = engines.map(({ id }) => id)
  const { authorization } = service.makeKey({ generate: true, agent_engines: ids })
  const both = [await everyTelling(service, { authorization }), await everyTelling(service, owner)]
  for (const [at, told] of both.entries()) {
    const detail = at === 0 ? plain : `${plain} (${reason})`
    const details = [detail, detail, detail, detail]
    expect(told).toEqual({ status, code, retryAfter, details, jobCode: code })
  }
}

function upstreamOf(script: Script) {
  const upstream = startUpstream(script)
  return { upstream, engine: localEngine(upstream.url) }
}

test('a tool that is not installed, is signed out or has used up its quota is told apart', async () => {
  using absent = startTool('claude', { steps: [] })
  await Bun.file(absent.command).delete()
  await expectTelling([absent.engine], {
    plain: 'No engine could answer: tool is not installed',
    reason: 'tool: Cannot start claude: ENOENT',
  })
  const signedOut: Scenario = {
    steps: [{ err: 'Not logged in · Please run /login\n' }],
    exit: 1,
  }
  using out = startTool('claude', signedOut)
  await expectTelling([out.engine], {
    plain: 'No engine could answer: tool is signed out',
    reason: 'tool: Not logged in · Please run /login',
  })
  const resetsAt = Math.ceil(Date.now() / 1000) + 5 * 3600
  const rejected = { status: 'rejected', resetsAt, rateLimitType: 'five_hour' }
  using spent = startTool('claude', {
    steps: [
      lines(
        { type: 'system', subtype: 'init', tools: [], apiKeySource: 'none' },
        { type: 'rate_limit_event', rate_limit_info: rejected },
      ),
    ],
    exit: 1,
  })
  const until = new Date(resetsAt * 1000).toISOString().replace('.000Z', 'Z')
  await expectTelling([spent.engine], {
    retryAfter: '3600',
    plain: `No engine could answer: tool has used up its quota until ${until}`,
    reason: "tool: Claude's limit is reached: five_hour, rejected",
  })
})

test('a server that is down, has no such model, refuses its key or fails is told apart', async () => {
  const gone = startUpstream()
  await gone[Symbol.asyncDispose]()
  await expectTelling([localEngine(gone.url)], {
    retryAfter: '20',
    plain: 'No engine could answer: local cannot be reached; try again later',
    reason: 'local: Cannot reach the engine: ECONNREFUSED',
  })
  const cases = [
    [404, 'model "test-model" not found', null, 'local does not have the model'],
    [401, 'Invalid API Key', null, 'local does not accept its configured key'],
    [500, 'CUDA out of memory', '20', 'local failed'],
    [503, 'Loading model', '20', 'local is still loading its model; try again later'],
  ] as const
  for (const [status, message, retryAfter, words] of cases) {
    const { upstream, engine } = upstreamOf(() => Response.json({ error: { message } }, { status }))
    await using _ = upstream
    await expectTelling([engine], {
      retryAfter,
      plain: `No engine could answer: ${words}`,
      reason: `local: The engine answered ${status}: ${message}`,
    })
  }
})

test('a conversation that fits no context has OpenAI’s code, with the sizes, and parks nobody', async () => {
  const error = {
    message: 'too big',
    type: 'exceed_context_size_error',
    n_prompt_tokens: 9,
    n_ctx: 8,
  }
  const { upstream, engine } = upstreamOf(() => Response.json({ error }, { status: 400 }))
  await using _ = upstream
  await using service = startService({
    speechEngines: [],
    engines: [engine, fakeEngine('roomy', saying('Hello'))],
  })
  const owner = { authorization: `Bearer ${PRIMARY_KEY}` }
  const elsewhere = await post(service, CHAT, ASK, owner)
  expect(pick(await elsewhere.json(), 'model')).toBe('roomy/small')
  const pinned = { ...ASK, model: 'local' }
  const whole = await post(service, CHAT, pinned, owner)
  expect(whole.status).toBe(400)
  expect(await whole.json()).toMatchObject({
    code: 'context_length_exceeded',
    error: { type: 'invalid_request_error', code: 'context_length_exceeded', param: 'messages' },
    detail:
      'The conversation is too long for the model of local: it has 9 tokens, the context holds 8 (local: The engine answered 400: too big)',
  })
  expect(service.services.accounts.parked()).toEqual({ local: 0, roomy: 0 })
})

test('of several models that are too small, the largest is named', async () => {
  const small = (id: string, limit: number) =>
    fakeEngine(
      id,
      failing(
        new EngineFailure('context_exceeded', 'too long', {
          retryableElsewhere: true,
          context: { limit },
        }),
      ),
    )
  await using service = startService({
    speechEngines: [],
    engines: [small('a', 8), small('b', 16), small('c', 4)],
  })
  const { authorization } = service.makeKey({ generate: true, agent_engines: ['a', 'b', 'c'] })
  const response = await post(service, CHAT, ASK, { authorization })
  expect(pick(await response.json(), 'detail')).toBe(
    'The conversation is too long for the model of b: its context holds 16 tokens',
  )
})

test('a model that is still loading is waited for', async () => {
  let calls = 0
  await using loading = startUpstream(async () => {
    calls += 1
    if (calls < 4) return Response.json({ error: { message: 'Loading model' } }, { status: 503 })
    return Response.json({ choices: [{ message: { content: 'Ready' }, finish_reason: 'stop' }] })
  })
  await using service = startService({ speechEngines: [], upstream: loading.url, limits: LIMITS })
  const response = await service.asOwner('POST', CHAT, ASK)
  expect(pick(await response.json(), 'choices.0.message.content')).toBe('Ready')
  expect(calls).toBe(4)
})

test('a model that is loading is not waited for while another engine can answer', async () => {
  const loading = failing(new EngineFailure('loading', 'Loading model'))
  const first = fakeEngine('first', loading)
  const second = fakeEngine('second', saying('Hello'))
  await using service = startService({ speechEngines: [], engines: [first, second] })
  const response = await service.asOwner('POST', CHAT, ASK)
  expect(pick(await response.json(), 'model')).toBe('second/small')
  expect(first.turns).toHaveLength(1)
})

test('a server whose models are not known yet is told as any other that does not answer', async () => {
  const gone = startUpstream()
  await gone[Symbol.asyncDispose]()
  const [engine] = buildEngines([
    {
      id: 'later',
      adapter: 'openai-http',
      base_url: gone.url,
      max_characters: 1000,
      timeout_seconds: 60,
    },
  ])
  if (engine === undefined) throw new Error('One setting makes one engine')
  await expectTelling([engine], {
    retryAfter: '20',
    plain: 'No engine could answer: later cannot be reached; try again later',
    reason: 'later: Cannot reach the engine: ECONNREFUSED',
  })
})

test('an account that is disabled or parked says so without being asked', async () => {
  const until = Date.now() + 30 * 60_000
  const spent = fakeEngine('spent', failing(new EngineFailure('quota', 'limit', { until })))
  const off = fakeEngine('off', saying('Hello'))
  await using service = startService({ speechEngines: [], engines: [spent, off] })
  const disable = async (id: string) => {
    const engines = pickList(await (await service.asOwner('GET', '/admin/engines')).json(), 'items')
    // On another machine, the account has the name of the machine as well.
    const [account] = pickList(
      engines.find((engine) => pick(engine, 'id') === id),
      'accounts',
    )
    await service.asOwner('POST', `/admin/engines/${id}/accounts/${pick(account, 'id')}/disable`)
  }
  await disable('off')
  await service.asOwner('POST', CHAT, ASK)
  const again = await service.asOwner('POST', CHAT, ASK)
  const time = new Date(Math.ceil(until / 1000) * 1000).toISOString().replace('.000Z', 'Z')
  expect(pick(await again.json(), 'detail')).toBe(
    `No engine could answer: spent has used up its quota until ${time}; off is disabled by the owner (spent: limit)`,
  )
  expect(spent.turns).toHaveLength(1)
  await disable('spent')
  const off2 = await service.asOwner('POST', CHAT, ASK)
  expect(pick(await off2.json(), 'detail')).toBe(
    'No engine could answer: spent and off are disabled by the owner',
  )
  // The official clients would repeat a 503 at once.
  expect([off2.headers.get('retry-after'), off2.headers.get('x-should-retry')]).toEqual([
    null,
    'false',
  ])
})

test('only the Primary Key and an admin’s session are told the engine’s own reason', async () => {
  const engine = fakeEngine(
    'local',
    failing(new EngineFailure('transient', 'disk /srv/models full')),
  )
  await using service = startService({
    speechEngines: [],
    engines: [engine],
    env: { TRUSTED_NETWORKS: '127.0.0.1' },
  })
  const admin = makeUser(service.services, { role: 'admin', email: 'owner@example.test' })
  const user = makeUser(service.services)
  const { authorization } = service.makeKey()
  const told = async (headers: object, path = GENERATE) => {
    const body = path === GENERATE ? { prompt: 'hi' } : ASK
    const said = await (await post(service, path, body, headers)).text()
    return said.includes('disk /srv/models full')
  }
  const origin = { host: `127.0.0.1:${service.port}`, origin: service.url }
  expect(await told({ authorization: `Bearer ${PRIMARY_KEY}` })).toBe(true)
  expect(await told({ ...admin.headers, ...origin })).toBe(true)
  expect(await told({ ...user.headers, ...origin })).toBe(false)
  expect(await told({ authorization })).toBe(false)
  expect(await told({})).toBe(false)
  const device = createDevice(service, admin)
  expect(await told(device.headers, '/api/code/v1/chat/completions')).toBe(false)
})

test('a failure within a stream tells the owner the reason, and others the sentence', async () => {
  const engine = fakeEngine(
    'local',
    failing(new EngineFailure('transient', 'slot 3 of 10.0.0.7 crashed'), 'Half an'),
  )
  await using service = startService({ speechEngines: [], engines: [engine] })
  const messageFor = async (authorization: string) => {
    const body = { ...ASK, stream: true }
    const text = await (await post(service, CHAT, body, { authorization })).text()
    const last = text.split('\n\n').findLast((part) => part.startsWith('data: {'))
    return pick(JSON.parse(last?.slice(6) ?? ''), 'error.message')
  }
  const plain = 'The engine local failed before its answer was whole'
  expect(await messageFor(service.makeKey().authorization)).toBe(plain)
  expect(await messageFor(`Bearer ${PRIMARY_KEY}`)).toBe(
    `${plain} (local: slot 3 of 10.0.0.7 crashed)`,
  )
})

test('the code surface says that no subscription could answer, whatever the engines are', async () => {
  using tool = startTool('codex', recording('codex', 'badkey'))
  const gone = startUpstream()
  await gone[Symbol.asyncDispose]()
  const detailOf = async (engines: readonly Engine[]) => {
    await using service = startService({ speechEngines: [], engines })
    const { headers } = createDevice(service)
    const response = await post(service, '/api/code/v1/chat/completions', ASK, headers)
    return pick(await response.json(), 'detail')
  }
  const local = localEngine(gone.url)
  expect(await detailOf([tool.engine])).toBe('No subscription could answer: tool is signed out')
  expect(await detailOf([local])).toBe(
    'No subscription could answer: local cannot be reached; try again later',
  )
  expect(await detailOf([tool.engine, local])).toBe(
    'No subscription could answer: tool is signed out; local cannot be reached; try again later',
  )
})

test('a request that the server refuses is told with the server’s words to the owner only', async () => {
  const error = { message: 'no such file: /srv/models/a.gguf' }
  const { upstream, engine } = upstreamOf(() => Response.json({ error }, { status: 400 }))
  await using _ = upstream
  await using service = startService({ speechEngines: [], engines: [engine] })
  const detailFor = async (authorization: string) =>
    pick(await (await post(service, CHAT, ASK, { authorization })).json(), 'detail')
  const plain = 'The engine local refused the request'
  expect(await detailFor(service.makeKey().authorization)).toBe(plain)
  expect(await detailFor(`Bearer ${PRIMARY_KEY}`)).toBe(
    `${plain} (local: The engine answered 400: ${error.message})`,
  )
})

test('what Hearth itself says of a request is told to every caller', async () => {
  using tool = startTool('agy', { steps: [] })
  await using service = startService({ speechEngines: [], engines: [tool.engine] })
  const { authorization } = service.makeKey({ generate: true, agent_engines: ['tool'] })
  const body = { model: 'tool', messages: [{ role: 'user', content: 'ß'.repeat(90_000) }] }
  const response = await post(service, CHAT, body, { authorization })
  expect(await response.json()).toMatchObject({
    code: 'engine_refused',
    detail: expect.stringContaining('The prompt is too long: it has 180000 bytes'),
  })
})
