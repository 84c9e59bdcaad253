import { expect, test } from 'bun:test'
import { JobStore } from '../../src/core/tasks/job-store.ts'
import { openDatabase } from '../../src/db/open.ts'
import { thrown } from '../support/thrown.ts'

test('a job and what accepts it are stored together or not at all', async () => {
  using db = openDatabase(':memory:')
  db.sqlite.run('CREATE TABLE charges (job TEXT)')
  const charges = () => db.sqlite.query('SELECT job FROM charges').values().flat()
  const store = new JobStore(db)
  const insert = (seq: number, id: string, accept: () => void) =>
    store.insert(
      {
        ...{ seq, id, kind: 'worker', owner: 'ann', status: 'queued', createdAt: 1 },
        ...{ caller: { owner: 'ann' }, input: {}, files: [] },
      },
      undefined,
      accept,
    )
  const charge = (job: string) => db.sqlite.run('INSERT INTO charges VALUES (?)', [job])

  insert(1, 'wrk_1', () => charge('first'))
  expect(charges()).toEqual(['first'])
  // The row cannot be written: its id is taken.
  expect(() => insert(2, 'wrk_1', () => charge('second'))).toThrow()
  expect(charges()).toEqual(['first'])

  const refuse = async () =>
    insert(3, 'wrk_3', () => {
      charge('refused')
      throw new Error('no room')
    })
  expect(await thrown(refuse())).toMatchObject({ message: 'no room' })
  expect(charges()).toEqual(['first', 'refused'])
  expect(store.highestSeq()).toBe(1)
})
