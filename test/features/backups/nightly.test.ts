import { expect, test } from 'bun:test'
import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArchive } from '../../../src/storage/backup/read-archive.ts'
import { damage } from '../../support/damage.ts'
import { tempFolder } from '../../support/process.ts'
import { createTestApp } from '../../support/service.ts'

const HOUR_MS = 60 * 60_000
const START = new Date(2027, 4, 10, 12).getTime()

test('a backup is made every night after the delay, and outdated ones of this installation are removed', async () => {
  using folder = tempFolder()
  const backups = join(folder.path, 'backups')
  mkdirSync(backups)
  const others = [
    'hearth-00000000-20200101T000000Z.tar',
    'before-1-to-2-20200101T000000Z.tar',
    'notes.txt',
    '.hearth-00000000-left',
  ]
  for (const name of others) writeFileSync(join(backups, name), '')
  await using service = nightlyService(folder.path)
  await service.at(START)
  await service.at(START + 14 * HOUR_MS)
  expect(readdirSync(backups).sort()).toEqual(others.toSorted())
  for (let night = 0; night < 12; night += 1) await service.at(START + (15 + 24 * night) * HOUR_MS)
  const names = service.names().filter((name) => !others.includes(name))
  // The last of the week before is one of the 7 days.
  expect(names).toHaveLength(7)
  expect(readdirSync(backups)).toEqual(expect.arrayContaining(others))
  const newest = join(folder.path, 'backups', names.at(-1) ?? '')
  expect(statSync(newest).mode & 0o777).toBe(0o600)
  const manifest = await readArchive(newest)
  expect(manifest.files.map(({ name }) => name)).toEqual(['hearth.sqlite'])
  expect(manifest.left_out.map(({ name }) => name)).toContain('hearth.toml')
  expect(await service.alerts()).toEqual([])
})

test('a missed night is made up for after the delay, not at the start', async () => {
  using folder = tempFolder()
  {
    await using service = nightlyService(folder.path)
    await service.at(START + 15 * HOUR_MS)
    expect(service.names()).toHaveLength(1)
  }
  await using next = nightlyService(folder.path, START + 70 * HOUR_MS)
  await next.at(START + 70 * HOUR_MS)
  expect(next.names()).toHaveLength(1)
  await next.at(START + 70 * HOUR_MS + next.services.limits.backupDelayMs)
  expect(next.names()).toHaveLength(2)
})

test('a failed backup is alerted once, tried again after an hour, and its return is told', async () => {
  using folder = tempFolder()
  const target = join(folder.path, 'other-disk')
  await using service = nightlyService(folder.path, START, target)
  await service.at(START + 15 * HOUR_MS)
  expect(await service.alerts()).toEqual(['backup_failed'])
  const state = await service.services.backups?.nightly.state()
  expect(state?.failure?.reason).toContain(`there is no folder ${target}`)
  mkdirSync(target)
  await service.at(START + 15.5 * HOUR_MS)
  expect(readdirSync(target)).toEqual([])
  rmSync(target, { recursive: true })
  await service.at(START + 16.1 * HOUR_MS)
  await service.at(START + 64 * HOUR_MS)
  await service.at(START + 64.1 * HOUR_MS)
  expect(await service.alerts()).toEqual(['backup_old', 'backup_failed'])
  mkdirSync(target)
  await service.at(START + 66 * HOUR_MS)
  expect(readdirSync(target)).toHaveLength(1)
  expect(await service.alerts()).toEqual(['backup_back', 'backup_old', 'backup_failed'])
  expect(service.open()).toEqual(['backup_back'])
  expect(await service.services.backups?.nightly.state()).toMatchObject({
    failure: undefined,
    stale: false,
  })
})

test('a clock that was ahead and set right again puts off no backup', async () => {
  using folder = tempFolder()
  await using service = nightlyService(folder.path)
  await service.at(START + 9_000 * HOUR_MS)
  expect(service.names()).toHaveLength(1)
  await service.at(START + 15 * HOUR_MS)
  await service.at(START + 39 * HOUR_MS)
  expect(service.names()).toHaveLength(3)
})

test('a clock that is set back before the time of the start stops no backups', async () => {
  using folder = tempFolder()
  await using service = nightlyService(folder.path, START + 9_000 * HOUR_MS)
  await service.at(START + 15 * HOUR_MS)
  await service.at(START + 39 * HOUR_MS)
  expect(service.names()).toHaveLength(2)
})

test('what a killed process has left is removed at the next start', async () => {
  using folder = tempFolder()
  let left = ''
  {
    await using service = nightlyService(folder.path)
    const own = service.services.backups?.onDemand.folder
    left = own?.pathOf(own.temporaryName('left')) ?? ''
  }
  mkdirSync(left, { recursive: true })
  writeFileSync(join(left, 'hearth.sqlite'), '')
  await using next = nightlyService(folder.path)
  await next.at(START)
  expect(readdirSync(join(folder.path, 'backups'))).toEqual([])
})

test('a damaged database is no good backup, and its copy is not kept', async () => {
  using folder = tempFolder()
  await using service = nightlyService(folder.path)
  damage(service.services.db.sqlite)
  await service.at(START + 15 * HOUR_MS)
  expect(service.names()).toEqual([])
  expect(await service.alerts()).toEqual(['backup_failed'])
})

test('settings: nightly = false makes none', async () => {
  using folder = tempFolder()
  await using service = nightlyService(folder.path, START, undefined, false)
  await service.at(START + 80 * HOUR_MS)
  expect(service.names()).toEqual([])
  expect(await service.services.backups?.nightly.state()).toMatchObject({
    nightly: false,
    stale: false,
  })
})

/** A service over a folder, whose clock the test moves. */
function nightlyService(folder: string, start = START, target?: string, nightly = true) {
  let now = start
  const service = createTestApp({
    env: { DATA_DIR: folder },
    now: () => now,
    backups: { nightly, ...(target === undefined ? {} : { folder: target }) },
  })
  return {
    services: service.services,
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
    /** Looks after the backups at a time, and waits until that is done. */
    async at(time: number) {
      await service.services.backups?.nightly.idle()
      now = time
      service.services.backups?.nightly.sweep()
      await service.services.backups?.nightly.idle()
    },
    names: () => {
      try {
        return readdirSync(join(folder, 'backups'))
          .filter((name) => name.startsWith('hearth-'))
          .sort()
      } catch {
        return []
      }
    },
    /** Kinds of the alerts that nobody has dealt with. */
    open: () =>
      service.services.alerts
        .list(50, undefined)
        .items.filter(({ acknowledgedAt }) => acknowledgedAt === null)
        .map(({ kind }) => kind),
    async alerts(): Promise<string[]> {
      return service.services.alerts.list(50, undefined).items.map(({ kind }) => kind)
    },
  }
}
