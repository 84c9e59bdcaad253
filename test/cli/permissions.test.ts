import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { runMaintenance } from '../support/maintenance.ts'
import { tempFolder } from '../support/process.ts'

/** The superuser may read everything. */
const isRoot = process.getuid?.() === 0
if (isRoot) console.error('Skipped as root: the commands of a user without rights')

test.skipIf(isRoot)('without rights to the data folder the commands say so in words', async () => {
  using folder = tempFolder()
  const data = join(folder.path, 'data')
  mkdirSync(data, { mode: 0o000 })
  const env = { HOME: folder.path, DATA_DIR: data, PORT: '0' }
  const [reset, doctor] = await Promise.all([
    runMaintenance(['reset-key'], env),
    runMaintenance(['doctor'], env),
  ])
  expect(reset).toEqual({
    code: 1,
    stdout: '',
    stderr: `reset-key: This user may not use ${join(data, 'hearth.sqlite')}: run it as the user of Hearth\n`,
  })
  expect(doctor.code).toBe(2)
  expect(doctor.stdout).toContain(`cannot write ${data}: if Hearth runs as this user`)
  expect(doctor.stdout).toContain('database: Not checked, because this user may not read')
  chmodSync(data, 0o700)
})
