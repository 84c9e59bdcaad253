import { expect, test } from 'bun:test'
import { type Check, saidFinding, worstLevel } from '../../../src/core/doctor/finding.ts'
import { runChecks } from '../../../src/core/doctor/run-checks.ts'

const fine: Check = { id: 'fine', run: () => [saidFinding('fine', 'ok', 'It is fine')] }

test('a check that hangs is given up, and one that fails is reported; neither holds up the others', async () => {
  let aborted = false
  const hanging: Check = {
    id: 'hanging',
    run: (signal) => {
      signal.addEventListener('abort', () => {
        aborted = true
      })
      return new Promise(() => {})
    },
  }
  const failing: Check = {
    id: 'failing',
    run: () => {
      throw new Error('no such thing')
    },
  }
  const denied: Check = {
    id: 'denied',
    run: () => {
      throw Object.assign(new Error('EACCES'), { code: 'EACCES', path: '/root/data' })
    },
  }
  expect(await runChecks([hanging, failing, denied, fine], { timeoutMs: 20 })).toMatchObject([
    {
      id: 'hanging',
      level: 'warning',
      says: 'This check was given up after 0.02 s without an answer, so its state is unknown',
    },
    { id: 'failing', level: 'warning', says: 'This check itself failed: no such thing' },
    {
      id: 'denied',
      level: 'warning',
      says: 'Not checked, because this user may not read /root/data',
    },
    { id: 'fine', level: 'ok', says: 'It is fine' },
  ])
  expect(aborted).toBe(true)
})

test('worstLevel() is that of the worst finding, and ok for none', () => {
  const of = (...levels: ('ok' | 'info' | 'warning' | 'error')[]) =>
    worstLevel(levels.map((level) => ({ level })))
  expect([of(), of('ok', 'info'), of('error', 'warning'), of('warning', 'ok')]).toEqual([
    'ok',
    'info',
    'error',
    'warning',
  ])
})

test('an abort gives up all checks that have not ended', async () => {
  const stop = new AbortController()
  const waiting: Check = {
    id: 'waiting',
    run: () => {
      stop.abort(new Error('the user has stopped it'))
      return new Promise(() => {})
    },
  }
  expect(await runChecks([waiting], { signal: stop.signal })).toMatchObject([
    {
      id: 'waiting',
      level: 'warning',
      says: 'This check itself failed: the user has stopped it',
    },
  ])
})

test('the event loop turns between checks that hold it', async () => {
  const order: string[] = []
  const holding: Check = {
    id: 'holding',
    run: () => {
      Bun.sleepSync(5)
      order.push('check')
      return []
    },
  }
  setImmediate(() => order.push('turn'))
  await runChecks([holding, holding, holding])
  expect(order).toContain('turn')
  expect(order.at(-1)).toBe('check')
})
