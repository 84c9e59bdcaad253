import { expect, test } from 'bun:test'
import {
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { giveToOwner } from '../../src/cli/restore/unpack.ts'
import { exchange } from '../../src/cli/restore.ts'
import { tempFolder } from '../support/process.ts'

const OTHER = 65_534
const isRoot = process.getuid?.() === 0
if (!isRoot) console.error('Skipped without root: a restore gives its files to the folder’s owner')

test.skipIf(!isRoot)(
  'a restore as root gives its files away, and nothing that links lead to',
  () => {
    using folder = tempFolder()
    const data = join(folder.path, 'data')
    const staging = join(data, '.restore-x')
    const foreign = join(folder.path, 'foreign')
    mkdirSync(join(staging, 'skills'), { recursive: true })
    chownSync(data, OTHER, OTHER)
    writeFileSync(foreign, '')
    writeFileSync(join(staging, 'skills/own.md'), '')
    symlinkSync(foreign, join(staging, 'skills/link.md'))
    giveToOwner(staging, data)
    expect(statSync(foreign).uid).toBe(0)
    for (const name of ['.', 'skills', 'skills/own.md', 'skills/link.md'])
      expect(lstatSync(join(staging, name)).uid).toBe(OTHER)
  },
)

test('a restore writes its marker through no link', () => {
  using folder = tempFolder()
  const [data, staging, target] = ['data', 'staging', 'target'].map((one) => join(folder.path, one))
  if (data === undefined || staging === undefined || target === undefined) throw new Error('unset')
  mkdirSync(data)
  mkdirSync(staging)
  symlinkSync(target, join(data, 'restore-in-progress'))
  const restore = () => exchange({ folder: data, staging, now: 0, requireStopped: () => {} })
  expect(restore).toThrow('EEXIST')
  expect(existsSync(target)).toBe(false)
  writeFileSync(target, 'of somebody else')
  restore()
  expect(readFileSync(target, 'utf8')).toBe('of somebody else')
})
