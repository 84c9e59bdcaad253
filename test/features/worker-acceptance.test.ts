import { expect, test } from 'bun:test'
import type { Sandbox } from '../../src/sandbox/contract.ts'
import { pick, pickFrom } from '../support/pick.ts'
import { jsonInit } from '../support/service.ts'
import { FINISH, WORKER_BODY, WORKER_PATH, workerService } from '../support/worker-service.ts'
import { fakeSandbox } from '../support/workers.ts'

test('a worker needs a key or a sign-in with the profile, a fitting brief and a sandbox', async () => {
  await using app = workerService([FINISH])
  expect((await app.request(WORKER_PATH, jsonInit('POST', WORKER_BODY))).status).toBe(401)
  const key = app.makeKey({
    generate: true,
    agent_engines: ['local'],
    worker_profiles: ['research'],
  })
  const asked = async (body: object, authorization = 'Bearer primary-key-of-the-tests') => {
    const answer = await app.request(WORKER_PATH, jsonInit('POST', body, { authorization }))
    return [answer.status, await pickFrom(answer, 'code')]
  }
  expect(await asked(WORKER_BODY, key.authorization)).toEqual([403, 'capability_denied'])
  expect(await asked({ ...WORKER_BODY, profile: 'no_such' })).toEqual([422, 'invalid'])
  expect(await asked({ ...WORKER_BODY, brief: 'é'.repeat(32_001) })).toEqual([422, 'too_long'])
  for (const brief of ['', ' \n'])
    expect(await asked({ ...WORKER_BODY, brief })).toEqual([422, 'invalid'])
  expect(await asked({ ...WORKER_BODY, model: 'no-such' })).toEqual([404, 'model_not_found'])
  const broken: Sandbox = {
    ...fakeSandbox(),
    state: async () => ({ ok: false, reason: 'Bubblewrap is not installed', fix: 'Install it' }),
  }
  await using bare = workerService([FINISH], { sandbox: broken })
  const refused = await bare.asOwner('POST', WORKER_PATH, WORKER_BODY)
  expect(refused.status).toBe(503)
  expect(await refused.json()).toMatchObject({
    code: 'not_installed',
    detail: 'Workers cannot run on this machine: Bubblewrap is not installed. Install it',
  })
})

test('a worker job counts once in the budget of the day, and a refused one not at all', async () => {
  await using app = workerService([FINISH])
  const authorization = 'Bearer primary-key-of-the-tests'
  const post = (body: object, headers: Record<string, string> = {}) =>
    app.request(WORKER_PATH, jsonInit('POST', body, { authorization, ...headers }))
  const left = () => app.services.workerBudgets.state('primary').own.left
  const before = left()
  const named = { 'idempotency-key': 'a' }
  const first = await pickFrom(await post(WORKER_BODY, named), 'job_id')
  expect(await pickFrom(await post(WORKER_BODY, named), 'job_id')).toBe(first)
  expect((await post({ ...WORKER_BODY, brief: 'other' }, named)).status).toBe(409)
  expect((await post({ ...WORKER_BODY, brief: '' })).status).toBe(422)
  expect(left()).toBe(before - 1)
  const again = await app.asOwner('POST', `${WORKER_PATH}/${first}/again`)
  expect([again.status, await pickFrom(again, 'brief')]).toEqual([202, WORKER_BODY.brief])
  for (let count = 2; count < before; count += 1) expect((await post(WORKER_BODY)).status).toBe(202)
  const over = await post(WORKER_BODY)
  expect(over.status).toBe(429)
  expect(Number(over.headers.get('retry-after'))).toBeGreaterThan(0)
})

test('a chat that waits is answered before the next turn of a worker', async () => {
  const order: string[] = []
  const running = Promise.withResolvers<void>()
  const queued = Promise.withResolvers<void>()
  await using app = workerService([
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
