import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { COMMANDS } from '../../src/cli/run.ts'
import { runMaintenance } from '../support/maintenance.ts'

const ROOT = join(import.meta.dir, '../..')
const SHIM = ['node', join(ROOT, '.setup/hearth.mjs')]

test('every command has an npm script and is handed on by the command hearth', async () => {
  const { scripts } = await Bun.file(join(ROOT, 'package.json')).json()
  for (const name of Object.keys(COMMANDS)) {
    expect(scripts[name]).toBe(`node .setup/hearth.mjs ${name}`)
    const { code, stdout } = await runMaintenance([name, '--help'], {}, SHIM)
    expect([code, stdout.split('\n')[0]]).toEqual([0, COMMANDS[name]?.summary])
  }
})

test('without a command the list of them is printed', async () => {
  const { code, stdout } = await runMaintenance([])
  expect(code).toBe(0)
  for (const [name, { summary }] of Object.entries(COMMANDS)) {
    expect(stdout).toContain(`  ${name}`)
    expect(stdout).toContain(summary)
  }
})

test('an unknown command suggests the nearest, an unknown option and a word too many are named', async () => {
  const said = await Promise.all(
    [['docter'], ['reset'], ['dance'], ['doctor', '--jsno'], ['reset-key', 'now']].map((args) =>
      runMaintenance(args),
    ),
  )
  expect(said.map(({ code }) => code)).toEqual([2, 2, 2, 2, 2])
  expect(said.map(({ stderr }) => stderr.split('\n')[0] ?? '')).toEqual([
    'docter: There is no such command: did you mean doctor?',
    'reset: There is no such command: did you mean reset-key?',
    `dance: There is no such command: the commands are ${Object.keys(COMMANDS).join(', ')}`,
    "doctor: Unknown option '--jsno'",
    'reset-key: “now” is one word too many',
  ])
})
