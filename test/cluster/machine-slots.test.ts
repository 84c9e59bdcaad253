import { expect, test } from 'bun:test'
import { MachineSlots } from '../../src/cluster/machine-slots.ts'
import { thrown } from '../support/thrown.ts'

const { signal: never } = new AbortController()

test('MachineSlots gives the slots of a machine in the order of the waiters', async () => {
  const slots = new MachineSlots()
  slots.resize('gpu', 1)
  const first = await slots.take('gpu', never)
  expect([slots.isFree('gpu'), slots.taken('gpu')]).toEqual([false, 1])
  const order: string[] = []
  const second = slots.take('gpu', never).then((slot) => {
    order.push('second')
    return slot
  })
  const third = slots.take('gpu', never).then((slot) => {
    order.push('third')
    return slot
  })
  first[Symbol.dispose]()
  first[Symbol.dispose]()
  ;(await second)[Symbol.dispose]()
  ;(await third)[Symbol.dispose]()
  expect(order).toEqual(['second', 'third'])
  expect([slots.isFree('gpu'), slots.taken('gpu')]).toEqual([true, 0])
})

test('MachineSlots passes over who has left, and loses no slot by it', async () => {
  const slots = new MachineSlots()
  slots.resize('gpu', 1)
  const first = await slots.take('gpu', never)
  const controller = new AbortController()
  const left = thrown(slots.take('gpu', controller.signal))
  const next = slots.take('gpu', never)
  const reason = new Error('It has left')
  controller.abort(reason)
  expect(await left).toBe(reason)
  first[Symbol.dispose]()
  ;(await next)[Symbol.dispose]()
  expect(slots.taken('gpu')).toBe(0)
})

test('MachineSlots lets waiters of a machine that goes away go on, and starts more where it is wider', async () => {
  const slots = new MachineSlots()
  slots.resize('gpu', 1)
  await slots.take('gpu', never)
  const waiting = slots.take('gpu', never)
  slots.resize('gpu', 2)
  await waiting
  const last = slots.take('gpu', never)
  slots.resize('gpu', 0)
  await last
  expect(slots.taken('gpu')).toBe(3)
})
