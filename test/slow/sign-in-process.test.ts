import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { CLIENT_SECRET, startIdentityProvider } from '../support/identity-provider.ts'
import { localToml, startProcess, tempFolder } from '../support/process.ts'
import { followToCallback, signIn } from '../support/signing-in.ts'

const TOML = localToml('http://127.0.0.1:9/v1')

test('no secret of a sign-in is in the log, in a URL of the service or in a file', async () => {
  using folder = tempFolder()
  const port = String(freePort())
  const base = `http://127.0.0.1:${port}`
  await using provider = await startIdentityProvider([`${base}/login/callback`])
  const env = { PORT: port, BASE_URL: base, LOG_LEVEL: 'debug', ...provider.env }
  await using service = await startProcess(folder.path, TOML, env)
  const browser = openBrowser()
  const home = await signIn(browser, base, 'owner', '/app/')
  expect(home.url).toBe(`${base}/app/`)
  const session = browser.cookies(base).find(({ name }) => name === 'hearth')?.value ?? 'none'
  // A refused one as well, whose cause the owner is told.
  const late = openBrowser()
  const back = new URL(await followToCallback(late, base, 'alice'))
  back.searchParams.set('code', 'wrong')
  expect((await late.step(back)).status).toBe(400)
  const left = await browser.step(`${base}/logout`, { method: 'POST', headers: { origin: base } })
  expect(left.status).toBe(303)
  await service.kill('SIGTERM')

  const secrets = browser.steps.concat(late.steps).flatMap(({ url, headers }) => {
    const to = [url, headers.get('location') ?? ''].map((text) => URL.parse(text)?.searchParams)
    const named = to.flatMap((query) =>
      ['code', 'state', 'nonce', 'code_challenge'].flatMap((name) => query?.getAll(name) ?? []),
    )
    const cookies = headers.getSetCookie().map((text) => /=([^;]*)/.exec(text)?.[1] ?? '')
    return [...named, ...cookies].filter((text) => text.length > 20)
  })
  expect(new Set(secrets).size).toBeGreaterThan(10)
  expect(secrets).toContain(session)
  const log = service.logLines().join('\n')
  expect(log).toContain('"/login/callback"')
  expect(log).toContain('invalid_grant')
  const data = join(folder.path, 'data')
  const files = readdirSync(data).map((name) => readFileSync(join(data, name), 'latin1'))
  for (const secret of [...secrets, CLIENT_SECRET, encodeURIComponent(CLIENT_SECRET)]) {
    for (const text of [log, ...files]) expect(text.includes(secret)).toBe(false)
  }
  const own = browser.steps.map(({ url }) => url).filter((url) => url.startsWith(base))
  for (const url of own.filter((one) => !one.includes('/login/callback'))) {
    for (const secret of secrets) expect(url).not.toContain(secret)
  }
})

test('a sign-in during a restart fails with a page that says what to do', async () => {
  using folder = tempFolder()
  const port = String(freePort())
  const base = `http://127.0.0.1:${port}`
  await using provider = await startIdentityProvider([`${base}/login/callback`])
  const env = { PORT: port, BASE_URL: base, ...provider.env }
  const first = await startProcess(folder.path, TOML, env)
  const [owner, alice] = [openBrowser(), openBrowser()]
  expect((await signIn(owner, base, 'owner', '/app/')).url).toBe(`${base}/app/`)
  const back = await followToCallback(alice, base, 'alice')
  expect(await first.kill('SIGTERM')).toBe(0)

  await using second = await startProcess(folder.path, TOML, env)
  expect(second.url).toBe(base)
  const page = await alice.step(back)
  expect(page.status).toBe(400)
  expect(page.text).toContain('This sign-in has expired: begin again.')
  expect(page.text).toContain('<a class="button" href="/login">Try again</a>')
  // It works the second time, and anyone who was in stays in.
  expect((await signIn(alice, base, 'alice')).url).toBe(`${base}/waiting`)
  expect((await owner.get(`${base}/app/`)).url).toBe(`${base}/app/`)
})
