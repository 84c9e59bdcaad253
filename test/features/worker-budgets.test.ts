import { expect, test } from 'bun:test'
import { pickFrom } from '../support/pick.ts'
import { FINISH, WORKER_BODY, workerService } from '../support/worker-service.ts'

const PARALLEL = 50
const ABLE = { generate: true, agent_engines: ['local'], worker_profiles: ['read_docs'] }

function countOf(statuses: readonly number[], status: number): number {
  return statuses.filter((one) => one === status).length
}

test('50 requests at once begin 8 jobs of a key and 20 of all, to the job', async () => {
  await using app = workerService([FINISH])
  const statusesOf = async (headers: { authorization: string }) => {
    const asked = Array.from({ length: PARALLEL }, () => app.ask(WORKER_BODY, headers))
    return (await Promise.all(asked)).map(({ status }) => status)
  }
  const first = await statusesOf(app.makeKey(ABLE))
  expect([countOf(first, 202), countOf(first, 429)]).toEqual([8, PARALLEL - 8])
  const others = await Promise.all([app.makeKey(ABLE), app.makeKey(ABLE)].map(statusesOf))
  expect(countOf(others.flat(), 202)).toBe(12)
  expect(app.services.workerBudgets.report().all).toEqual({ limit: 20, left: 0 })
})

test('50 requests at once with one Idempotency-Key are one job and count once', async () => {
  await using app = workerService([FINISH])
  const headers = { authorization: app.makeKey(ABLE).authorization, 'idempotency-key': 'once' }
  const asked = Array.from({ length: PARALLEL }, () => app.ask(WORKER_BODY, headers))
  const answers = await Promise.all(asked)
  const ids = await Promise.all(answers.map((answer) => pickFrom(answer, 'job_id')))
  expect(answers.map(({ status }) => status)).toEqual(Array(PARALLEL).fill(202))
  expect(new Set(ids).size).toBe(1)
  expect(app.services.workerBudgets.report().all.left).toBe(19)
})
