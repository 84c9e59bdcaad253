import { expect, test } from 'bun:test'
import { ownerOf } from '../../src/core/identity/actor.ts'
import { MAX_EXCERPT_CHARACTERS } from '../../src/core/tasks/jobs.ts'
import { fakeEngine, hanging, saying } from '../support/engines.ts'
import { pick, pickFrom, pickList } from '../support/pick.ts'
import { createTestApp, jsonInit } from '../support/service.ts'
import { fakeSandbox } from '../support/workers.ts'

const PATH = '/api/ai/jobs'
const ABLE = { agent_tasks: ['title', 'summarize'], agent_engines: ['local'], generate: true }

test('GET /api/ai/jobs lists own jobs with their task, by state and by task', async () => {
  const engines = [fakeEngine('local', saying('A title'))]
  await using app = createTestApp({ engines, sandbox: fakeSandbox() })
  const { authorization } = app.makeKey({ ...ABLE, worker_profiles: ['read_docs'] })
  const stranger = app.makeKey(ABLE)
  const make = async (path: string, body: object) => {
    const made = await app.request(path, jsonInit('POST', body, { authorization }))
    const location = made.headers.get('location') ?? ''
    await (await app.request(`${location}/events`, { headers: { authorization } })).text()
  }
  await make('/api/ai/worker', { profile: 'read_docs', brief: 'Add up' })
  await make('/api/ai/agent', { task: 'title', input: 'x', async: true })
  await make('/api/ai/agent', { task: 'summarize', input: `Dear ${'a'.repeat(200)}`, async: true })
  await make('/api/ai/generate', { prompt: 'Why "x"?', async: true })
  const list = async (query = '', key = authorization) =>
    pickFrom(await app.request(PATH + query, { headers: { authorization: key } }), 'items')
  const tasks = async (query: string) =>
    ((await list(query)) as { task: unknown }[]).map((one) => one.task)
  expect(await list()).toMatchObject([
    { kind: 'generate', task: null, status: 'succeeded', excerpt: 'Why "x"?' },
    {
      kind: 'agent',
      task: 'summarize',
      status: 'succeeded',
      excerpt: `Dear ${'a'.repeat(MAX_EXCERPT_CHARACTERS - 5)}`,
    },
    { kind: 'agent', task: 'title', status: 'succeeded', excerpt: 'x' },
    { kind: 'worker', task: 'read_docs', status: 'succeeded', excerpt: 'Add up' },
  ])
  expect(await tasks('?task=title')).toEqual(['title'])
  // A worker's profile is no task.
  expect(await tasks('?task=read_docs')).toEqual([])
  expect(await tasks('?status=succeeded')).toHaveLength(4)
  expect(await tasks('?status=unfinished')).toEqual([])
  expect(await tasks('?status=failed&task=title')).toEqual([])
  expect(await list('', stranger.authorization)).toEqual([])
})

test('GET /api/ai/jobs?status=unfinished has what waits and runs, and refuses other words', async () => {
  await using app = createTestApp({ engines: [fakeEngine('local', hanging())] })
  const { authorization } = app.makeKey(ABLE)
  const body = { task: 'title', input: 'x', async: true }
  await app.request('/api/ai/agent', jsonInit('POST', body, { authorization }))
  const answer = (query: string) => app.request(PATH + query, { headers: { authorization } })
  expect(await pickFrom(await answer('?status=unfinished'), 'items')).toMatchObject([
    { task: 'title' },
  ])
  expect(await pickFrom(await answer('?status=succeeded'), 'items')).toEqual([])
  expect((await answer('?status=odd')).status).toBe(422)
  expect((await answer('?task=NO')).status).toBe(422)
})

test('a page of jobs is whole however large their inputs are, and the next goes on', async () => {
  await using app = createTestApp({})
  const owner = ownerOf({ kind: 'primary' })
  for (let seq = 1; seq <= 7; seq += 1)
    app.services.stores.jobs.insert(
      {
        ...{ seq, id: `gen_${seq}`, kind: 'generate', owner, status: 'failed', createdAt: seq },
        ...{ caller: { owner }, input: { prompt: 'word '.repeat(40_000) }, files: [] },
      },
      undefined,
    )
  const ids: unknown[][] = []
  for (let cursor: unknown = ''; cursor !== null; ) {
    const query = cursor === '' ? '' : `&cursor=${cursor}`
    const page = await (await app.asOwner('GET', `/api/ai/jobs?limit=5${query}`)).json()
    ids.push(pickList(page, 'items').map((job) => pick(job, 'job_id')))
    cursor = pick(page, 'next_cursor')
  }
  expect(ids).toEqual([
    ['gen_7', 'gen_6', 'gen_5', 'gen_4', 'gen_3'],
    ['gen_2', 'gen_1'],
  ])
})
