import { expect, test } from 'bun:test'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { storedName } from '../../src/cluster/stored-name.ts'
import { tempFolder } from '../support/process.ts'

test('storedName is the host name at first, and stays when that changes', () => {
  using folder = tempFolder()
  const data = join(folder.path, 'data')
  const [host = ''] = hostname().split('.', 1)
  expect(storedName(data)).toBe(host)
  const file = join(data, 'worker-node-name')
  expect(readFileSync(file, 'utf8')).toBe(`${host}\n`)
  writeFileSync(file, 'earlier-name\n')
  expect(storedName(data)).toBe('earlier-name')
  writeFileSync(file, 'not a name\n')
  expect(storedName(data)).toBe(host)
})

test('storedName is the host name where nothing can be stored', () => {
  using folder = tempFolder()
  const data = join(folder.path, 'data')
  mkdirSync(join(data, 'worker-node-name'), { recursive: true })
  expect(storedName(data)).toBe(hostname().split('.', 1)[0])
})
