import { expect, test } from 'bun:test'
import type { Caller } from '../../../src/core/caller.ts'
import { Admission } from '../../../src/core/tasks/admission.ts'
import { Queue } from '../../../src/core/tasks/memory-queue.ts'
import type { Run } from '../../../src/core/tasks/run.ts'
import { type RequestLease, withLease } from '../../../src/core/tasks/with-lease.ts'
import { AppError } from '../../../src/platform/errors.ts'

const caller: Caller = {
  owner: 'o',
  actor: 'o',
  keyId: null,
  project: null,
  product: null,
  engines: null,
  requestId: 'r',
}

/** A house whose one task takes no notice of a cancel: it ends when the test says so. */
function stubbornHouse() {
  const gate = Promise.withResolvers<string>()
  const queue = new Queue({
    lanes: { heavy: 1 },
    kinds: { test: { lane: 'heavy', handler: () => gate.promise } },
    highestOrder: 0,
    now: () => 0,
  })
  const admission = new Admission()
  const client = new AbortController()
  return {
    client,
    ask: (work: (place: RequestLease, run: Run) => Promise<unknown>) =>
      withLease(admission.enter('o'), client.signal, (place) =>
        work(place, place.hold(queue.submit({ kind: 'test', caller, input: null }))),
      ),
    places: () => admission.snapshot().owners,
    async finish() {
      gate.resolve('done')
      await queue.stop()
    },
  }
}

test('a place is free as soon as its answer is there', async () => {
  const { ask, places, finish } = stubbornHouse()
  const answer = ask((place, run) => place.result(run))
  expect(places()).toEqual({ o: 1 })
  await finish()
  expect(await answer).toBe('done')
  expect(places()).toEqual({})
})

test('a place stays taken while its work goes on, whatever became of the request', async () => {
  const { ask, client, places, finish } = stubbornHouse()
  const failed = ask(() => Promise.reject(new AppError('invalid', 'Refused in mid-work')))
  expect(await failed.catch((error: unknown) => error)).toMatchObject({ code: 'invalid' })
  expect(places()).toEqual({ o: 1 })
  client.abort()
  expect(places()).toEqual({ o: 1 })
  await finish()
  expect(places()).toEqual({})
})
