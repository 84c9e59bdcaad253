import { expect, test } from 'bun:test'
import { Admissions, MODEL_ADMISSION } from '../../../src/core/tasks/admission.ts'
import { Queue } from '../../../src/core/tasks/queue.ts'
import type { Run } from '../../../src/core/tasks/run.ts'
import { type AdmittedRequest, Runs, resultOf } from '../../../src/core/tasks/runs.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { createLog } from '../../../src/platform/log.ts'
import { CALLER, taskOf } from '../../support/tasks.ts'

/** A service whose one task takes no notice of a cancel: it ends when the test says so. */
function stubbornService() {
  const gate = Promise.withResolvers<string>()
  const task = taskOf(() => gate.promise, { admission: 'model' })
  const queue = new Queue({ highestOrder: 0, now: () => 0 })
  queue.define([task], { heavy: 1 })
  const admissions = new Admissions({ model: MODEL_ADMISSION })
  const usage = { record: async () => {} }
  const runs = new Runs({ queue, admissions, usage, writeRetryMs: 1000, log: createLog('silent') })
  const client = new AbortController()
  return {
    client,
    task,
    async ask(work: (request: AdmittedRequest, run: Run) => Promise<unknown>) {
      using request = runs.admit(task, CALLER, { signal: client.signal })
      return await work(request, await request.start(''))
    },
    leases: () => admissions.of('model').state().owners,
    async finish() {
      gate.resolve('done')
      await queue.stop()
    },
  }
}

test('Runs releases the lease when the result is available', async () => {
  const { ask, task, leases, finish } = stubbornService()
  const answer = ask((_, run) => resultOf(task, run))
  expect(leases()).toEqual({ o: 1 })
  await finish()
  expect(await answer).toBe('done')
  expect(leases()).toEqual({})
})

test('Runs keeps the lease until the run has ended, also after a disconnect', async () => {
  const { ask, client, leases, finish } = stubbornService()
  const failed = ask(() => Promise.reject(new AppError('invalid', 'Refused in mid-work')))
  expect(await failed.catch((error: unknown) => error)).toMatchObject({ code: 'invalid' })
  expect(leases()).toEqual({ o: 1 })
  client.abort()
  expect(leases()).toEqual({ o: 1 })
  await finish()
  expect(leases()).toEqual({})
})
