import { expect, test } from 'bun:test'
import { Cancellation } from '../../../src/core/tasks/cancellation.ts'

test('a cancellation calls back once, and not what was taken back', () => {
  const cancellation = new Cancellation()
  const called: string[] = []
  const first = () => void called.push('first')
  const second = () => void called.push('second')
  cancellation.onCancel(first)
  cancellation.onCancel(second)
  cancellation.offCancel(first)
  cancellation.offCancel(first)
  expect(cancellation.signal.aborted).toBe(false)
  cancellation.cancel()
  cancellation.cancel()
  expect(called).toEqual(['second'])
  expect([cancellation.cancelled, cancellation.signal.aborted]).toEqual([true, true])
  expect(() => cancellation.throwIfCancelled()).toThrow('The task was cancelled')
})
