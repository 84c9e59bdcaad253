import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLog } from '../../src/platform/log.ts'
import { tempFolder } from '../support/process.ts'

const LINE = {
  requestId: 'req_1.a-b',
  method: 'GET',
  route: 'unmatched',
  path: undefined,
  status: 404,
  ms: 0.3,
  actor: null,
  viaProxy: false,
}

function lines(write: (log: ReturnType<typeof createLog>) => void): unknown[] {
  using folder = tempFolder()
  const file = join(folder.path, 'log')
  const log = createLog('info', file)
  write(log)
  log.flush()
  const text = readFileSync(file, 'utf8').trimEnd()
  return text.split('\n').map((line): unknown => JSON.parse(line))
}

test('the log line of a request has every field, whatever its texts contain', () => {
  const started = Date.now()
  const odd = 'a "name"\nwith \\ \u2028 and 😀'
  const [plain, full] = lines((log) => {
    log.request(LINE)
    log.request({ ...LINE, path: `/${odd}`, actor: odd, viaProxy: true })
  })
  const { path: _, viaProxy: __, ...told } = LINE
  const common = { level: 'info', time: expect.any(String), msg: 'request' }
  expect(plain).toEqual({ ...common, ...told })
  expect(full).toEqual({ ...common, ...told, path: `/${odd}`, actor: odd, viaProxy: true })
  const at = Date.parse(String(Reflect.get(Object(full), 'time')))
  expect(at).toBeWithin(started, Date.now() + 1)
})

test('a request and any other event are logged in the same format', () => {
  const [request, event] = lines((log) => {
    log.request(LINE)
    log.info({ requestId: 'r' }, 'Something')
  })
  const form = (line: unknown) => Object.keys(Object(line)).slice(0, 3)
  expect(form(request)).toEqual(form(event))
})
