import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { cookieOf, KEY_PATH } from '../support/key-sign-in.ts'
import { runMaintenance } from '../support/maintenance.ts'
import { localToml, requestAs, startProcess, tempFolder } from '../support/process.ts'

const KEY = /hth_primary_[A-Za-z0-9_-]{43}/
const TOML = localToml('http://127.0.0.1:9/v1')

/** The cookie of a browser that is signed in with the key. */
async function signedIn(url: string, key: string): Promise<string> {
  const response = await fetch(`${url}${KEY_PATH}`, {
    method: 'POST',
    headers: { origin: url },
    body: new URLSearchParams({ key }),
    redirect: 'manual',
  })
  return cookieOf(response)
}

test('reset-key replaces the Primary Key of a stopped service, prints it once and records it', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: join(folder.path, 'data'), HOME: folder.path }
  const first = await startProcess(folder.path, TOML, { PRIMARY_KEY: '' })
  const old = KEY.exec(first.printed)?.[0] ?? ''
  expect(old).toMatch(KEY)

  const refused = await runMaintenance(['reset-key'], env)
  expect(refused).toEqual({
    code: 1,
    stdout: '',
    stderr:
      'reset-key: Hearth is running and keeps its database locked: stop it, run this again, then start it\n',
  })
  expect((await requestAs(first.url, old, 'GET', '/admin/audit')).status).toBe(200)
  const cookie = await signedIn(first.url, old)
  expect((await fetch(`${first.url}/admin/audit`, { headers: { cookie } })).status).toBe(200)
  await first.kill('SIGTERM')

  const reset = await runMaintenance(['reset-key'], env)
  expect([reset.code, reset.stderr]).toEqual([
    0,
    'Primary Key, shown only this once; the old one is invalid:\n',
  ])
  const key = reset.stdout.trim()
  expect(key).toMatch(KEY)
  expect(key).not.toBe(old)

  await using second = await startProcess(folder.path, TOML, { PRIMARY_KEY: '' })
  expect(second.printed).not.toMatch(KEY)
  expect((await requestAs(second.url, old, 'GET', '/admin/audit')).status).toBe(401)
  expect((await fetch(`${second.url}/admin/audit`, { headers: { cookie } })).status).toBe(401)
  const audit = await requestAs(second.url, key, 'GET', '/admin/audit')
  expect(await audit.json()).toMatchObject({
    items: [
      { actor: 'reset-key', action: 'primary_key.reset', address: 'this machine' },
      { action: 'session.start' },
    ],
  })
})

test('reset-key refuses where PRIMARY_KEY is set, and where there is no database', async () => {
  using folder = tempFolder()
  const env = { DATA_DIR: join(folder.path, 'data'), HOME: folder.path }
  const given = await runMaintenance(['reset-key'], { ...env, PRIMARY_KEY: 'x'.repeat(20) })
  expect([given.code, given.stdout]).toEqual([1, ''])
  expect(given.stderr).toStartWith('reset-key: PRIMARY_KEY is set')
  expect(given.stderr).not.toContain('xxxx')
  const none = await runMaintenance(['reset-key'], env)
  expect([none.code, none.stdout]).toEqual([1, ''])
  expect(none.stderr).toStartWith(`reset-key: There is no database in ${env.DATA_DIR}`)
  expect(existsSync(env.DATA_DIR)).toBe(false)
})
