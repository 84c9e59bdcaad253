import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '../../src/db/open.ts'
import { settings } from '../../src/db/setting-table.ts'
import { createLog } from '../../src/platform/log.ts'
import { pick } from '../support/pick.ts'
import { tempFolder } from '../support/process.ts'
import { thrown } from '../support/thrown.ts'

function lines(write: (log: ReturnType<typeof createLog>) => void): unknown[] {
  using folder = tempFolder()
  const file = join(folder.path, 'log')
  const log = createLog('info', { fd: file })
  write(log)
  log.flush()
  const text = readFileSync(file, 'utf8').trimEnd()
  return text.split('\n').map((line): unknown => JSON.parse(line))
}

test('a line says its level, time, fields and words, whatever its texts hold', () => {
  const started = Date.now()
  const odd = 'a "name"\nwith \\ \u2028 and 😀'
  const [line] = lines((log) =>
    log.info({ requestId: 'r', path: undefined, actor: odd }, 'request'),
  )
  expect(line).toEqual({
    level: 'info',
    time: expect.any(String),
    requestId: 'r',
    actor: odd,
    msg: 'request',
  })
  const at = Date.parse(String(pick(line, 'time')))
  expect(at).toBeWithin(started, Date.now() + 1)
})

test('every line is redacted', () => {
  const secret = `hth_${'a'.repeat(32)}`
  const [line] = lines((log) => log.warn({ actor: secret }, `Refused ${secret}`))
  expect(JSON.stringify(line)).not.toContain(secret)
})

test('lines are gathered, and written by a flush', () => {
  const many = 1000
  const found = lines((log) => {
    for (let index = 0; index < many; index += 1) log.info({ index }, 'line')
  })
  expect(found.map((line) => pick(line, 'index'))).toEqual(
    Array.from({ length: many }, (_, i) => i),
  )
})

test('the error of a failed statement is logged without the values of the statement', async () => {
  using db = openDatabase(':memory:')
  const insert = db.orm.insert(settings).values({ name: 'name', value: 'words of a prompt' })
  insert.run()
  const err = await thrown(Promise.try(() => insert.run()))
  const [line] = lines((log) => log.error({ err }, 'failed'))
  expect(pick(line, 'err.message')).toContain('UNIQUE constraint failed')
  expect(JSON.stringify(line)).not.toContain('words of a prompt')
})

test('an error is logged with its causes and its plain fields', () => {
  const inner = new TypeError('no such host')
  const outer = Object.assign(new Error('cannot ask', { cause: inner }), {
    code: 'EFAIL',
    held: {},
  })
  const [one, many] = lines((log) => {
    log.error({ requestId: 'r', err: outer }, 'failed')
    log.warn({ err: new AggregateError([outer], 'all failed') }, 'failed')
  })
  const fields = { type: 'Error', code: 'EFAIL', message: 'cannot ask: no such host' }
  const stack = expect.stringMatching(
    /^Error: cannot ask\n.*\ncaused by: TypeError: no such host\n/s,
  )
  expect(pick(one, 'err')).toEqual({ ...fields, stack })
  expect(pick(many, 'err.aggregateErrors')).toEqual([{ ...fields, stack }])
})

test('a line whose fields have no form in JSON keeps its words', () => {
  const [line] = lines((log) => log.warn({ count: 1n }, 'counted'))
  expect(line).toEqual({ level: 'warn', time: expect.any(String), msg: 'counted' })
})

test('an error is logged beside a field without a form in JSON, and one that cannot be read is left out', () => {
  const unreadable = Object.defineProperty(new Error('x'), 'stack', {
    get: () => {
      throw new Error('no stack')
    },
  })
  const [beside, without] = lines((log) => {
    log.error({ count: 1n, err: new Error('no room') }, 'failed')
    log.error({ err: unreadable }, 'failed')
  })
  expect(beside).toMatchObject({ msg: 'failed', err: { message: 'no room' } })
  expect(without).toEqual({ level: 'error', time: expect.any(String), msg: 'failed' })
})

test('a level leaves out the lines below it', () => {
  const found = lines((log) => {
    log.debug({}, 'debug')
    log.info({}, 'info')
    log.error({}, 'error')
  })
  expect(found.map((line) => pick(line, 'msg'))).toEqual(['info', 'error'])
})
