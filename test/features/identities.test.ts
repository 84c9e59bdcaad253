import { expect, test } from 'bun:test'
import type { TestBrowser } from '../support/browser.ts'
import { nextOf } from '../support/browser.ts'
import { jsonInit } from '../support/service.ts'
import { followToCallback, signIn, startWithProvider } from '../support/signing-in.ts'

type Service = Awaited<ReturnType<typeof startWithProvider>>

/** A browser that has joined by an invitation, without the provider. */
async function joined(service: Service, name: string): Promise<TestBrowser> {
  const made: { path: string } = JSON.parse(
    await (await service.asOwner('POST', '/admin/invites', {})).text(),
  )
  const browser = service.browser()
  const page = await browser.get(service.base + made.path)
  const done = await browser.submit(page, { name })
  expect(nextOf(done)).toBe(`${service.base}/app/`)
  return browser
}

const script = (service: Service, method: string, body?: unknown): RequestInit => {
  const init = jsonInit(method, body)
  return { ...init, headers: { ...init.headers, accept: 'application/json', origin: service.base } }
}

const me = async (service: Service, browser: TestBrowser): Promise<{ name: string }> =>
  JSON.parse((await browser.step(`${service.base}/api/me`, script(service, 'GET'))).text)

async function connect(service: Service, browser: TestBrowser, login: string) {
  const path = `${service.base}/api/me/identities`
  const started = await browser.step(path, script(service, 'POST', { provider: 'oidc' }))
  expect(started.status).toBe(200)
  const { url }: { url: string } = JSON.parse(started.text)
  // The provider has its own cookies, so its pages are followed as after a redirect.
  return followFrom(service, browser, url, login)
}

async function followFrom(service: Service, browser: TestBrowser, url: string, login: string) {
  const callback = `${service.base}/login/callback`
  let page = await browser.follow(await browser.step(url), callback)
  for (const answers of [{ login, password: 'x' }, {}]) {
    if (nextOf(page) !== undefined) break
    page = await browser.follow(await browser.submit(page, answers), callback)
  }
  return nextOf(page) ?? ''
}

async function list(service: Service, browser: TestBrowser) {
  const answer = await browser.step(`${service.base}/api/me/identities`, script(service, 'GET'))
  const { items }: { items: { id: string; issuer: string; email: string | null }[] } = JSON.parse(
    answer.text,
  )
  return items
}

test('an identity is joined from a session of the account, and then signs in to it', async () => {
  await using service = await startWithProvider()
  const ann = await joined(service, 'Ann')
  expect(await list(service, ann)).toEqual([])
  const back = await ann.step(await connect(service, ann, 'alice'))
  expect([back.status, back.headers.get('location')]).toEqual([303, '/app/me?connected=1'])
  expect(await list(service, ann)).toEqual([
    expect.objectContaining({ issuer: service.provider.issuer, email: 'alice@example.test' }),
  ])
  const elsewhere = service.browser()
  await signIn(elsewhere, service.base, 'alice')
  expect((await me(service, elsewhere)).name).toBe('Ann')

  // It belongs to one account only.
  const bob = await joined(service, 'Bob')
  const taken = await bob.step(await connect(service, bob, 'alice'))
  expect(taken.status).toBe(409)
  expect(await list(service, bob)).toEqual([])

  // Unlinked, it signs out what it has started, and makes an account of its own.
  const [identity] = await list(service, ann)
  const path = `${service.base}/api/me/identities/${identity?.id}`
  expect((await bob.step(path, script(service, 'DELETE'))).status).toBe(404)
  expect((await ann.step(path, script(service, 'DELETE'))).status).toBe(204)
  expect((await elsewhere.step(`${service.base}/api/me`, script(service, 'GET'))).status).toBe(401)
  const anew = await signIn(service.browser(), service.base, 'alice')
  expect(anew.url).toBe(`${service.base}/waiting`)
  const audit: { items: { action: string; actor: string }[] } = JSON.parse(
    await (await service.asOwner('GET', '/admin/audit?area=identity')).text(),
  )
  expect(audit.items.map(({ action, actor }) => [action, actor])).toEqual([
    ['identity.unlink', 'Ann'],
    ['identity.link', 'Ann'],
  ])
})

test('the answer to a link that another session has begun joins nothing', async () => {
  await using service = await startWithProvider()
  const ann = await joined(service, 'Ann')
  const bob = await joined(service, 'Bob')
  const callback = await connect(service, bob, 'alice')
  // Mallory plants the state and the answer of his own attempt.
  const state = bob.cookies(service.base).find(({ name }) => name === 'hearth-sign-in')
  ann.setCookie(service.base, 'hearth-sign-in', state?.value ?? '')
  expect((await ann.step(callback)).status).toBe(400)
  expect(await list(service, ann)).toEqual([])
  // Without a session, after signing out meanwhile.
  const again = await connect(service, bob, 'alice')
  await bob.signOut(service.base)
  expect((await bob.step(again)).status).toBe(400)
})

test('the same verified address never enters an account, and the last way in stays', async () => {
  await using service = await startWithProvider()
  const alice = service.browser()
  await signIn(alice, service.base, 'alice')
  const [user] = service.services.users.list(10, undefined).items
  service.services.users.change(
    user?.id ?? '',
    { role: 'user' },
    { actor: 'test', address: '', requestId: '' },
  )
  const [identity] = await list(service, alice)
  const path = `${service.base}/api/me/identities/${identity?.id}`
  expect((await alice.step(path, script(service, 'DELETE'))).status).toBe(409)
  const other = service.services.users.signedIn({
    issuer: 'https://other.example.test',
    subject: 'x',
    email: 'alice@example.test',
    name: 'Alice',
  })
  expect([other.id === user?.id, other.role]).toEqual([false, 'pending'])
  const wrong = await alice.step(
    `${service.base}/api/me/identities`,
    script(service, 'POST', { provider: 'nobody' }),
  )
  expect(wrong.status).toBe(404)
  const key = await service.asOwner('POST', '/api/me/identities', { provider: 'oidc' })
  expect(key.status).toBe(403)
  // A plain sign-in in the same browser starts a session as before.
  expect(await followToCallback(alice, service.base, 'alice')).toContain('/login/callback?')
})
