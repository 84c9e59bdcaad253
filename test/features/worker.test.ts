import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../src/platform/ids.ts'
import { keysOf } from '../storage/contract.ts'
import { keptStorage } from '../support/kept-storage.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { jsonInit } from '../support/service.ts'
import { FINISH, WORKER_BODY, WORKER_PATH, workerService } from '../support/worker-service.ts'

const text = (content: string, filename: string) => ({
  data: Buffer.from(content).toString('base64'),
  media_type: 'text/plain',
  filename,
})

test('POST /api/ai/worker reads documents, hands over an artifact and answers', async () => {
  using folder = tempFolder()
  await using app = workerService(
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
  const { location, job, records } = await app.finished({ ...WORKER_BODY, attachments })
  expect(location).toMatch(/^\/api\/ai\/worker\/wrk_[A-Za-z0-9_-]{22}$/)
  expect(job).toMatchObject({
    kind: 'worker',
    status: 'succeeded',
    profile: 'read_docs',
    brief: WORKER_BODY.brief,
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
  await app.services.workers.stored()
  expect(existsSync(join(folder.path, 'workers', id))).toBe(false)
  expect((await keysOf(keptStorage(folder.path, 'artifacts'))).toSorted()).toEqual([
    `${id}/artifacts/${sha256('sum _1_.html')}`,
    ...['001-1', '001-2', '002-1'].map((step) => `${id}/steps/${step}.log`),
  ])
  const turn = app.engine.turns[1]
  expect(JSON.stringify(turn?.messages)).toContain('result of read_file')
  expect(await pickFrom(await app.asOwner('GET', '/admin/usage'), 'totals.credits')).toBe(10)
})

test('jobs and artifacts of workers are those of their key alone', async () => {
  await using app = workerService([[['write_artifact', { name: 'a.txt', text: 'abc' }], ...FINISH]])
  const able = { generate: true, agent_engines: ['local'], worker_profiles: ['read_docs'] }
  const own = app.makeKey(able)
  const other = app.makeKey(able)
  const ask = (
    path: string,
    { authorization }: { authorization: string },
    init: RequestInit = {},
  ) => app.request(path, { ...init, headers: { authorization, ...init.headers } })
  const made = await app.request(
    WORKER_PATH,
    jsonInit('POST', WORKER_BODY, { authorization: own.authorization }),
  )
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
  expect(await pickFrom(await ask(WORKER_PATH, own), 'items')).toMatchObject([
    { job_id: location.split('/').at(-1), profile: 'read_docs', excerpt: WORKER_BODY.brief },
  ])
  expect(await pickFrom(await ask(WORKER_PATH, other), 'items')).toEqual([])
})

test('GET /api/ai/worker/{id}/steps/{n}/output gives all that a tool has said, to the owner alone', async () => {
  const long = '<b>x</b>'.repeat(4_000)
  await using app = workerService([
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
  const body = { ...WORKER_BODY, attachments: [text(long, 'long.txt')] }
  const made = await app.request(
    WORKER_PATH,
    jsonInit('POST', body, { authorization: own.authorization }),
  )
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
