import { expect, test } from 'bun:test'
import { Calls } from '../../../src/features/mcp/calls.ts'
import { thrown } from '../../support/thrown.ts'

const NAME = { key: 'a', session: 'mcs_one', id: 1 }

async function reasonOf(signal: AbortSignal): Promise<unknown> {
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  return signal.reason
}

test('a call ends at its time', async () => {
  const calls = new Calls({ callMs: 20 })
  using call = calls.open(NAME, [])
  expect(await reasonOf(call.signal)).toMatchObject({
    code: 'request_timeout',
    message: 'The call took longer than 0.02 seconds',
  })
})

test('ids are told apart by their type, as clients count or name them', () => {
  const calls = new Calls()
  using call = calls.open(NAME, [])
  calls.cancel({ ...NAME, id: '1' })
  calls.cancel({ ...NAME, session: undefined })
  expect([call.signal.aborted, calls.size]).toEqual([false, 1])
  calls.cancel(NAME)
  expect(call.signal.reason).toMatchObject({ code: 'cancelled' })
})

test('after a stop no call begins', async () => {
  const calls = new Calls()
  calls.stop()
  const open = async () => calls.open(NAME, [])
  expect(await thrown(open())).toMatchObject({ code: 'stopping' })
  expect(calls.size).toBe(0)
})
