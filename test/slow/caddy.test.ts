import { expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CHROMIUM, openPage } from '../support/chromium.ts'
import { freePort } from '../support/free-port.ts'
import { gatedEngine } from '../support/gates.ts'
import { tempFolder } from '../support/process.ts'
import { jsonInit, PRIMARY_KEY, startService } from '../support/service.ts'

/** Null on a machine without it. */
const CADDY = Bun.which('caddy')

const PAGE = join(import.meta.dir, '../../public/docs/remote.md')
const SITE = /^hearth\.example \{\n(?: {4}.+\n)+\}\n/m

/**
 * Runs Caddy with the Caddyfile of the manual, over TLS with a certificate authority of its own.
 *
 * @param port Where it listens, as `https://localhost:PORT`
 * @param edgePort The edge listener of the service
 */
async function startCaddy(port: number, edgePort: number) {
  if (CADDY === null) throw new Error('There is no caddy on this machine')
  const folder = tempFolder()
  const site = SITE.exec(readFileSync(PAGE, 'utf8'))?.[0]
  if (site === undefined) throw new Error('The manual has no Caddyfile')
  const file = join(folder.path, 'Caddyfile')
  writeFileSync(file, caddyfile(site, port, edgePort))
  const child = Bun.spawn([CADDY, 'run', '--config', file, '--adapter', 'caddyfile'], {
    env: { HOME: folder.path, XDG_DATA_HOME: folder.path, XDG_CONFIG_HOME: folder.path },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const log = new Response(child.stderr).text()
  const url = `https://localhost:${port}`
  const authority = join(folder.path, 'caddy/pki/authorities/local/root.crt')
  while (!(await answers(url, authority))) {
    if (child.exitCode !== null) throw new Error(`Caddy has ended: ${await log}`)
  }
  return {
    url,
    /** The certificate of its authority. */
    ca: readFileSync(authority, 'utf8'),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
      folder[Symbol.dispose]()
    },
  }
}

/** The site of the manual at another address, without what would touch the machine. */
function caddyfile(site: string, port: number, edgePort: number): string {
  const own = site
    .replace('hearth.example {', `https://localhost:${port} {\n    tls internal`)
    .replace('127.0.0.1:8788', `127.0.0.1:${edgePort}`)
  return `{
  admin off
  auto_https disable_redirects
  skip_install_trust
}
${own}`
}

/** Whether the site has its certificate and reaches the service. */
async function answers(url: string, authority: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health`, { tls: { ca: readFileSync(authority, 'utf8') } })).ok
  } catch {
    await new Promise(setImmediate)
    return false
  }
}

const testCaddy = test.skipIf(CADDY === null)
if (CADDY === null) console.log('Without Debian’s caddy its tests are skipped')

/** A service behind Caddy, set up as the manual says. */
async function start() {
  const { engine, release } = gatedEngine()
  const port = freePort()
  const env = {
    EDGE_PORT: '0',
    BASE_URL: `https://localhost:${port}`,
    TRUSTED_PROXIES: '127.0.0.1,::1',
    TRUSTED_NETWORKS: '127.0.0.1,::1',
  }
  const service = startService({ env, engines: [engine] })
  const caddy = await startCaddy(port, service.edgePort ?? 0)
  return {
    base: caddy.url,
    release,
    ask: (path: string, init: RequestInit = {}) =>
      fetch(caddy.url + path, { ...init, redirect: 'manual', tls: { ca: caddy.ca } }),
    async [Symbol.asyncDispose]() {
      await caddy[Symbol.asyncDispose]()
      await service[Symbol.asyncDispose]()
    },
  }
}

testCaddy('behind Caddy the owner signs in over https, with a cookie for https alone', async () => {
  await using proxied = await start()
  const form = { accept: 'text/html', origin: proxied.base }
  const body = new URLSearchParams({ key: PRIMARY_KEY })
  const answer = await proxied.ask('/login/key', { method: 'POST', headers: form, body })
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(answer.status).toBe(303)
  expect(cookie).toMatch(/^__Host-hearth=[\w-]{43}; .*; HttpOnly; SameSite=Lax; Secure$/)
  const headers = { cookie: cookie.split(';', 1)[0] ?? '' }
  expect((await proxied.ask('/admin/queue', { headers })).status).toBe(200)
  // What comes through the proxy is never local, though the proxy is.
  expect((await proxied.ask('/api/ai/agent/tasks')).status).toBe(401)
})

testCaddy('behind Caddy a stream begins before the answer is there', async () => {
  await using proxied = await start()
  const question = { model: 'gated', stream: true, messages: [{ role: 'user', content: 'Hi' }] }
  const headers = { authorization: `Bearer ${PRIMARY_KEY}` }
  const response = await proxied.ask('/v1/chat/completions', jsonInit('POST', question, headers))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const first = await reader?.read()
  expect(first?.value).toContain('"role":"assistant"')
  proxied.release('Hi')
  let rest = ''
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read())
    rest += part.value
  expect(rest).toContain('Hi!')
  expect(rest).toEndWith('data: [DONE]\n\n')
})

testCaddy(
  'behind Caddy a forged X-Forwarded-For does not evade the limit of attempts',
  async () => {
    await using proxied = await start()
    const attempt = async (count: number) => {
      const headers = { origin: proxied.base, 'x-forwarded-for': `203.0.113.${count}` }
      const body = new URLSearchParams({ key: `guess-${count}` })
      return (await proxied.ask('/login/key', { method: 'POST', headers, body })).status
    }
    const statuses: number[] = []
    for (let count = 0; count < 11; count += 1) statuses.push(await attempt(count))
    expect(statuses).toEqual([...Array<number>(10).fill(401), 429])
  },
)

test.skipIf(CADDY === null || CHROMIUM === null)(
  'behind Caddy the pages work in a browser',
  async () => {
    await using proxied = await start()
    await using tab = await openPage(proxied, { ignoreHTTPSErrors: true })
    const { page } = tab
    await page.goto(`${proxied.base}/`)
    await page.getByLabel('Primary Key').fill(PRIMARY_KEY)
    await page.click('button')
    await page.waitForURL(`${proxied.base}/app/`)
    await page.waitForSelector('h1:text-is("New chat")')
    const [cookie] = await page.context().cookies(proxied.base)
    expect(cookie).toMatchObject({ name: '__Host-hearth', secure: true, httpOnly: true })
    await page.goto(`${proxied.base}/app/me`)
    await page.click('button:text-is("Sign out")')
    await page.waitForURL(`${proxied.base}/login?signed_out=1`)
    expect(tab.faults).toEqual([])
  },
)
