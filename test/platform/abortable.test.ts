import { expect, test } from 'bun:test'
import { abortable } from '../../src/platform/deadline.ts'
import { thrown } from '../support/thrown.ts'

test('abortable() passes on the result of the promise', async () => {
  const { signal } = new AbortController()
  expect(await abortable(Promise.resolve(1), signal)).toBe(1)
  expect(await thrown(abortable(Promise.reject(new Error('failed')), signal))).toEqual(
    new Error('failed'),
  )
})

test('abortable() rejects with the reason of the signal, before or during the wait', async () => {
  const reason = new Error('stopped')
  const never = new Promise<never>(() => {})
  expect(await thrown(abortable(never, AbortSignal.abort(reason)))).toBe(reason)
  const controller = new AbortController()
  const wait = thrown(abortable(never, controller.signal))
  controller.abort(reason)
  expect(await wait).toBe(reason)
})

test('abortable() leaves no listener on the signal', async () => {
  const { signal } = new AbortController()
  let listeners = 0
  const add = signal.addEventListener.bind(signal)
  const remove = signal.removeEventListener.bind(signal)
  signal.addEventListener = (...args: Parameters<typeof add>) => {
    listeners += 1
    add(...args)
  }
  signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    listeners -= 1
    remove(...args)
  }
  await abortable(Promise.resolve(), signal)
  await Promise.resolve()
  expect(listeners).toBe(0)
})
