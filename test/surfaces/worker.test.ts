import { expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { EngineFailure } from '../../src/engines/contract/failure.ts'
import type { Turn } from '../../src/engines/contract/text.ts'
import type { Sandbox } from '../../src/sandbox/contract.ts'
import { fakeEngine } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, type TestOptions } from '../support/service.ts'
import { fakeSandbox, type ScriptedCall } from '../support/workers.ts'

const PATH = '/api/ai/worker'
const BODY = { profile: 'read_docs', brief: 'Add the numbers' }
const text = (content: string, filename: string) => ({
  data: Buffer.from(content).toString('base64'),
  media_type: 'text/plain',
  filename,
})

/** An engine that answers each turn of a worker with calls, the last ones again and again. */
function callingEngine(...script: (ScriptedCall[] | ((turn: Turn) => Promise<ScriptedCall[]>))[]) {
  let turns = 0
  return fakeEngine('local', async function* (turn) {
    const next = script[Math.min(turns++, script.length - 1)] ?? []
    const calls = typeof next === 'function' ? await next(turn) : next
    yield [
      {
        type: 'delta',
        delta: {
          tool_calls: calls.map(([name, args], index) => ({
            id: `call_${turns}_${index}`,
            type: 'function',
            function: { name, arguments: JSON.stringify(args) },
          })),
        },
      },
      { type: 'finish', reason: 'tool_calls' },
    ]
  })
}

function service(
  script: Parameters<typeof callingEngine>,
  { sandbox = fakeSandbox(), ...options }: TestOptions = {},
) {
  const engine = callingEngine(...script)
  const app = createTestApp({ engines: [engine], sandbox, ...options })
  return {
    ...app,
    engine,
    /** Asks for a job and follows it to its end. */
    async finished(body: object = BODY, headers: Record<string, string> = {}) {
      const made = await app.asOwner('POST', PATH, body)
      expect(made.status).toBe(202)
      const location = made.headers.get('location') ?? ''
      const init = { headers: { authorization: 'Bearer primary-key-of-the-tests', ...headers } }
      const events = await (await app.request(`${location}/events`, init)).text()
      const records = events
        .split('\n\n')
        .filter((event) => event.startsWith('data: '))
        .map((event) => JSON.parse(event.slice('data: '.length)))
      return { location, records, job: await (await app.request(location, init)).json() }
    },
  }
}

const FINISH: ScriptedCall[] = [['finish', { answer: 'It is 3' }]]

test('POST /api/ai/worker reads documents, hands over an artifact and answers', async () => {
  using folder = tempFolder()
  await using app = service(
    [
      [
        ['read_file', { path: '/inputs/a.txt' }],
        ['read_file', { path: '/inputs/a-2.txt' }],
      ],
      [['write_artifact', { name: 'sum <1>.html', text: '<b>3</b>' }], ...FINISH],
    ],
    { env: { DATA_DIR: folder.path } },
  )
  const attachments = [text('1', 'a.txt'), text('2', '../a.txt')]
  const { location, job, records } = await app.finished({ ...BODY, attachments })
  expect(location).toMatch(/^\/api\/ai\/worker\/wrk_[A-Za-z0-9_-]{22}$/)
  expect(job).toMatchObject({
    kind: 'worker',
    status: 'succeeded',
    profile: 'read_docs',
    brief: BODY.brief,
    result: { answer: 'It is 3', engine: 'local', model: 'small' },
    progress: { unit: 'steps' },
    steps: [
      { tool: 'read_file', text: 'read_file /inputs/a.txt', ok: true },
      { tool: 'read_file', ok: true },
      { tool: 'write_artifact', ok: true },
      { tool: 'finish', ok: true },
    ],
    artifacts: [{ name: 'sum _1_.html', bytes: 8, media_type: 'text/html' }],
  })
  expect(records.at(-1)).toEqual(job)
  const url = pick(pick(job, 'artifacts'), '0.url')
  const found = await app.asOwner('GET', String(url))
  expect(await found.text()).toBe('<b>3</b>')
  expect(Object.fromEntries(found.headers)).toMatchObject({
    'content-disposition': 'attachment; filename="sum _1_.html"',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox;/),
  })
  const id = location.split('/').at(-1) ?? ''
  expect(readdirSync(join(folder.path, 'workers', id)).sort()).toEqual(['artifacts', 'steps'])
  const turn = app.engine.turns[1]
  expect(JSON.stringify(turn?.messages)).toContain('result of read_file')
  expect(await pickFrom(await app.asOwner('GET', '/admin/usage'), 'totals.credits')).toBe(10)
})

test('jobs and artifacts of workers are those of their key alone', async () => {
  await using app = service([[['write_artifact', { name: 'a.txt', text: 'abc' }], ...FINISH]])
  const able = { generate: true, agent_engines: ['local'], worker_profiles: ['read_docs'] }
  const own = app.makeKey(able)
  const other = app.makeKey(able)
  const ask = (
    path: string,
    { authorization }: { authorization: string },
    init: RequestInit = {},
  ) => app.request(path, { ...init, headers: { authorization, ...init.headers } })
  const made = await app.request(PATH, jsonInit('POST', BODY, { authorization: own.authorization }))
  const location = made.headers.get('location') ?? ''
  await (await ask(`${location}/events`, own)).text()
  const artifact = `${location}/artifacts/a.txt`
  const part = await ask(artifact, own, { headers: { range: 'bytes=1-1' } })
  expect([part.status, await part.text()]).toEqual([206, 'b'])
  for (const path of [location, `${location}/events`, artifact])
    expect([path, (await ask(path, other)).status]).toEqual([path, 404])
  expect((await ask(location, other, { method: 'DELETE' })).status).toBe(404)
  for (const name of ['b.txt', '..%2Fsteps%2F001-1.log', 'a.txt%00'])
    expect([name, (await ask(`${location}/artifacts/${name}`, own)).status]).toEqual([name, 404])
  expect(await pickFrom(await ask(PATH, own), 'items')).toMatchObject([
    { job_id: location.split('/').at(-1), profile: 'read_docs', excerpt: BODY.brief },
  ])
  expect(await pickFrom(await ask(PATH, other), 'items')).toEqual([])
})

test('GET /api/ai/worker/{id}/steps/{n}/output gives all that a tool has said, to the owner alone', async () => {
  const long = '<b>x</b>'.repeat(4_000)
  await using app = service([
    [
      ['write_artifact', { name: 'a.txt', text: 'abc' }],
      ['read_file', { path: '/inputs/long.txt' }],
    ],
    FINISH,
  ])
  const able = { generate: true, agent_engines: ['local'], worker_profiles: ['read_docs'] }
  const own = app.makeKey(able)
  const other = app.makeKey(able)
  const ask = (path: string, { authorization }: { authorization: string }) =>
    app.request(path, { headers: { authorization } })
  const body = { ...BODY, attachments: [text(long, 'long.txt')] }
  const made = await app.request(PATH, jsonInit('POST', body, { authorization: own.authorization }))
  const location = made.headers.get('location') ?? ''
  await (await ask(`${location}/events`, own)).text()
  const job = await (await ask(location, own)).json()
  const steps = pickList(job, 'steps')
  const bytes = Number(pick(job, 'steps.1.output.bytes'))
  const output = { bytes, url: `${location}/steps/2/output` }
  expect(steps).toMatchObject([{ tool: 'write_artifact' }, { tool: 'read_file', output }, {}])
  // The answer stands in the job itself.
  expect(steps[2]).toMatchObject({ tool: 'finish', output: null })
  const answer = await ask(`${location}/steps/2/output`, own)
  const whole = await answer.text()
  expect(whole.endsWith(long)).toBe(true)
  expect(Buffer.byteLength(whole)).toBe(bytes)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'content-security-policy': expect.stringMatching(/^sandbox;/),
  })
  expect(JSON.stringify(app.engine.turns[1]?.messages)).toContain('characters were left out here')
  for (const path of ['steps/2/output', 'steps/1/output'])
    expect([path, (await ask(`${location}/${path}`, other)).status]).toEqual([path, 404])
  expect((await app.asOwner('GET', `${location}/steps/2/output`)).status).toBe(404)
  for (const number of ['3', '4', '0', '02', '-1', 'x', '..%2F2', '99999'])
    expect([number, (await ask(`${location}/steps/${number}/output`, own)).status]).toEqual([
      number,
      404,
    ])
  const admin = await app.asOwner('GET', '/admin/workers')
  expect(JSON.stringify(await admin.json())).not.toContain('output')
})

test('a worker needs a key or a sign-in with the profile, a fitting brief and a sandbox', async () => {
  await using app = service([FINISH])
  expect((await app.request(PATH, jsonInit('POST', BODY))).status).toBe(401)
  const key = app.makeKey({
    generate: true,
    agent_engines: ['local'],
    worker_profiles: ['research'],
  })
  const asked = async (body: object, authorization = 'Bearer primary-key-of-the-tests') => {
    const answer = await app.request(PATH, jsonInit('POST', body, { authorization }))
    return [answer.status, await pickFrom(answer, 'code')]
  }
  expect(await asked(BODY, key.authorization)).toEqual([403, 'capability_denied'])
  expect(await asked({ ...BODY, profile: 'no_such' })).toEqual([422, 'invalid'])
  expect(await asked({ ...BODY, brief: 'é'.repeat(32_001) })).toEqual([422, 'too_long'])
  for (const brief of ['', ' \n']) expect(await asked({ ...BODY, brief })).toEqual([422, 'invalid'])
  expect(await asked({ ...BODY, model: 'no-such' })).toEqual([404, 'model_not_found'])
  const broken: Sandbox = {
    ...fakeSandbox(),
    state: async () => ({ ok: false, reason: 'Bubblewrap is not installed', fix: 'Install it' }),
  }
  await using bare = service([FINISH], { sandbox: broken })
  const refused = await bare.asOwner('POST', PATH, BODY)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({
    code: 'not_installed',
    detail: 'Workers cannot run on this machine: Bubblewrap is not installed. Install it',
  })
})

test('a worker job counts once in the budget of the day, and a refused one not at all', async () => {
  await using app = service([FINISH])
  const authorization = 'Bearer primary-key-of-the-tests'
  const post = (body: object, headers: Record<string, string> = {}) =>
    app.request(PATH, jsonInit('POST', body, { authorization, ...headers }))
  const left = () => app.services.workerBudgets.state('primary').own.left
  const before = left()
  const named = { 'idempotency-key': 'a' }
  const first = await pickFrom(await post(BODY, named), 'job_id')
  expect(await pickFrom(await post(BODY, named), 'job_id')).toBe(first)
  expect((await post({ ...BODY, brief: 'other' }, named)).status).toBe(409)
  expect((await post({ ...BODY, brief: '' })).status).toBe(422)
  expect(left()).toBe(before - 1)
  const again = await app.asOwner('POST', `${PATH}/${first}/again`)
  expect([again.status, await pickFrom(again, 'brief')]).toEqual([202, BODY.brief])
  for (let count = 2; count < before; count += 1) expect((await post(BODY)).status).toBe(202)
  const over = await post(BODY)
  expect(over.status).toBe(429)
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('DELETE stops a command at its source, and removes what the job worked with', async () => {
  using folder = tempFolder()
  const started = Promise.withResolvers<AbortSignal>()
  const sandbox = fakeSandbox(({ signal }) => {
    started.resolve(signal)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await using app = service([[['run', { command: 'sleep 100' }]]], {
    sandbox,
    env: { DATA_DIR: folder.path },
  })
  const made = await app.asOwner('POST', PATH, BODY)
  const location = made.headers.get('location') ?? ''
  const signal = await started.promise
  expect(await pickFrom(await app.asOwner('GET', location), 'status')).toBe('running')
  const gone = await app.asOwner('DELETE', location)
  expect(await pickFrom(gone, 'status')).toBe('cancelled')
  expect(signal.aborted).toBe(true)
  const own = join(folder.path, 'workers', location.split('/').at(-1) ?? '')
  expect(existsSync(join(own, 'work'))).toBe(false)
})

test('a chat that waits is answered before the next turn of a worker', async () => {
  const order: string[] = []
  const running = Promise.withResolvers<void>()
  const queued = Promise.withResolvers<void>()
  await using app = service([
    async () => {
      order.push('worker 1')
      running.resolve()
      await queued.promise
      return [['list_files', {}]]
    },
    async ({ messages }) => {
      order.push(messages.length === 1 ? 'chat' : 'worker 2')
      return FINISH
    },
  ])
  app.services.queue.onChange(async () => {
    const lanes = await app.services.queue.lanes()
    if (lanes.some(({ waiting }) => waiting.some(({ task }) => task.kind === 'chat')))
      queued.resolve()
  })
  const work = app.finished()
  await running.promise
  const messages = [{ role: 'user', content: 'Hi' }]
  const chat = await app.asOwner('POST', '/v1/chat/completions', { model: 'auto', messages })
  expect(chat.status).toBe(200)
  expect(pick((await work).job, 'status')).toBe('succeeded')
  expect(order).toEqual(['worker 1', 'chat', 'worker 2'])
})

test('the folders of jobs that are gone are swept away', async () => {
  using folder = tempFolder()
  let now = Date.now()
  await using app = service([FINISH], { env: { DATA_DIR: folder.path }, now: () => now })
  const { location } = await app.finished()
  const own = join(folder.path, 'workers', location.split('/').at(-1) ?? '')
  expect(existsSync(own)).toBe(true)
  now += 2 * 60 * 60 * 1000
  app.services.jobs.sweep()
  app.services.workers.sweep()
  await app.services.workers.swept()
  expect(existsSync(own)).toBe(false)
})

test('a disk without room costs a worker its file, not its job', async () => {
  const told: string[] = []
  await using app = service(
    [
      [['write_artifact', { name: 'a.txt', text: 'abc' }]],
      async ({ messages }) => {
        told.push(JSON.stringify(messages.at(-1)))
        return FINISH
      },
    ],
    { env: { MIN_FREE_BYTES: String(Number.MAX_SAFE_INTEGER) } },
  )
  const { job } = await app.finished()
  expect(job).toMatchObject({
    status: 'succeeded',
    steps: [{ tool: 'write_artifact', ok: false }, { tool: 'finish' }],
    artifacts: [],
  })
  expect(told[0]).toContain('There is no room left on the disk')
})

test('a worker waits for an engine that fails in passing, and says so in its steps', async () => {
  let turns = 0
  const failing = async () => {
    turns += 1
    if (turns < 3) throw new EngineFailure('transient', 'connection refused')
    return FINISH
  }
  await using app = service([[['list_files', {}]], failing, failing, failing], {
    limits: { workerRetryMs: [0] },
  })
  const { job } = await app.finished()
  expect(job).toMatchObject({
    status: 'succeeded',
    steps: [
      { tool: 'list_files', ok: true },
      {
        tool: 'wait_for_engine',
        ok: true,
        text: expect.stringMatching(/^wait_for_engine: No engine could answer: local failed/),
      },
      { tool: 'finish', ok: true },
    ],
  })
  expect(app.engine.turns).toHaveLength(4)
})

test('a worker does not wait for a quota that comes back after its time', async () => {
  const spent = async () => {
    const until = Date.now() + 5 * 60 * 60_000
    throw new EngineFailure('quota', 'limit reached', { until })
  }
  await using app = service([[['list_files', {}]], spent])
  const { job } = await app.finished()
  expect(job).toMatchObject({
    status: 'failed',
    error: { code: 'no_engine', detail: expect.stringContaining('has used up its quota until') },
    steps: [{ tool: 'list_files' }],
  })
})
