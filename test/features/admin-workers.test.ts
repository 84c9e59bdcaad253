import { expect, test } from 'bun:test'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LINKS_PER_HOST } from '../../src/features/workers/toolbox.ts'
import { fakeEngine } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { createTestApp, jsonInit, type TestApp, type TestOptions } from '../support/service.ts'
import { makeUser } from '../support/users.ts'
import { fakeSandbox } from '../support/workers.ts'

const ABLE = { generate: true, agent_engines: ['local'], worker_profiles: ['read_docs'] }
const BRIEF = `Add the numbers. ${'The rest is for the worker alone. '.repeat(20)}`

/** An engine that writes a file, and says so. */
function writingEngine() {
  const call = (name: string, args: object, index: number) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) },
  })
  return fakeEngine('local', async function* () {
    yield [
      {
        type: 'delta',
        delta: {
          tool_calls: [
            call('write_artifact', { name: 'sum.txt', text: 'secret sum' }, 0),
            call('finish', { answer: 'The secret answer' }, 1),
          ].map((one, index) => ({ index, ...one })),
        },
      },
      { type: 'finish', reason: 'tool_calls' },
    ]
  })
}

function service(options: TestOptions = {}) {
  return createTestApp({ engines: [writingEngine()], sandbox: fakeSandbox(), ...options })
}

function ask(app: TestApp, headers: Record<string, string>, brief = BRIEF): Promise<Response> {
  const body = { profile: 'read_docs', brief }
  return app.request('/api/ai/worker', jsonInit('POST', body, headers))
}

/** Asks for a job and follows it to its end. */
async function finished(app: TestApp, headers: Record<string, string>): Promise<string> {
  const made = await ask(app, headers)
  expect(made.status).toBe(202)
  const location = made.headers.get('location') ?? ''
  await (await app.request(`${location}/events`, { headers })).text()
  return location.split('/').at(-1) ?? ''
}

async function list(app: TestApp, query = ''): Promise<unknown> {
  const response = await app.asOwner('GET', `/admin/workers${query}`)
  expect(response.status).toBe(200)
  return await response.json()
}

test('GET /admin/workers shows what everybody’s workers have done, and no more of it than that', async () => {
  using folder = tempFolder()
  await using app = service({ env: { DATA_DIR: folder.path }, file: '[workers]\ncredits = 25\n' })
  const { authorization, id: keyId } = app.makeKey(ABLE, 'kitchen')
  const ann = makeUser(app.services)
  const extras = { worker_profiles: ['read_docs'], storage_bytes: null }
  await app.asOwner('PATCH', `/admin/users/${ann.id}`, { extras })
  const first = await finished(app, { authorization })
  const second = await finished(app, ann.headers)
  const answer = await list(app)
  expect(answer).toMatchObject({
    items: [
      { job_id: second, owner_id: `user:${ann.id}`, actor: 'ann@example.test' },
      {
        job_id: first,
        owner_id: `key:${keyId}`,
        actor: 'kitchen',
        status: 'succeeded',
        profile: 'read_docs',
        excerpt: BRIEF.slice(0, 120),
        steps: [
          { tool: 'write_artifact', ok: true },
          { tool: 'finish', ok: true },
        ],
        steps_total: 2,
        artifacts: [{ name: 'sum.txt', bytes: 10, media_type: 'text/plain' }],
      },
    ],
    next_cursor: null,
    today: {
      jobs_per_day: 8,
      all: { limit: 20, left: 18 },
      owners: [
        { actor: 'kitchen', used: 1, left: 7 },
        { actor: 'ann@example.test', used: 1, left: 7 },
      ],
    },
    profiles: [
      { name: 'read_docs', source: 'shipped', steps: 40, seconds: 900, links_per_host: null },
      { name: 'research', links_per_host: LINKS_PER_HOST },
    ],
    profile_faults: [],
    sandbox: { ok: true, reason: null, params: null, control_group: 'none', python: false },
  })
  expect(JSON.stringify(answer)).not.toContain('secret')
  const page = await list(app, '?limit=1')
  expect(pickList(page, 'items')).toHaveLength(1)
  const next = await list(app, `?limit=1&cursor=${pick(page, 'next_cursor')}`)
  expect(next).toMatchObject({ items: [{ job_id: first }], next_cursor: null })
  for (const headers of [{ authorization }, ann.headers])
    expect((await app.request('/admin/workers', { headers })).status).toBe(403)
  const usage = await app.asOwner('GET', '/admin/usage?group_by=action')
  expect(await usage.json()).toMatchObject({
    credit_costs: { worker: 25 },
    totals: { credits: 50 },
  })
})

test('GET /admin/workers tells of profiles with faults, and of a sandbox that there is not', async () => {
  using folder = tempFolder()
  const own = join(folder.path, 'worker-profiles', 'broken')
  mkdirSync(own, { recursive: true })
  writeFileSync(join(own, 'PROFILE.md'), 'Count.')
  const state = { ok: false, reason: 'Bubblewrap is not installed', fix: 'Install it' } as const
  const sandbox = { ...fakeSandbox(), state: async () => state }
  await using app = service({ env: { DATA_DIR: folder.path }, sandbox })
  expect(await list(app)).toMatchObject({
    items: [],
    profiles: [{ name: 'read_docs' }, { name: 'research' }],
    profile_faults: [
      {
        name: 'broken',
        fault: 'it does not begin with front matter between two lines of ---',
      },
    ],
    sandbox: { ...state, control_group: null },
  })
})

test('an admin cancels the job of another, which stays charged', async () => {
  const started = Promise.withResolvers<void>()
  const engine = fakeEngine('local', async function* (_, signal) {
    started.resolve()
    yield []
    await new Promise((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(signal.reason), { once: true }),
    )
  })
  await using app = service({ engines: [engine] })
  const { authorization } = app.makeKey(ABLE)
  const id = String(await pickFrom(await ask(app, { authorization }), 'job_id'))
  await started.promise
  expect(await list(app)).toMatchObject({ items: [{ job_id: id, status: 'running', steps: [] }] })
  expect((await app.asOwner('POST', `/admin/queue/${id}/cancel`)).status).toBe(204)
  const events = await app.request(`/api/ai/worker/${id}/events`, { headers: { authorization } })
  expect(await events.text()).toContain('"status":"cancelled"')
  expect(await list(app)).toMatchObject({
    items: [{ job_id: id, status: 'cancelled' }],
    today: { all: { left: 19 } },
  })
})

test('the budgets of a key and of all are refused with 429 until the day ends, over a restart too', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: folder.path }
  const file = '[workers]\ntime_zone = "UTC"\njobs_per_day = 2\nattempts_per_day = 3\n'
  let now = Date.parse('2026-11-22T18:00:00Z')
  const options = { env, file, now: () => now }
  let authorization: string
  {
    await using app = service(options)
    authorization = app.makeKey(ABLE).authorization
    await finished(app, { authorization })
    await finished(app, { authorization })
  }
  await using app = service(options)
  const over = await ask(app, { authorization })
  expect([over.status, over.headers.get('retry-after')]).toEqual([429, String(6 * 60 * 60)])
  expect(await pickFrom(over, 'detail')).toStartWith(
    'Begin this job later: your own budget of 2 worker jobs a day is used up until 2026-11-23 00:00 (UTC)',
  )
  const other = { authorization: app.makeKey(ABLE).authorization }
  await finished(app, other)
  expect(await pickFrom(await ask(app, other), 'detail')).toContain(
    'the whole service’s budget of 3',
  )
  const alerts = pickList(await (await app.asOwner('GET', '/admin/alerts')).json(), 'items')
  expect(alerts.map((alert) => pick(alert, 'kind'))).toEqual(['worker_budget', 'worker_budget'])
  now = Date.parse('2026-11-23T00:00:00Z')
  await finished(app, { authorization })
})
