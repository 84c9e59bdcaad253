import { expect, test } from 'bun:test'
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { Credentials, credentialsPath } from '../../src/client/credentials.ts'
import { tempFolder } from '../support/process.ts'
import { thrown } from '../support/thrown.ts'

const ONE = { access_token: 'hcd_one-of-the-tests', expires_at: '2027-01-01T00:00:00.000Z' }
const TWO = { access_token: 'hcd_two-of-the-tests', expires_at: '2027-02-01T00:00:00.000Z' }

function makeCredentials(folder: string) {
  const notes: string[] = []
  const path = join(folder, 'config/hearth/credentials.json')
  return { path, notes, credentials: new Credentials({ path, note: (text) => notes.push(text) }) }
}

function rights(path: string): string {
  return (statSync(path).mode & 0o7777).toString(8)
}

test('credentials are stored by service, the last one is the default, and only their owner can read them', () => {
  using folder = tempFolder()
  const { path, credentials, notes } = makeCredentials(folder.path)
  expect(credentials.defaultUrl()).toBeUndefined()
  expect(credentials.get('toString')).toBeUndefined()
  credentials.save('http://one', ONE)
  credentials.save('http://two', TWO)
  expect(rights(path)).toBe('600')
  expect(rights(dirname(path))).toBe('700')
  expect(credentials.get('http://one')).toEqual(ONE)
  expect(credentials.defaultUrl()).toBe('http://two')

  credentials.renew('http://one', { ...ONE, expires_at: TWO.expires_at })
  expect(credentials.get('http://one')).toEqual({ ...ONE, expires_at: TWO.expires_at })
  expect(credentials.defaultUrl()).toBe('http://two')
  credentials.remove('http://two')
  expect(credentials.defaultUrl()).toBe('http://one')
  credentials.remove('http://one')
  expect(credentials.defaultUrl()).toBeUndefined()
  expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({ services: {} })
  expect(readdirSync(dirname(path))).toEqual(['credentials.json'])
  expect(notes).toEqual([])
})

test('a file and a folder that others can read are restricted, with a warning', () => {
  using folder = tempFolder()
  const { path, credentials, notes } = makeCredentials(folder.path)
  credentials.save('http://one', ONE)
  chmodSync(path, 0o644)
  chmodSync(dirname(path), 0o755)
  expect(credentials.get('http://one')).toEqual(ONE)
  expect(rights(path)).toBe('600')
  expect(notes).toEqual([expect.stringContaining('could be read by other users')])
  expect(notes.join()).not.toContain(ONE.access_token)
  credentials.save('http://two', TWO)
  expect(rights(dirname(path))).toBe('700')
  expect(notes.length).toBe(1)
})

test('a malformed credentials file is left unchanged and named in the error', async () => {
  using folder = tempFolder()
  const { path, credentials } = makeCredentials(folder.path)
  mkdirSync(dirname(path), { recursive: true })
  for (const text of ['', '{', '[]', '{"services":{"http://one":{"access_token":"short"}}}']) {
    writeFileSync(path, text, { mode: 0o600 })
    expect(String(await thrown(Promise.try(() => credentials.save('http://one', ONE))))).toContain(
      `Cannot read ${path}: it is not what hearth writes`,
    )
    expect(readFileSync(path, 'utf8')).toBe(text)
  }
})

test('a folder that cannot be made is an error, and no temporary file remains', async () => {
  using folder = tempFolder()
  writeFileSync(join(folder.path, 'config'), 'not a folder')
  const { path, credentials } = makeCredentials(folder.path)
  expect(String(await thrown(Promise.try(() => credentials.save('http://one', ONE))))).toContain(
    `Cannot use ${path}: `,
  )
  expect(readdirSync(folder.path)).toEqual(['config'])
})

test('the file is in XDG_CONFIG_HOME where that is absolute, else in .config', () => {
  expect(credentialsPath({ XDG_CONFIG_HOME: '/somewhere' })).toBe(
    '/somewhere/hearth/credentials.json',
  )
  const home = credentialsPath({})
  expect(home).toEndWith('/.config/hearth/credentials.json')
  expect(credentialsPath({ XDG_CONFIG_HOME: 'relative' })).toBe(home)
})
