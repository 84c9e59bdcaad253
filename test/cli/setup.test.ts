import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { STATE_FOLDER, systemdUnit, type UnitFacts } from '../../src/cli/setup.ts'
import { runMaintenance } from '../support/maintenance.ts'

const TEMPLATE = await Bun.file(join(import.meta.dir, '../../.deploy/hearth.service')).text()
const FACTS: UnitFacts = {
  root: '/opt/hearth',
  user: 'hearth',
  dataFolder: STATE_FOLDER,
  writable: [],
}

/** The values of a unit by their names; a name that occurs several times has a list. */
function linesOf(unit: string): Set<string> {
  return new Set(unit.split('\n').filter((line) => line !== '' && !line.startsWith('#')))
}

function changes(facts: Partial<UnitFacts>): { removed: string[]; added: string[] } {
  const [before, after] = [
    linesOf(TEMPLATE),
    linesOf(systemdUnit(TEMPLATE, { ...FACTS, ...facts })),
  ]
  return { removed: [...before.difference(after)], added: [...after.difference(before)] }
}

test('the repository’s unit is the one for the default places', () => {
  expect(systemdUnit(TEMPLATE, FACTS)).toBe(TEMPLATE)
})

test('a unit has the folder and the user of the machine', () => {
  expect(changes({ root: '/srv/hearth', user: 'ann' })).toEqual({
    removed: [
      'Documentation=file:/opt/hearth/README.md',
      'User=hearth',
      'WorkingDirectory=/opt/hearth',
      'ExecStart=/opt/hearth/node_modules/bun/bin/bun.exe src/main.ts',
    ],
    added: [
      'Documentation=file:/srv/hearth/README.md',
      'User=ann',
      'WorkingDirectory=/srv/hearth',
      'ExecStart=/srv/hearth/node_modules/bun/bin/bun.exe src/main.ts',
    ],
  })
})

test('folders of data and of accounts can be written, and homes be read where one is there', () => {
  expect(
    changes({ dataFolder: '/srv/data', writable: ['/home/ann/claude', '/srv/codex'] }),
  ).toEqual({
    removed: [
      `Environment=DATA_DIR=${STATE_FOLDER}`,
      'StateDirectory=hearth',
      'StateDirectoryMode=0700',
      'ProtectHome=yes',
    ],
    added: [
      'Environment=DATA_DIR=/srv/data',
      'ProtectHome=read-only',
      'ReadWritePaths=-/srv/data',
      'ReadWritePaths=-/home/ann/claude',
      'ReadWritePaths=-/srv/codex',
    ],
  })
})

test('paths with spaces and signs of systemd are quoted', () => {
  expect(changes({ root: '/home/ann b/50%', dataFolder: '/srv/a "b"' }).added).toEqual([
    'Documentation=file:/home/ann%%20b/50%%25/README.md',
    'WorkingDirectory=/home/ann b/50%%',
    'Environment="DATA_DIR=/srv/a \\"b\\""',
    'ExecStart="/home/ann b/50%%/node_modules/bun/bin/bun.exe" src/main.ts',
    'ProtectHome=read-only',
    'ReadWritePaths="-/srv/a \\"b\\""',
  ])
})

test('setup systemd prints a unit with the settings of this machine', async () => {
  const home = mkdtempSync(join(tmpdir(), 'hearth-setup-'))
  const config = join(home, 'hearth.toml')
  writeFileSync(
    config,
    `data_dir = "${home}/data"
[[engines]]
id = "engine_a"
adapter = "claude"
models = ["opus"]
[[engines.accounts]]
id = "one"
dir = "${home}/claude"
`,
  )
  mkdirSync(join(home, 'claude'))
  chmodSync(join(home, 'claude'), 0o700)
  const { code, stdout } = await runMaintenance(['setup', 'systemd', '--print', '--user', 'ann'], {
    HOME: home,
    HEARTH_CONFIG: config,
  })
  expect(code).toBe(0)
  expect(stdout).toContain(
    `\nEnvironment=DATA_DIR=${home}/data\nEnvironment=HEARTH_CONFIG=${config}\n`,
  )
  expect(stdout).toContain(`\nReadWritePaths=-${home}/data\nReadWritePaths=-${home}/claude\n`)
  expect(stdout).toContain('\nUser=ann\n')
  expect(stdout).toContain(`\nWorkingDirectory=${join(import.meta.dir, '../..')}\n`)
})

test('setup says what it takes', async () => {
  const said = await Promise.all(
    [['setup'], ['setup', 'launchd'], ['setup', 'systemd', '--user', 'a b']].map((args) =>
      runMaintenance(args, { HOME: tmpdir() }),
    ),
  )
  expect(said.map(({ code }) => code)).toEqual([2, 2, 2])
  expect(said[0]?.stderr).toStartWith('setup: Expected what to set up')
  expect(said[2]?.stderr).toStartWith('setup: “a b” is not the name of a user')
})
