import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createStyler,
  terminalFormat,
  terminalLine,
} from '../../../src/cli/startup/terminal-log.ts'
import { createLog } from '../../../src/platform/log.ts'
import { tempFolder } from '../../support/process.ts'

const CHAT = {
  level: 'info',
  time: '2026-11-22T12:34:56.000Z',
  requestId: 'req_1',
  method: 'POST',
  route: '/v1/chat/completions',
  status: 200,
  ms: 4_600,
  actor: 'kitchen',
  engine: 'local',
  model: 'qwen3',
  account: 'local',
  queueMs: 1_200,
  msg: 'request',
}

function lineOf(fields: object): string {
  return terminalLine(JSON.stringify({ time: CHAT.time, ...fields }), createStyler(false)).replace(
    /^\d\d:\d\d:\d\d /,
    '',
  )
}

test('a request is one line: status, path, actor, engine with model, wait and answer time', () => {
  expect(lineOf(CHAT)).toBe(
    '200 POST /v1/chat/completions kitchen → local/qwen3 1.2 s wait + 3.4 s',
  )
  expect(lineOf({ ...CHAT, engine: 'engine_a', account: 'home', queueMs: 0 })).toBe(
    '200 POST /v1/chat/completions kitchen → engine_a/qwen3 (home) 4.6 s',
  )
  expect(lineOf({ ...CHAT, engine: 'ears', model: '', account: '', queueMs: 0 })).toBe(
    '200 POST /v1/chat/completions kitchen → ears 4.6 s',
  )
  expect(lineOf({ ...CHAT, status: 499, failure: 'cancelled', ms: 90_000 })).toBe(
    '499 POST /v1/chat/completions kitchen → local/qwen3 cancelled 1.2 s wait + 1.5 min (the client left)',
  )
  const unknown = { level: 'info', method: 'GET', route: 'unmatched', path: '/x', status: 404 }
  expect(lineOf({ ...unknown, ms: 0.4, actor: null, viaProxy: true, msg: 'request' })).toBe(
    '404 GET /x 0 ms (by proxy)',
  )
})

test('a warning has its level, words and fields, an error also where it was raised', () => {
  const parked = { level: 'warn', requestId: 'r', engine: 'local', until: null, msg: 'Parked' }
  expect(lineOf(parked)).toBe('warning: Parked engine=local')
  const err = { message: 'boom', stack: 'Error: boom\n    at there (x.ts:1:2)' }
  expect(lineOf({ level: 'error', err, msg: 'Failed' })).toBe(
    'error: Failed boom\n    at there (x.ts:1:2)',
  )
  expect(lineOf({ level: 'info', msg: 'Stopped' })).toBe('Stopped')
})

test('texts of others cannot move the cursor or style the line', () => {
  const line = lineOf({ ...CHAT, actor: 'a\x1b[2J\nb', model: 'm\r\x07\u009b1m' })
  expect(line).not.toMatch(/\p{Cc}/u)
  expect(line).toContain('a [2J b')
})

test('terminalFormat() is for people on a terminal, or where LOG_FORMAT says so', () => {
  const [terminal, pipe] = [{ isTTY: true }, { isTTY: false }]
  expect(terminalFormat('auto', pipe)).toBeUndefined()
  expect(terminalFormat('json', terminal)).toBeUndefined()
  expect(terminalFormat('pretty', pipe)?.(JSON.stringify(CHAT))).not.toContain('\x1b')
  expect(terminalFormat('auto', terminal)).not.toBeUndefined()
})

test('lines for people are redacted before they are styled', () => {
  using folder = tempFolder()
  const fd = join(folder.path, 'log')
  const secret = `hth_${'a'.repeat(32)}`
  const format = (line: string) => terminalLine(line, createStyler(true))
  const log = createLog('info', { fd, format })
  log.info({ ...CHAT, actor: secret }, 'request')
  log.warn({ evidence: secret }, secret)
  log.flush()
  const written = readFileSync(fd, 'utf8')
  expect(written.trimEnd().split('\n')).toHaveLength(2)
  expect(written).toContain('\x1b[36mhth_[redacted]\x1b[0m')
  expect(written).not.toContain(secret)
})
