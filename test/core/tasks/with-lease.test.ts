import { expect, test } from 'bun:test'
import { Admission, MODEL_ADMISSION } from '../../../src/core/tasks/admission.ts'
import { Queue } from '../../../src/core/tasks/queue.ts'
import type { Run } from '../../../src/core/tasks/run.ts'
import { type LeasedRequest, resultOf, withLease } from '../../../src/core/tasks/with-lease.ts'
import { AppError } from '../../../src/platform/errors.ts'
import { CALLER, taskOf } from '../../support/tasks.ts'

/** A service whose one task takes no notice of a cancel: it ends when the test says so. */
function stubbornService() {
  const gate = Promise.withResolvers<string>()
  const task = taskOf(() => gate.promise)
  const queue = new Queue({
    lanes: { heavy: 1 },
    tasks: [task],
    highestOrder: 0,
    now: () => 0,
  })
  const admission = new Admission(MODEL_ADMISSION)
  const client = new AbortController()
  return {
    client,
    task,
    ask: (work: (request: LeasedRequest, run: Run) => Promise<unknown>) =>
      withLease(admission.tryAcquire({ owner: 'o' }), client.signal, async (request) =>
        work(
          request,
          request.attach(await queue.submit({ kind: 'test', caller: CALLER, input: '' })),
        ),
      ),
    leases: () => admission.state().owners,
    async finish() {
      gate.resolve('done')
      await queue.stop()
    },
  }
}

test('withLease releases the lease when the result is available', async () => {
  const { ask, task, leases, finish } = stubbornService()
  const answer = ask((_, run) => resultOf(task, run))
  expect(leases()).toEqual({ o: 1 })
  await finish()
  expect(await answer).toBe('done')
  expect(leases()).toEqual({})
})

test('withLease keeps the lease until the run has ended, also after a disconnect', async () => {
  const { ask, client, leases, finish } = stubbornService()
  const failed = ask(() => Promise.reject(new AppError('invalid', 'Refused in mid-work')))
  expect(await failed.catch((error: unknown) => error)).toMatchObject({ code: 'invalid' })
  expect(leases()).toEqual({ o: 1 })
  client.abort()
  expect(leases()).toEqual({ o: 1 })
  await finish()
  expect(leases()).toEqual({})
})
