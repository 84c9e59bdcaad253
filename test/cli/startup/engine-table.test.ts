import { expect, test } from 'bun:test'
import { engineRows, engineTable } from '../../../src/cli/startup/engine-table.ts'
import { createStyler } from '../../../src/cli/startup/terminal-log.ts'
import type { AccountRecord, EngineRecord } from '../../../src/core/engines/account-admin.ts'
import { EngineFailure } from '../../../src/engines/contract/failure.ts'
import { fakeEngine, saying } from '../../support/engines.ts'

const NOTHING = { tools: [], absentCommands: new Map<string, string>(), searched: [] }

function account(id: string, changes: Partial<AccountRecord> = {}): AccountRecord {
  return {
    engine: 'e',
    id,
    state: 'ok',
    families: [],
    days: [],
    disabledSince: undefined,
    verdict: undefined,
    probedAt: undefined,
    ...changes,
  }
}

function parked(id: string, verdict: 'quota' | 'signed_out', until?: number): AccountRecord {
  const evidence = 'what the tool said'
  return account(id, {
    state: 'parked',
    verdict: { verdict, evidence, since: 0, until, setBy: 'engine' },
  })
}

function record(id: string, changes: Partial<EngineRecord> & { kind?: string } = {}): EngineRecord {
  const { kind = 'Ollama', ...rest } = changes
  const engine = {
    ...fakeEngine(id, saying()),
    kind,
    models: ['a', 'b'],
    refresh: async () => {},
  }
  return {
    engine,
    accounts: [account('local')],
    isConfigured: true,
    isOffered: true,
    isPresent: true,
    seenAt: 1,
    failure: undefined,
    ...rest,
  }
}

test('engineRows() says of each engine whether it answers, and why it does not', () => {
  const failure = new EngineFailure('transient', 'Cannot reach the engine: ECONNREFUSED')
  const at = new Date()
  at.setHours(14, 5)
  const tool = (id: string, accounts: AccountRecord[]) => {
    const { refresh: _, ...engine } = record(id, { kind: 'claude' }).engine
    return record(id, { engine, accounts, seenAt: undefined })
  }
  const records = [
    record('local'),
    record('new', { seenAt: undefined }),
    record('big', { failure, seenAt: undefined }),
    tool('one', [account('home')]),
    tool('two', [account('home'), parked('work', 'quota', at.getTime())]),
    tool('three', [parked('home', 'signed_out')]),
    tool('four', [account('home')]),
  ]
  const rows = engineRows(records, { ...NOTHING, absentCommands: new Map([['four', 'claude']]) })
  expect(rows.map(({ engine, state, detail }) => `${engine} ${state}: ${detail}`)).toEqual([
    'local answers: a, b',
    'new not asked yet: a, b',
    'big missing: Cannot reach the engine: ECONNREFUSED',
    'one ready: a, b; home',
    'two in part: a, b; without work: quota used up until 14:05',
    'three missing: signed out; sign in with the tool itself',
    'four missing: the command claude is not on PATH',
  ])
})

test('engineRows() names tools that are installed and not configured, and servers that are looked for', () => {
  const demo = record('demo', { kind: 'demo', isConfigured: false })
  const given = { ...NOTHING, tools: ['claude', 'codex'], searched: ['ollama', 'vllm'] }
  const rows = engineRows([demo], given)
  expect(rows.map(({ engine, state }) => [engine, state])).toEqual([
    ['demo', 'demonstration'],
    ['model servers', 'missing'],
    ['claude', 'missing'],
    ['codex', 'missing'],
  ])
  expect(rows[1]?.detail).toStartWith('none of ollama, vllm answers')
  const found = engineRows([record('ollama'), record('claude', { kind: 'claude' })], given)
  expect(found.map(({ engine }) => engine)).toEqual(['ollama', 'claude', 'codex'])
})

test('engineTable() aligns its columns and takes control characters out', () => {
  const rows = engineRows([record('local'), record('a\x1b[2Jx')], NOTHING)
  expect(engineTable(rows, createStyler(false))).toBe(
    'Engines\n  local   answers  a, b\n  a [2Jx  answers  a, b\n',
  )
})
