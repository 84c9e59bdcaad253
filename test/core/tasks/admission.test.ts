import { expect, test } from 'bun:test'
import { Admission } from '../../../src/core/tasks/admission.ts'
import { AppError } from '../../../src/platform/errors.ts'

function refusal(enter: () => unknown): AppError {
  try {
    enter()
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error('Expected a refusal')
}

test('Admission admits two of an owner and refuses the third with a time to come back', () => {
  const admission = new Admission()
  admission.enter('a')
  admission.enter('a')
  const refused = refusal(() => admission.enter('a'))
  expect(refused.code).toBe('busy')
  expect(refused.retryAfterSeconds).toBe(5)
  expect(admission.snapshot().admitted).toBe(2)
})

test('Admission admits eight in all and refuses the ninth', () => {
  const admission = new Admission()
  for (const owner of ['a', 'b', 'c', 'd']) {
    admission.enter(owner)
    admission.enter(owner)
  }
  expect(refusal(() => admission.enter('e')).code).toBe('busy')
  expect(admission.snapshot().admitted).toBe(8)
})

test('a lease disposed twice frees one place', () => {
  const admission = new Admission()
  const lease = admission.enter('a')
  admission.enter('a')
  lease[Symbol.dispose]()
  lease[Symbol.dispose]()
  expect(admission.snapshot()).toEqual({
    admitted: 1,
    max: 8,
    max_per_owner: 2,
    in_line: 0,
    owners: { a: 1 },
  })
})

test('a restored place counts, and is never refused', () => {
  const admission = new Admission()
  const leases = Array.from({ length: 9 }, () => admission.restore('a'))
  expect(admission.snapshot().admitted).toBe(9)
  expect(refusal(() => admission.enter('b')).code).toBe('busy')
  for (const lease of leases) lease[Symbol.dispose]()
  expect(admission.snapshot()).toMatchObject({ admitted: 0, owners: {} })
})

test('a closed admission refuses everything as stopping', () => {
  const admission = new Admission()
  admission.close()
  expect(refusal(() => admission.enter('a')).code).toBe('stopping')
})
