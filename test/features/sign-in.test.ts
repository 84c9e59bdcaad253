import { expect, setSystemTime, test } from 'bun:test'
import { nextOf, openBrowser } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { CODE_SECONDS, OWNER_EMAIL } from '../support/identity-provider.ts'
import { startService } from '../support/service.ts'
import { followToCallback, signIn, startWithProvider } from '../support/signing-in.ts'

test('a sign-in end to end: provider, callback, pending, approved, signed out', async () => {
  await using service = await startWithProvider()
  const { base } = service
  const browser = service.browser()
  const page = await signIn(browser, base, 'alice', '/app/')
  expect([page.url, page.status]).toEqual([`${base}/waiting`, 200])
  expect(page.text).toContain('<h1>Waiting for approval</h1>')
  expect(page.text).toContain('alice@example.test')

  const [alice] = service.services.users.list(10, undefined).items
  expect(alice).toMatchObject({
    email: 'alice@example.test',
    name: 'Alice',
    issuer: service.provider.issuer,
    role: 'pending',
    status: 'active',
  })
  expect(
    (await service.asOwner('PATCH', `/admin/users/${alice?.id}`, { role: 'user' })).status,
  ).toBe(200)
  const home = await browser.get(`${base}/waiting`)
  expect([home.url, home.status]).toEqual([`${base}/app/`, 200])
  expect(home.text).toContain('"name":"alice@example.test","isAdmin":false,')

  const out = await browser.follow(await browser.signOut(base))
  expect([out.url, out.status]).toEqual([`${base}/login?signed_out=1`, 200])
  expect(browser.cookies(base).map(({ name }) => name)).not.toContain('hearth')
  // The provider still knows her: the way in is silent, and leads to where she wanted to go.
  const again = await browser.get(`${base}/app/`)
  expect([again.url, again.status]).toEqual([`${base}/app/`, 200])
})

test('the request to the provider has state, nonce, S256 and the redirect URI of the settings', async () => {
  await using service = await startWithProvider()
  const { base, provider } = service
  const ask = async () => {
    const { headers } = await service.browser().step(`${base}/login?return_to=/app/`)
    return new URL(headers.get('location') ?? '')
  }
  const [first, second] = [await ask(), await ask()]
  expect(first.origin).toBe(provider.issuer)
  expect(Object.fromEntries(first.searchParams)).toMatchObject({
    response_type: 'code',
    redirect_uri: `${base}/login/callback`,
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(first.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
    expect(first.searchParams.get(name)).not.toBe(second.searchParams.get(name))
  }
})

test('the redirect URI comes from the settings, whatever Host and its kin say', async () => {
  await using service = await startWithProvider()
  const { base, port } = service
  const response = await fetch(`${base}/login?return_to=/app/`, {
    redirect: 'manual',
    headers: {
      accept: 'text/html',
      'x-forwarded-host': 'evil.test',
      'x-forwarded-proto': 'https',
      forwarded: 'host=evil.test',
    },
  })
  expect(response.headers.get('location')).toContain(encodeURIComponent(`${base}/login/callback`))
  const elsewhere = (path: string) =>
    fetch(base + path, {
      redirect: 'manual',
      headers: { accept: 'text/html', host: `localhost:${port}` },
    })
  // Another address of the service: the cookie must be set where the provider sends back to.
  const moved = await elsewhere('/login?return_to=/app/')
  expect(moved.headers.get('location')).toBe(`${base}/login?moved=1&return_to=%2Fapp%2F`)
  // A proxy that puts its own Host: a page says so, instead of a redirect without end.
  const again = await elsewhere('/login?moved=1&return_to=/app/')
  expect(again.status).toBe(400)
  expect(await again.text()).toContain('must keep the Host header')
  expect((await fetch(`${base}/login`, { headers: { host: 'evil.test' } })).status).toBe(421)
})

test('a refusal at the provider is a page with a way to try again', async () => {
  await using service = await startWithProvider()
  const browser = service.browser()
  const form = await browser.get(`${service.base}/app/`)
  const page = await browser.get(`${form.url}/abort`)
  expect(page.url).toStartWith(`${service.base}/login/callback?error=access_denied`)
  expect(page.status).toBe(400)
  expect(page.text).toContain('<p role="alert">The sign-in was refused.</p>')
  expect(page.text).toContain('<a class="button" href="/login">Try again</a>')
  expect(browser.cookies(service.base).map(({ name }) => name)).not.toContain('hearth')
})

test('an authorization code that the provider refuses shows a page to start again', async () => {
  await using service = await startWithProvider()
  const browser = service.browser()
  const back = await followToCallback(browser, service.base, 'alice')
  setSystemTime(Date.now() + (CODE_SECONDS + 1) * 1000)
  try {
    const page = await browser.step(back)
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('begin again')])
  } finally {
    setSystemTime()
  }
  expect(service.services.users.list(10, undefined).items).toEqual([])
})

test('a sign-in may take ten minutes', async () => {
  // Back then, so that it is now when the provider's tokens are looked at.
  let now = Date.now() - 10 * 60_000
  await using service = await startWithProvider({ now: () => now })
  const { base } = service
  const [intime, late] = [service.browser(), service.browser()]
  const backs = [
    await followToCallback(intime, base, 'alice'),
    await followToCallback(late, base, 'alice'),
  ]
  now += 10 * 60_000 - 1
  expect((await intime.step(backs[0] ?? '')).headers.get('location')).toBe('/waiting')
  now += 1
  const page = await late.step(backs[1] ?? '')
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('begin again')])
})

test('a callback with a foreign state, or of another browser: 400 and no session', async () => {
  await using service = await startWithProvider()
  const { base } = service
  const attacker = service.browser()
  const victim = service.browser()
  const back = await followToCallback(attacker, base, 'evil')
  expect((await victim.step(back)).status).toBe(400)
  // A victim who is on the way to the provider has a cookie, of another attempt.
  await victim.step(`${base}/login?return_to=/app/`)
  expect((await victim.step(back)).status).toBe(400)
  const foreign = new URL(back)
  foreign.searchParams.set('state', 'A'.repeat(43))
  expect((await attacker.step(foreign)).status).toBe(400)
  foreign.searchParams.delete('state')
  expect((await attacker.step(foreign)).status).toBe(400)
  expect(victim.cookies(base).map(({ name }) => name)).toEqual(['hearth-sign-in'])
  expect(service.services.users.list(10, undefined).items).toEqual([])
  // None of that has used up the attacker's own.
  expect((await attacker.step(back)).status).toBe(303)
})

test('a callback is accepted once, and HEAD does not use it up', async () => {
  await using service = await startWithProvider()
  const browser = service.browser()
  const back = await followToCallback(browser, service.base, 'alice')
  expect((await browser.step(back, { method: 'HEAD' })).status).toBe(400)
  const binding = browser.cookies(service.base).find(({ name }) => name === 'hearth-sign-in')
  expect((await browser.step(back)).status).toBe(303)
  expect(browser.cookies(service.base).map(({ name }) => name)).toEqual(['hearth'])
  browser.setCookie(service.base, 'hearth-sign-in', binding?.value ?? '')
  expect((await browser.step(back)).status).toBe(400)
  // Anyone who comes by again stays signed in as they were.
  expect((await browser.get(`${service.base}/waiting`)).status).toBe(200)
})

test('an answer that names another issuer, or none, is refused', async () => {
  await using service = await startWithProvider()
  for (const issuer of ['https://evil.test', undefined]) {
    const browser = service.browser()
    const back = new URL(await followToCallback(browser, service.base, 'alice'))
    if (issuer === undefined) back.searchParams.delete('iss')
    else back.searchParams.set('iss', issuer)
    expect((await browser.step(back)).status).toBe(400)
  }
})

test('return_to leads to a path of the service, or home', async () => {
  await using service = await startWithProvider()
  const { base } = service
  const browser = service.browser()
  await signIn(browser, base, 'owner')
  const goals: [string, string][] = [
    ['/app/', '/app/'],
    ['/code/approve', '/code/approve'],
    ['/docs?a=1', '/docs?a=1'],
    ['//evil.test', '/app/'],
    ['/\\evil.test', '/app/'],
    ['\\\\evil.test', '/app/'],
    ['/\t/evil.test', '/app/'],
    ['/\n/evil.test', '/app/'],
    [' //evil.test', '/app/'],
    ['/ok\r\nset-cookie: hearth=x', '/app/'],
    ['/%0d%0aset-cookie: x', '/app/'],
    ['https:evil.test', '/app/'],
    ['https://evil.test/', '/app/'],
    ['javascript:alert(1)', '/app/'],
    ['/\u202eevil', '/app/'],
    ['evil', '/app/'],
    ['', '/app/'],
  ]
  for (const [asked, wanted] of goals) {
    const query = new URLSearchParams({ return_to: asked })
    const back = await followToCallback(browser, base, 'owner', `/login?${query}`)
    const { headers } = await browser.step(back)
    expect([asked, headers.get('location')]).toEqual([asked, wanted])
  }
  // What is encoded stays so, and on this host.
  const query = new URLSearchParams({ return_to: '/%0d%0ax' })
  const last = await browser.step(await followToCallback(browser, base, 'owner', `/login?${query}`))
  expect(new URL(nextOf(last) ?? '').origin).toBe(base)
})

test('the provider’s error is shown as a code on the page, or not at all', async () => {
  await using service = await startWithProvider()
  const refused = async (error: string) => {
    const browser = service.browser()
    const { headers } = await browser.step(`${service.base}/login?provider=oidc`)
    const state = new URL(headers.get('location') ?? '').searchParams.get('state') ?? ''
    const query = new URLSearchParams({ error, state, error_description: '<img src=x>' })
    return browser.step(`${service.base}/login/callback?${query}`)
  }
  const script = await refused('<script>alert(1)</script>')
  expect(script.status).toBe(400)
  expect(script.headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(script.text).toContain('The identity provider refused: unknown.')
  for (const piece of ['<script', '<img src=x', 'alert(1)'])
    expect(script.text).not.toContain(piece)
  expect((await refused('server_error')).text).toContain(
    'The identity provider refused: server_error.',
  )
})

test('the owner’s address makes an admin only where the provider has verified it', async () => {
  await using service = await startWithProvider()
  const { base } = service
  const roles = () =>
    service.services.users.list(10, undefined).items.map(({ email, role }) => [email, role])
  const evil = await signIn(service.browser(), base, 'evil', '/app/')
  expect(evil.url).toBe(`${base}/waiting`)
  expect(roles()).toEqual([[null, 'pending']])

  // The first with it is admin at once, the second is not.
  const owner = await signIn(service.browser(), base, 'owner', '/app/')
  expect([owner.url, owner.text]).toEqual([
    `${base}/app/`,
    expect.stringContaining('"isAdmin":true'),
  ])
  const heir = await signIn(service.browser(), base, 'heir', '/app/')
  expect(heir.url).toBe(`${base}/waiting`)
  expect(roles().toSorted()).toEqual([
    [null, 'pending'],
    [OWNER_EMAIL, 'admin'],
    [OWNER_EMAIL, 'pending'],
  ])
  // Nor does she become one at her next sign-in.
  expect((await signIn(service.browser(), base, 'heir', '/app/')).url).toBe(`${base}/waiting`)
})

test('a suspended or deleted user cannot sign in again, and gets the reason', async () => {
  await using service = await startWithProvider()
  const { base } = service
  await signIn(service.browser(), base, 'alice')
  const [alice] = service.services.users.list(10, undefined).items
  for (const [status, words] of [
    ['suspended', 'This account is suspended.'],
    ['deleted', 'This account was deleted.'],
  ] as const) {
    await service.asOwner('PATCH', `/admin/users/${alice?.id}`, { status })
    const browser = service.browser()
    const page = await signIn(browser, base, 'alice')
    expect([page.status, page.text]).toEqual([403, expect.stringContaining(words)])
    expect(browser.cookies(base).map(({ name }) => name)).not.toContain('hearth')
  }
  expect(service.services.users.list(10, undefined).items).toHaveLength(1)
})

test('the same address under another subject is another user', async () => {
  await using service = await startWithProvider()
  const { base } = service
  for (const login of ['owner', 'heir', 'evil', 'owner', 'heir']) {
    await signIn(service.browser(), base, login)
  }
  expect(service.services.users.list(10, undefined).items).toHaveLength(3)
})

test('an unverified address is not kept', async () => {
  await using service = await startWithProvider()
  const page = await signIn(service.browser(), service.base, 'bob')
  expect(page.text).toContain('<strong>Bob</strong>')
  const [bob] = service.services.users.list(10, undefined).items
  expect([bob?.email, bob?.name]).toEqual([null, 'Bob'])
})

test('a sign-in makes a new session; what the browser had before is dead, and was never taken over', async () => {
  await using service = await startWithProvider()
  const { base } = service
  const planted = 'A'.repeat(43)
  const browser = service.browser()
  browser.setCookie(base, 'hearth', planted)
  await signIn(browser, base, 'owner')
  const session = () => browser.cookies(base).find(({ name }) => name === 'hearth')?.value ?? ''
  const first = session()
  expect(first).not.toBe(planted)
  await signIn(browser, base, 'owner')
  expect(session()).not.toBe(first)
  const status = async (token: string) =>
    (await fetch(`${base}/auth-check`, { headers: { cookie: `hearth=${token}` } })).status
  expect([await status(planted), await status(first), await status(session())]).toEqual([
    401, 401, 200,
  ])
})

test('flags of the cookies by scheme, over the whole way', async () => {
  const cookies = async (https: boolean) => {
    await using service = await startWithProvider({ https })
    const browser = service.browser()
    const page = await signIn(browser, service.base, 'owner', '/app/')
    expect([page.url, page.status]).toEqual([`${service.base}/app/`, 200])
    const own = browser.steps.filter(({ url }) => url.startsWith(service.base))
    return own
      .flatMap(({ headers }) => headers.getSetCookie())
      .map((cookie) => cookie.replace(/=(?:[\w-]{43}|[\w-]+(?:\.[\w-]*){4});/, '=<secret>;'))
  }
  expect(await cookies(false)).toEqual([
    'hearth-sign-in=<secret>; Path=/; Max-Age=600; HttpOnly; SameSite=Lax',
    'hearth=<secret>; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax',
    'hearth-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax',
  ])
  expect(await cookies(true)).toEqual([
    '__Host-hearth-sign-in=<secret>; Path=/; Max-Age=600; HttpOnly; SameSite=Lax; Secure',
    '__Host-hearth=<secret>; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure',
    '__Host-hearth-sign-in=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure',
  ])
})

test('a provider that is down: a page with a way to try again, 502, and JSON for a script', async () => {
  const env = {
    BASE_URL: `http://127.0.0.1:${freePort()}`,
    OIDC_ISSUER: `http://127.0.0.1:${freePort()}`,
    OIDC_CLIENT_ID: 'x',
    OIDC_CLIENT_SECRET: 'x',
  }
  await using service = startService({ env: { ...env, PORT: new URL(env.BASE_URL).port } })
  const page = await openBrowser().step(`${env.BASE_URL}/login?provider=oidc&return_to=%2Fdocs`)
  expect(page.status).toBe(502)
  expect(page.text).toContain('<h1>Sign-in failed</h1>')
  expect(page.text).toContain(
    '<a class="button" href="/login?provider=oidc&amp;return_to=%2Fdocs">Try again</a>',
  )
  // The owner still has the Primary Key.
  expect(page.text).toContain('<a class="button" href="/login">Sign in another way</a>')
  expect(page.headers.get('set-cookie')).toBeNull()
  const list = await fetch(`${service.url}/login`)
  expect(await list.json()).toEqual({
    providers: [{ id: 'oidc', label: new URL(env.OIDC_ISSUER).host }],
    primary_key: true,
  })
})

test('several providers: a page of choices that keeps return_to', async () => {
  const client = { CLIENT_ID: 'x', CLIENT_SECRET: 'x' }
  const env = Object.fromEntries(
    ['GOOGLE', 'GITHUB'].flatMap((name) =>
      Object.entries(client).map(([setting, value]) => [`${name}_${setting}`, value]),
    ),
  )
  await using service = await startWithProvider({ env: { ...env, OIDC_LABEL: 'The <house>' } })
  const { base } = service
  expect(await (await fetch(`${base}/login`)).json()).toEqual({
    providers: [
      { id: 'oidc', label: 'The <house>' },
      { id: 'google', label: 'Google' },
      { id: 'github', label: 'GitHub' },
    ],
    primary_key: true,
  })
  const browser = service.browser()
  const page = await browser.get(`${base}/login?return_to=${encodeURIComponent('/docs?a=1&b=2')}`)
  const links = [...page.text.matchAll(/<a class="button" href="([^"]+)">([^<]+)</g)]
  expect(links.map(([, , words]) => words)).toEqual([
    'Continue with The &lt;house&gt;',
    'Continue with Google',
    'Continue with GitHub',
  ])
  const [first = '', , last = ''] = links.map(([, href = '']) => href.replaceAll('&amp;', '&'))
  expect((await signIn(browser, base, 'owner', first)).url).toBe(`${base}/docs?a=1&b=2`)
  const github = nextOf(await browser.step(base + last))
  expect(github).toStartWith('https://github.com/login/oauth/authorize?')
  const none = await browser.step(`${base}/login?provider=none`)
  expect([none.status, none.text]).toEqual([404, expect.stringContaining('no such provider')])
})

test('headers of pages, redirects and errors as they come over the wire', async () => {
  await using service = await startWithProvider()
  const { base } = service
  const browser = service.browser()
  const away = await browser.step(`${base}/app/`)
  expect([away.status, away.headers.get('location')]).toEqual([303, '/login?return_to=%2Fapp%2F'])
  const login = await browser.step(`${base}/login?return_to=/app/`)
  expect(login.headers.get('ratelimit-limit')).toBe('60')
  const failed = await browser.step(`${base}/login/callback?code=x&state=y`)
  const odd = await browser.step(`${base}/login?return_to=${'x'.repeat(600)}`)
  expect([failed.status, odd.status]).toEqual([400, 422])
  for (const { headers } of [away, login, failed, odd]) {
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-request-id')).toMatch(/^req_/)
  }
  for (const { headers } of [away, login]) {
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  }
  for (const { headers, text } of [failed, odd]) {
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('referrer-policy')).toBe('same-origin')
    expect(text).toStartWith('<!doctype html>')
  }
  const script = await fetch(`${base}/app/`, { redirect: 'manual' })
  expect(script.status).toBe(401)
  expect(script.headers.get('content-type')).toStartWith('application/json')
  expect(script.headers.get('cache-control')).toBe('private, no-store')
  expect(await script.json()).toEqual({ detail: 'Sign in first', code: 'unauthorized' })
})

test('more than 60 steps of signing in from one address in a minute: a page says when to go on', async () => {
  const now = Date.now()
  await using service = await startWithProvider({ now: () => now })
  const browser = service.browser()
  for (let step = 0; step < 60; step += 1) {
    expect((await browser.step(`${service.base}/login?provider=oidc`)).status).toBe(303)
  }
  const page = await browser.step(`${service.base}/login`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([429, '60'])
  expect(page.text).toContain('<h1>Too many attempts</h1>')
})
